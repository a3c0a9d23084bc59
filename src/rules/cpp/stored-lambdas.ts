import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, type SyntaxNode } from '../../code/syntax/syntax.ts';

const ADDING =
  /^(?:push_back|emplace_back|push_front|emplace_front|push|insert|emplace|insert_or_assign)$/;

/** What comes to an end before the function does may have waited for who calls the lambda. */
const WAITING = /\b(?:wait|join|get|acquire|exec|run|sync|drain|flush)\w*\s*\(/;

/**
 * Whether a lambda is put where it is still found when the function has returned: into a field or a global, by
 * itself or by a function of the file, and that is not named again, so that nothing takes it out.
 */
export function isStored(lambda: SyntaxNode, fn: LoweredFunction, unit: TranslationUnit): boolean {
  const place = placeOfStore(lambda, fn, unit);
  if (place === undefined) return false;
  const { text } = unit.tree;
  const after = text.slice(lambda.end, fn.end);
  const before = text.slice(fn.start, lambda.start);
  const named = new RegExp(`\\b${place}\\b`);
  // A guard that was made before may take it out at the end.
  const hasGuard = /\[[^\]\n]{0,200}\]\s*(?:\([^)]{0,500}\)\s*)?(?:mutable\s*)?\{/.test(before);
  return !named.test(after) && !WAITING.test(after) && !hasGuard;
}

/** The name of what the lambda is put into, or whose function does that. */
function placeOfStore(
  lambda: SyntaxNode,
  fn: LoweredFunction,
  unit: TranslationUnit,
): string | undefined {
  const { parent } = lambda;
  const { tree } = unit;
  if (parent?.type === 'assignment_expression' && lambda.field === 'right') {
    const target = childOf(parent, 'left');
    return target === undefined ? undefined : outlivingRoot(target, fn, unit);
  }
  const call = parent?.type === 'argument_list' ? parent.parent : undefined;
  const callee = call?.type === 'call_expression' ? childOf(call, 'function') : undefined;
  if (parent === undefined || callee === undefined) return undefined;
  const at = parent.children.filter(({ named }) => named).indexOf(lambda);
  if (callee.type === 'identifier') {
    const name = tree.textOf(callee);
    return keepsArgument(name, at, unit) ? name : undefined;
  }
  if (callee.type !== 'field_expression') return undefined;
  const object = childOf(callee, 'argument');
  const field = childOf(callee, 'field');
  if (object === undefined || field === undefined) return undefined;
  const method = tree.textOf(field);
  const isKept = ADDING.test(method) || keepsArgument(method, at, unit);
  return isKept ? outlivingRoot(object, fn, unit) : undefined;
}

/** The first name of a place, where that is a field, a global or behind a reference. */
function outlivingRoot(
  node: SyntaxNode,
  fn: LoweredFunction,
  { tree }: TranslationUnit,
): string | undefined {
  let at = node;
  while (/^(?:field|subscript)_expression$/.test(at.type)) {
    const inner = childOf(at, 'argument');
    if (inner === undefined) return undefined;
    if (inner.type === 'this') {
      const field = childOf(at, 'field');
      return field && tree.textOf(field);
    }
    at = inner;
  }
  if (at.type !== 'identifier') return undefined;
  const name = tree.textOf(at);
  const own = [...fn.parameters, ...fn.locals].find((each) => each.name === name);
  if (own === undefined) return name;
  const isReference = own.type.kind === 'pointer' && own.type.reference === true;
  return own.scope === 'static' || (own.scope === 'parameter' && isReference) ? name : undefined;
}

/** Whether every function of the file with a name puts an argument into a field or a global. */
function keepsArgument(name: string, at: number, { functions }: TranslationUnit): boolean {
  const named = functions.filter((fn) => fn.name === name);
  return named.length > 0 && named.every((fn) => keeps(fn, at));
}

function keeps(fn: LoweredFunction, at: number): boolean {
  const parameter = fn.parameters[at];
  if (parameter === undefined) return false;
  const isIt = (expr: Expr): boolean => {
    const bare = withoutCasts(expr);
    if (bare.kind === 'call' && /^(?:move|forward)/.test(bare.name) && bare.args.length === 1)
      return bare.args.some(isIt);
    return bare.kind === 'name' && bare.variable === parameter;
  };
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'assign') return isIt(expr.value) && isOutside(expr.target);
    if (expr.kind !== 'call' || expr.receiver === undefined) return false;
    return ADDING.test(expr.name) && expr.args.some(isIt) && isOutside(expr.receiver);
  });
}

/** Whether a place is a field of `this` or a global. */
function isOutside(place: Expr): boolean {
  const bare = withoutCasts(place);
  if (bare.kind === 'member' || bare.kind === 'index') return isOutside(bare.base);
  if (bare.kind === 'deref') return isOutside(bare.operand);
  return (
    bare.kind === 'name' &&
    (bare.variable === undefined || /^(?:global|static)$/.test(bare.variable.scope))
  );
}
