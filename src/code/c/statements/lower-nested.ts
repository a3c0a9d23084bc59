import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { isVariadic } from '../declarations/specifiers.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import { opaque } from '../expressions/opaque.ts';
import type { Expr, LoweredFunction, NameExpr, Variable } from '../ir/ast.ts';
import { nestedName } from '../ir/nested-name.ts';
import { UNKNOWN } from '../ir/types.ts';
import { changedCaptures, referredNames } from './captures.ts';
import { FunctionLowering } from './function-lowering.ts';
import { lowerDefinition } from './lower-definition.ts';
import { lowerParameters } from './lower-function.ts';
import { lowerStatement } from './lower-statement.ts';

/**
 * Lowers a lambda, a block that is a value (`({ … })`), or what is defined in a function, as functions of
 * their own: what they do with the variables of the function around is not followed there, only that they
 * may change them.
 */
export function lowerNested(node: SyntaxNode, context: LoweringContext): Expr {
  switch (node.type) {
    case 'lambda_expression': {
      touchLambdaHead(node, context);
      const { result, captured } = context.inNested(() =>
        addFunction(node, childOf(node, 'body'), context),
      );
      const { start, end } = context.span(node);
      const written = changedCaptures(result, captured);
      const isReferred = referredNames(node, context);
      const changes = written
        .filter(({ name }) => isReferred(name))
        .map((variable) => addressOf(variable, node, context));
      const name: NameExpr = {
        ...{ kind: 'name', name: result.name, variable: undefined, type: UNKNOWN, start, end },
        ...(changes.length === 0 ? {} : { changes }),
      };
      return name;
    }
    case 'compound_statement': {
      const { captured } = context.inNested(() => addFunction(node, node, context));
      const parts = [...captured.values()].map((variable) => changed(variable, node, context));
      return opaque(node, context, parts);
    }
    default:
      lowerDefinitionsIn(node, context);
      return opaque(node, context, []);
  }
}

/** A definition in a function, as GNU C has them, or the methods of a class there. */
function lowerDefinitionsIn(node: SyntaxNode, context: LoweringContext, owner = ''): void {
  if (node.type !== 'function_definition') {
    const name = childOf(node, 'name');
    const inner = name === undefined ? owner : context.textOf(name);
    for (const child of childOf(node, 'body')?.children ?? []) {
      if (child.type === 'field_declaration') touchMember(child, context);
      if (/^(?:function_definition|field_declaration|\w+_specifier)$/.test(child.type))
        lowerDefinitionsIn(
          child.type === 'field_declaration' ? (childOf(child, 'type') ?? child) : child,
          context,
          inner,
        );
    }
    return;
  }
  const around = context.owner;
  const { result } = context.inNested(() => lowerDefinition({ node, owner }, context));
  context.owner = around;
  if (result !== undefined) context.nested.push({ ...result, exported: false });
}

/** What a member is, and a value that it begins with; what a call there does is followed by itself. */
function touchMember(member: SyntaxNode, context: LoweringContext): void {
  for (const part of member.children) {
    const isValue = part.field === 'default_value';
    const calls = /^(?:call_expression|lambda_expression)$/;
    if (!isValue || !descendants(part).some(({ type }) => calls.test(type))) context.touch(part);
  }
}

/** Code that stands in no function, as the body of one. */
export function lowerByItself(node: SyntaxNode, context: LoweringContext): LoweredFunction {
  return context.inNested(() => built(node, [], context, (fn) => fn.evaluate(context.lower(node))))
    .result;
}

/** Lowers the function, which has a name that no function of a program has. */
function addFunction(
  node: SyntaxNode,
  body: SyntaxNode | undefined,
  context: LoweringContext,
): LoweredFunction {
  const list = childOf(childOf(node, 'declarator') ?? node, 'parameters');
  const parameters = list === undefined ? [] : lowerParameters(node, list, context);
  const lowered = built(node, parameters, context, (fn) => {
    for (const { value } of initialisedCaptures(node)) fn.evaluate(context.lower(value));
    if (body !== undefined) fn.each(body.children);
  });
  context.nested.push({ ...lowered, variadic: isVariadic(list) });
  return lowered;
}

/** What a lambda captures by its name, and the type that it says it returns, are no code of its own. */
function touchLambdaHead(node: SyntaxNode, context: LoweringContext): void {
  for (const capture of childOf(node, 'captures')?.children ?? [])
    context.touch(childOf(capture, 'left') ?? capture);
  for (const part of childOf(node, 'declarator')?.children ?? [])
    if (part.type === 'trailing_return_type') context.touch(part);
}

/** `[value = f()]` */
function initialisedCaptures(node: SyntaxNode): { value: SyntaxNode }[] {
  const captures = childOf(node, 'captures')?.children ?? [];
  return captures.flatMap((capture) => {
    const value = childOf(capture, 'right') ?? childOf(capture, 'value');
    return value === undefined ? [] : [{ value }];
  });
}

function built(
  node: SyntaxNode,
  parameters: readonly Variable[],
  context: LoweringContext,
  lower: (fn: FunctionLowering) => void,
): LoweredFunction {
  const fn = new FunctionLowering(context, lowerStatement);
  lower(fn);
  const { blocks, loops } = fn.graph.build();
  const { start, end } = context.span(node);
  const name = nestedName(node.type === 'lambda_expression' ? 'lambda' : 'block', start);
  const flags = { exported: false, isNoexcept: false, isMethod: false, variadic: false };
  const { locals } = fn;
  const outline = { name, qualifiedName: name, returns: UNKNOWN, parameters, locals };
  return { ...outline, ...flags, blocks, loops, start, end };
}

function addressOf(variable: Variable, node: SyntaxNode, context: LoweringContext): Expr {
  const { start, end } = context.span(node);
  const { name, type } = variable;
  const operand: Expr = { kind: 'name', name, variable, type, start, end };
  return { kind: 'address', operand, type: UNKNOWN, start, end };
}

/** A variable that got an unknown value. */
function changed(variable: Variable, node: SyntaxNode, context: LoweringContext): Expr {
  const { start, end } = context.span(node);
  const { name, type } = variable;
  const target: Expr = { kind: 'name', name, variable, type, start, end };
  if (type.kind === 'array' || type.kind === 'record') {
    const operand = addressOf(variable, node, context);
    const callee = opaque(node, context, []);
    const args = [type.kind === 'array' ? target : operand];
    return { kind: 'call', callee, name: '', args, receiver: undefined, type: UNKNOWN, start, end };
  }
  return { kind: 'assign', op: '=', target, value: opaque(node, context, []), type, start, end };
}
