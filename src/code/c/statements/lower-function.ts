import { childOf, childrenOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { decayed, resolveDeclarator, specifiedType } from '../expressions/declarators.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import type { LoweredFunction, Variable } from '../ir/ast.ts';
import { type CType, INT, UNKNOWN } from '../ir/types.ts';
import { expressionsIn } from '../ir/walk.ts';
import { FunctionLowering } from './function-lowering.ts';
import { lowerStatement } from './lower-statement.ts';

type Outline = Omit<
  LoweredFunction,
  'parameters' | 'locals' | 'blocks' | 'loops' | 'start' | 'end'
>;

/** Lowers a definition whose declarator has been read already to basic blocks. */
export function lowerFunction(
  definition: SyntaxNode,
  outline: Outline,
  parameterList: SyntaxNode,
  context: LoweringContext,
): LoweredFunction {
  const fn = new FunctionLowering(context, lowerStatement);
  context.pushScope();
  const parameters = lowerParameters(definition, parameterList, context);
  evaluateSizes(parameterList, fn);
  const attempt = definition.children.find(({ type }) => type === 'try_statement');
  for (const child of [...definition.children, ...(attempt?.children ?? [])])
    if (child.type === 'field_initializer_list') lowerInitialisers(child, fn);
  if (childOf(definition, 'body') === undefined && attempt !== undefined) fn.statement(attempt);
  else fn.child(definition, 'body');
  context.popScope();
  const { blocks, loops } = fn.graph.build();
  const { start, end } = definition;
  return { ...outline, parameters, locals: fn.locals, blocks, loops, start, end };
}

/** The sizes of arrays among the parameters, which are worked out at each call: `int a[f()]`. */
function evaluateSizes(list: SyntaxNode, fn: FunctionLowering): void {
  for (const child of list.children) {
    const declarator = childOf(child, 'declarator');
    if (declarator?.type !== 'array_declarator') continue;
    const { count } = resolveDeclarator(declarator, UNKNOWN, fn.context);
    if (count !== undefined && expressionsIn(count).some(({ kind }) => kind === 'call'))
      fn.evaluate(count);
  }
}

/** `: a(f()), b{g()}` of a constructor: what the values do, in their order. */
function lowerInitialisers(list: SyntaxNode, fn: FunctionLowering): void {
  for (const initialiser of list.children) {
    const [member, ...values] = initialiser.children;
    if (member !== undefined) fn.context.touch(member);
    for (const value of values) fn.evaluate(fn.context.lower(value));
  }
}

/** The parameters of a list, as variables of the scope. */
export function lowerParameters(
  definition: SyntaxNode,
  list: SyntaxNode,
  context: LoweringContext,
): Variable[] {
  const parameters: Variable[] = [];
  const add = (name: string, type: CType, node: SyntaxNode): void => {
    const position = parameters.length;
    parameters.push(context.declareVariable({ name, type, scope: 'parameter', position }, node));
  };
  const oldStyle = oldStyleTypes(definition, context);
  for (const child of list.children) {
    if (child.type === 'identifier') {
      const name = context.textOf(child);
      add(name, oldStyle.get(name) ?? INT, child);
    } else if (child.type.endsWith('parameter_declaration')) {
      const base = specifiedType(child, context);
      const declarator = childOf(child, 'declarator');
      if (declarator === undefined && base.kind === 'void') continue;
      const declared =
        declarator === undefined ? undefined : resolveDeclarator(declarator, base, context);
      add(declared?.name ?? '', decayed(declared?.type ?? base), declared?.node ?? child);
    }
  }
  return parameters;
}

/** The types in `int f(a, b) int a; char *b; { … }`, by name. */
function oldStyleTypes(definition: SyntaxNode, context: LoweringContext): Map<string, CType> {
  const types = new Map<string, CType>();
  for (const child of definition.children) {
    if (child.type !== 'declaration') continue;
    const base = specifiedType(child, context);
    for (const declarator of childrenOf(child, 'declarator')) {
      const { name, type } = resolveDeclarator(declarator, base, context);
      types.set(name, decayed(type));
    }
  }
  return types;
}
