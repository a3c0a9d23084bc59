import type { CallExpr, Expr, IndexExpr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { accessPaths, valuePaths } from './access-paths.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { assertedTests, testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';
import { type ValueOrigins, valueOrigins } from './value-origins.ts';

/** An element that head reaches by itself, where base called a function that tested the index. */
export interface LostAccessor {
  readonly element: Expr;
  /** What the function tested and head does not. */
  readonly index: Expr;
  /** The call of base. */
  readonly call: CallExpr;
}

/** A function that tests some of its parameters and indexes an array with them. */
interface Accessor {
  readonly arrays: ReadonlySet<string>;
  /** The positions of the parameters that it tests. */
  readonly tested: readonly number[];
}

/** The elements that the change made reached without the function that tested their index. */
export function lostAccessors(change: UnitChange, pair: FunctionPair): readonly LostAccessor[] {
  const elements = elementsOf(pair.head).filter(
    (element) => isWritten(change, element) && arrayName(element) !== undefined,
  );
  if (elements.length === 0) return [];
  const calls = accessorCalls(change, pair.base);
  if (calls.length === 0) return [];
  const compared = comparedPaths(pair.head);
  const known = new Set(elementsOf(pair.base).map(expressionText));
  return elements.flatMap((element): LostAccessor[] => {
    if (known.has(expressionText(element))) return [];
    for (const { call, accessor } of calls) {
      if (!accessor.arrays.has(arrayName(element) ?? '')) continue;
      if (!isNearby(change, call, element)) continue;
      const index = accessor.tested
        .flatMap((position) => call.args[position] ?? [])
        .find((argument) => isUntested(argument, element, compared));
      if (index !== undefined) return [{ element, index, call }];
    }
    return [];
  });
}

function accessorCalls(change: UnitChange, fn: LoweredFunction) {
  return expressionsOf(fn.blocks).flatMap((call) => {
    if (call.kind !== 'call' || call.receiver !== undefined) return [];
    const callee = change.base.functionsByName.get(call.name);
    if (callee === undefined || callee === fn || !isTakenAway(change, call)) return [];
    const accessor = accessorOf(callee);
    return accessor.tested.length === 0 ? [] : { call, accessor };
  });
}

function accessorOf(fn: LoweredFunction): Accessor {
  const compared = comparedPaths(fn);
  const origins = valueOrigins(fn);
  const elements = elementsOf(fn).filter((element) => arrayName(element) !== undefined);
  const tested = fn.parameters.filter(
    ({ name }) => compared.has(name) && elements.some((element) => isAt(element, name, origins)),
  );
  return {
    arrays: new Set(elements.flatMap((element) => arrayName(element) ?? [])),
    tested: tested.map(({ position }) => position),
  };
}

/** Whether a parameter, or what was computed from it, is an index of an element. */
function isAt(element: IndexExpr, parameter: string, origins: ValueOrigins): boolean {
  return indicesOf(element).some((index) =>
    [...valuePaths(index)].some((path) => path === parameter || origins(path).has(parameter)),
  );
}

/** What a function compares as a number with something else, and not for an assertion alone. */
function comparedPaths(fn: LoweredFunction): ReadonlySet<string> {
  const asserted = assertedTests(fn);
  const comparisons = testsOf(fn).filter(
    (test) => test.kind === 'binary' && /^[<>]=?$/.test(test.op) && !asserted.has(test),
  );
  return new Set(comparisons.flatMap((test) => [...accessPaths(test)]));
}

/** The outermost elements that a function reaches: of `t[j][i]` it is this, and not `t[j]`. */
function elementsOf(fn: LoweredFunction): readonly IndexExpr[] {
  const all = expressionsOf(fn.blocks).flatMap((expr) => (expr.kind === 'index' ? expr : []));
  const inner = new Set(all.map(({ base }) => withoutCasts(base)));
  return all.filter((element) => !inner.has(element));
}

function indicesOf(element: IndexExpr): readonly Expr[] {
  const base = withoutCasts(element.base);
  return base.kind === 'index' ? [...indicesOf(base), element.index] : [element.index];
}

/** The name of the variable or member that an element is of. */
function arrayName(element: IndexExpr): string | undefined {
  const base = withoutCasts(element.base);
  if (base.kind === 'index') return arrayName(base);
  return base.kind === 'name' || base.kind === 'member' ? base.name : undefined;
}

/** Whether an argument is an index of an element of head as it is, and head compares nothing of it. */
function isUntested(argument: Expr, element: IndexExpr, compared: ReadonlySet<string>): boolean {
  const text = expressionText(argument);
  if (knownNumber(argument) !== undefined || isLimited(argument)) return false;
  const at = indicesOf(element).find((index) => expressionText(index) === text);
  return at !== undefined && accessPaths(argument).isDisjointFrom(compared);
}

/** Whether the way in which a value is computed limits it, or its type does. */
function isLimited(argument: Expr): boolean {
  const plain = withoutCasts(argument);
  if (plain.kind === 'binary' && /^(?:[&%]|>>|[<>]=?|[!=]=)$/.test(plain.op)) return true;
  return argument.type.kind === 'int' && argument.type.bits <= 8;
}
