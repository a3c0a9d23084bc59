import type { Expr, LoweredFunction, Variable } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { arithmeticType, type CType } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isSize, isUsedAsOffset, isWide } from './size-uses.ts';
import { testsOf } from './tests.ts';
import { narrowedArithmetic } from './width-changes.ts';

/** A local or parameter whose integer type holds less than it did, with what that does. */
export interface NarrowedVariable {
  readonly from: Variable;
  readonly to: Variable;
  /** Given wide values; an operand of this arithmetic; or compared with an upper limit alone. */
  readonly why:
    | { readonly kind: 'values' }
    | { readonly kind: 'operand'; readonly expr: Expr }
    | { readonly kind: 'sign'; readonly test: Expr };
}

const WIDE = 64;

/** The variables of one name that hold less in head, although what they hold or are used for stays. */
export function narrowedVariables(pair: FunctionPair): readonly NarrowedVariable[] {
  const { base, head } = pair;
  const before = byName(base);
  return [...byName(head)].flatMap(([name, to]): NarrowedVariable[] => {
    const from = before.get(name);
    if (from === undefined || from.type.kind !== 'int' || to.type.kind !== 'int') return [];
    if (from.type.boolean === true || to.type.boolean === true) return [];
    const { bits } = from.type;
    const values = valuesOf(head, to);
    if (bits === WIDE && to.type.bits === 32) {
      if (values.some(isWide)) return [{ from, to, why: { kind: 'values' } }];
      if (!isFromOutside(to, values)) return [];
      const expr = operandOf(pair, to);
      return expr === undefined ? [] : [{ from, to, why: { kind: 'operand', expr } }];
    }
    if (bits !== to.type.bits || from.type.signed || !to.type.signed || bits === WIDE) return [];
    const isPlace = (expr: Expr) => expr.kind === 'name' && expr.variable === to;
    if (!isFromOutside(to, values) || !isUsedAsOffset(head, isPlace)) return [];
    const test = upperLimit(head, isPlace);
    return test === undefined ? [] : [{ from, to, why: { kind: 'sign', test } }];
  });
}

/** Of names that several blocks declare none: which is which is not known. */
function byName({ locals, parameters }: LoweredFunction): Map<string, Variable> {
  const all = new Map<string, Variable | undefined>();
  for (const variable of [...parameters, ...locals])
    all.set(variable.name, all.has(variable.name) ? undefined : variable);
  return new Map([...all].flatMap(([name, variable]) => (variable ? [[name, variable]] : [])));
}

function valuesOf(fn: LoweredFunction, variable: Variable): Expr[] {
  const assigned = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && expr.target.kind === 'name' && expr.target.variable === variable
      ? expr.value
      : [],
  );
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'declare' && step.variable === variable ? (step.init ?? []) : [],
    ),
  );
  return [...assigned, ...declared];
}

/** Whether values come from a caller, from a call or from memory: a counter from 0 does not go far. */
function isFromOutside({ scope }: Variable, values: readonly Expr[]): boolean {
  return scope === 'parameter' || values.some(isRead);
}

function isRead(value: Expr): boolean {
  const inner = withoutCasts(value);
  if (inner.kind === 'name') return inner.variable?.scope === 'parameter';
  return /^(?:call|member|index|deref)$/.test(inner.kind);
}

/** Arithmetic of head with the variable that had 64 bits in base, and that says how much memory is meant. */
function operandOf(pair: FunctionPair, variable: Variable): Expr | undefined {
  return narrowedArithmetic(pair).find(
    ({ expr, before }) =>
      before === WIDE &&
      expr.kind === 'binary' &&
      /^[+*]$/.test(expr.op) &&
      expressionsIn(expr).some((part) => part.kind === 'name' && part.variable === variable) &&
      isSize(pair.head, expr),
  )?.expr;
}

/**
 * A test of a signed place against an upper limit, where nothing tests it from below: what is negative
 * passes it.
 */
function upperLimit(fn: LoweredFunction, isPlace: (expr: Expr) => boolean): Expr | undefined {
  let upper: Expr | undefined;
  for (const test of testsOf(fn)) {
    if (test.kind !== 'binary' || !/^(?:[<>]=?|[!=]=)$/.test(test.op)) continue;
    const [left, right] = [withoutCasts(test.left), withoutCasts(test.right)];
    const isLeft = isPlace(left);
    if (!isLeft && !isPlace(right)) continue;
    const other = isLeft ? right : left;
    const limit = knownNumber(other);
    if (limit !== undefined && limit <= 1) return undefined;
    if (/^[!=]=$/.test(test.op) || !isSigned(arithmeticType(test.left.type, test.right.type)))
      continue;
    upper ??= test;
  }
  return upper;
}

function isSigned(type: CType): boolean {
  return type.kind === 'int' && type.signed;
}
