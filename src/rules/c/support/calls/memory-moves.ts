import type { CallExpr, Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionText } from '../../../../code/c/ir/expression-text.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { onlyDefinition } from './own-functions.ts';

const REALLOC = /^(?:\w*_)?(?:x|re)?realloc(?:array|f)?$/;

/** A field that holds a block: `t->pool`, by its text, and the variable that it is reached from. */
export interface Place {
  readonly text: string;
  readonly root: Variable;
}

/** The field that an expression names, reached from a variable through fields alone. */
export function placeOf(expr: Expr): Place | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind !== 'member') return undefined;
  let at: Expr = bare;
  while (at.kind === 'member') at = withoutCasts(at.base);
  return at.kind === 'name' && at.variable !== undefined
    ? { text: expressionText(bare), root: at.variable }
    : undefined;
}

/** The fields behind which a call may put another block, in the words of the caller. */
export function movedBy(call: CallExpr, unit: TranslationUnit): readonly string[] {
  const fn = onlyDefinition(unit, call.name);
  if (fn === undefined) return [];
  return movedFields(fn, unit, new Set()).flatMap(({ position, field }) => {
    const arg = call.args[position];
    return arg === undefined ? [] : [behind(arg, field)];
  });
}

/** The fields that a function itself gives the result of a `realloc` of them. */
export function movedWithin(fn: LoweredFunction): ReadonlySet<string> {
  const all = expressionsOf(fn.blocks);
  const assigned = new Set(
    all.flatMap((expr) =>
      expr.kind === 'assign' && expr.op === '=' ? (placeOf(expr.target)?.text ?? []) : [],
    ),
  );
  return new Set(
    all.flatMap((expr) => {
      const [block] = expr.kind === 'call' && REALLOC.test(expr.name) ? expr.args : [];
      const place = block && placeOf(block);
      return place !== undefined && assigned.has(place.text) ? place.text : [];
    }),
  );
}

interface MovedField {
  readonly position: number;
  /** What stands behind the parameter: `->pool`. */
  readonly field: string;
}

function movedFields(
  fn: LoweredFunction,
  unit: TranslationUnit,
  seen: Set<LoweredFunction>,
): readonly MovedField[] {
  if (seen.has(fn) || seen.size > 16) return [];
  seen.add(fn);
  const own = [...movedWithin(fn)];
  const given = expressionsOf(fn.blocks).flatMap((expr) => {
    const callee = expr.kind === 'call' ? onlyDefinition(unit, expr.name) : undefined;
    if (expr.kind !== 'call' || callee === undefined) return [];
    return movedFields(callee, unit, seen).flatMap(({ position, field }) => {
      const arg = expr.args[position];
      return arg === undefined ? [] : [behind(arg, field)];
    });
  });
  return [...own, ...given].flatMap((text) => {
    const parameter = fn.parameters.find(({ name }) => text.startsWith(`${name}->`));
    return parameter === undefined
      ? []
      : [{ position: parameter.position, field: text.slice(parameter.name.length) }];
  });
}

/** `->pool` behind `t` or `&tree`. */
function behind(arg: Expr, field: string): string {
  const bare = withoutCasts(arg);
  return bare.kind === 'address'
    ? `${expressionText(bare.operand)}.${field.slice(2)}`
    : `${expressionText(bare)}${field}`;
}
