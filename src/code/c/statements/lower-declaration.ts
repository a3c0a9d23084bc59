import { childOf, childrenOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { hasStorage, isConstant, isVolatile } from '../declarations/specifiers.ts';
import { resolveDeclarator, specifiedType } from '../expressions/declarators.ts';
import { autoType, completeArrayType } from '../expressions/initialisers.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import { opaque } from '../expressions/opaque.ts';
import { calledSizes } from '../expressions/sizes-in-types.ts';
import type { CallExpr, Expr, Variable } from '../ir/ast.ts';
import { constantValue } from '../ir/constants.ts';
import { libraryReturnType } from '../ir/library-types.ts';
import { type CType, UNKNOWN } from '../ir/types.ts';
import type { FunctionLowering } from './function-lowering.ts';

/** A declaration among the statements of a function. */
export function lowerDeclaration(node: SyntaxNode, fn: FunctionLowering): void {
  const { context } = fn;
  touchAttributes(node, context);
  const base = specifiedType(node, context);
  const specifier = childOf(node, 'type');
  // A class that is declared on the way may have methods.
  if (specifier !== undefined && /^(?:struct|class|union)_specifier$/.test(specifier.type))
    context.lowerNested(specifier);
  if (specifier !== undefined) evaluateSizes(specifier, fn);
  const isExtern = hasStorage(node, 'extern', context);
  const scope = hasStorage(node, 'static', context) ? 'static' : 'local';
  const constant = isConstant(node, context);
  // Of `volatile int *p` it is not the pointer that changes.
  const changes = base.kind !== 'pointer' && isVolatile(node, context);
  for (const declarator of childrenOf(node, 'declarator')) {
    const hasInit = declarator.type === 'init_declarator';
    const inner = hasInit ? (childOf(declarator, 'declarator') ?? declarator) : declarator;
    const binding = structuredBinding(inner);
    if (binding !== undefined) {
      lowerStructuredBinding(declarator, binding, fn);
      continue;
    }
    const declared = resolveDeclarator(inner, base, context);
    const { name } = declared;
    if (name === '') continue;
    if (declared.type.kind === 'function') {
      lowerDirectInitialisation(inner, base, name, fn);
      continue;
    }
    if (isExtern) continue;
    const isAuto = base.kind === 'unknown' && base.name === 'auto';
    const make = (type: CType, init?: Expr): Variable => {
      const volatile = changes && type.kind !== 'pointer' ? { isVolatile: true as const } : {};
      const value = constantValue(constant && !changes, type, init);
      return context.declareVariable(
        { name, type, scope, constant, ...value, ...volatile },
        declared.node,
      );
    };
    // A name is known from its declarator on: `struct node *p = malloc(sizeof *p)`. That of a number
    // that stays is known with its value.
    const isLate =
      isAuto || declared.type.kind === 'array' || (constant && declared.type.kind === 'int');
    const early = isLate ? undefined : make(declared.type);
    // In a condition the value stands beside the declarator.
    const valueNode = childOf(hasInit ? declarator : node, 'value');
    const given = valueNode && initialiser(valueNode, declared.type, context);
    const type = completeArrayType(isAuto ? autoType(declared.type, given) : declared.type, given);
    const variable = early ?? make(type, given);
    fn.locals.push(variable);
    const init = given ?? construction(node, type, fn);
    fn.graph.add({ kind: 'declare', variable, init, count: declared.count });
  }
}

/** `T x(a)` of a class, and `T x{a}` of one with constructors, runs one, which may keep what it is given anywhere. */
function initialiser(node: SyntaxNode, type: CType, context: LoweringContext): Expr {
  const isConstructed =
    type.kind === 'record' &&
    (node.type === 'argument_list' ||
      (node.type === 'initializer_list' && hasConstructor(type.name, context)));
  if (!isConstructed) return context.lower(node);
  const values = node.children.filter(({ named }) => named).map((child) => context.lower(child));
  return opaque(node, context, values);
}

function hasConstructor(record: string, context: LoweringContext): boolean {
  return context.hasMethods && context.symbols.function(record.replace(/^.*::/s, '')) !== undefined;
}

/** The sizes of arrays in a type, and the widths of its members. */
export function evaluateSizes(type: SyntaxNode, fn: FunctionLowering): void {
  for (const node of descendants(type))
    if (node.type === 'bitfield_clause') for (const width of node.children) fn.context.touch(width);
  for (const count of calledSizes(type, fn.context)) fn.evaluate(count);
}

/** What attributes say of how a variable is laid out or used is no code. */
function touchAttributes(node: SyntaxNode, context: LoweringContext): void {
  for (const child of node.children)
    if (child.type === 'attribute_specifier') {
      if (!/\bcleanup\b/.test(context.textOf(child))) context.touch(child);
    } else if (/(?:declarator|_specifier)$/.test(child.type)) touchAttributes(child, context);
}

/** The names of `auto [a, b]` and `auto &[a, b]`. */
function structuredBinding(declarator: SyntaxNode): SyntaxNode | undefined {
  const inner = declarator.type === 'reference_declarator' ? declarator.children : [declarator];
  return inner.find(({ type }) => type === 'structured_binding_declarator');
}

/** `auto [a, b] = f();`: nothing is known of what the names stand for. */
export function lowerStructuredBinding(
  declarator: SyntaxNode,
  names: SyntaxNode,
  { context, locals, graph }: FunctionLowering,
): void {
  const value = childOf(declarator, 'value');
  const whole = value && context.lower(value);
  if (whole !== undefined) graph.add({ kind: 'eval', expr: whole });
  const parts = whole?.kind === 'name' ? [whole] : [];
  for (const node of names.children) {
    if (node.type !== 'identifier') continue;
    const name = context.textOf(node);
    const variable = context.declareVariable({ name, type: UNKNOWN, scope: 'local' }, node);
    locals.push(variable);
    const init = opaque(node, context, parts);
    graph.add({ kind: 'declare', variable, init, count: undefined });
  }
}

/** `std::lock_guard<std::mutex> guard(mutex);` in a body reads as a prototype but makes a variable. */
function lowerDirectInitialisation(
  node: SyntaxNode,
  type: CType,
  name: string,
  { context, locals, graph }: FunctionLowering,
): void {
  const isClass = type.kind === 'record' && context.hasMethods;
  if (!(isClass || type.kind === 'unknown') || node.type !== 'function_declarator') return;
  const given = childOf(node, 'parameters')?.children ?? [];
  const names = given.flatMap((child) => {
    const [only, ...others] = child.children;
    return only !== undefined && others.length === 0 && only.type.endsWith('identifier')
      ? [only]
      : [];
  });
  if (names.length === 0 || names.length !== given.length) return;
  const known = names.every((each) => context.lookup(context.textOf(each)) !== undefined);
  if (!known && !type.name.startsWith('std::')) return;
  const values = names.map((each) => context.lower(each));
  if (known && !isClass && isCall(name, context))
    return graph.add({ kind: 'eval', expr: callOf(name, values, node, context) });
  const items = values.map((value) => ({ name: undefined, value }));
  const variable = context.declareVariable({ name, type, scope: 'local' }, node);
  locals.push(variable);
  const { start, end } = context.span(node);
  const init: Expr = isClass
    ? opaque(node, context, values)
    : { kind: 'initlist', items, type, start, end };
  graph.add({ kind: 'declare', variable, init, count: undefined });
}

/** In C++ `T x;` of class type runs a constructor: it is initialised, with a value that is not known here. */
function construction(node: SyntaxNode, type: CType, fn: FunctionLowering): Expr | undefined {
  if (type.kind !== 'unknown' || type.name === 'auto') return undefined;
  return opaque(node, fn.context, []);
}

/** `EXTENSION f(a, b);` is a call where nothing else can be meant: C has no constructors. */
function isCall(name: string, context: LoweringContext): boolean {
  return (
    !context.hasMethods ||
    context.symbols.function(name) !== undefined ||
    libraryReturnType(name) !== UNKNOWN
  );
}

function callOf(
  name: string,
  args: readonly Expr[],
  node: SyntaxNode,
  context: LoweringContext,
): CallExpr {
  const { start, end } = context.span(node);
  const symbol = context.symbols.function(name);
  const type = symbol?.returns ?? libraryReturnType(name, context.symbols.dataModel);
  const callee: Expr = { kind: 'name', name, variable: undefined, type: UNKNOWN, start, end };
  return { kind: 'call', callee, name, args, receiver: undefined, type, start, end };
}
