import type { CallExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { visitFunction } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { ownFunction } from '../calls/own-functions.ts';
import {
  bothGuards,
  guardOfCall,
  guardOfFunction,
  NO_GUARD,
  type TextGuard,
  textBase,
} from './text-guard.ts';

/**
 * What was checked of the texts that a function gets as parameters, where all that call it are in its file: only what each
 * of them has checked counts. Where in a caller the check stands is not told apart, as within one function.
 * @returns the guards by the position of the parameter
 */
export function callerGuards(
  fn: LoweredFunction,
  unit: TranslationUnit,
): ReadonlyMap<number, TextGuard> {
  const guards = new Map<number, TextGuard>();
  if (fn.exported || unit.addressTaken.has(fn.name)) return guards;
  const calls = callsTo(fn, unit);
  if (calls.length === 0) return guards;
  for (const position of fn.parameters.keys()) {
    const each = calls.map(({ caller, call }) => {
      const arg = call.args[position];
      return arg === undefined ? NO_GUARD : checkedIn(caller, arg, unit);
    });
    guards.set(position, each.reduce(commonGuard));
  }
  return guards;
}

function callsTo(
  fn: LoweredFunction,
  unit: TranslationUnit,
): { readonly caller: LoweredFunction; readonly call: CallExpr }[] {
  const calls: { caller: LoweredFunction; call: CallExpr }[] = [];
  for (const caller of unit.functions)
    visitFunction(caller, (expr) => {
      if (expr.kind === 'call' && expr.name === fn.name) calls.push({ caller, call: expr });
    });
  return calls;
}

/** What the calls in a function say of a text that it passes on. */
function checkedIn(caller: LoweredFunction, arg: Expr, unit: TranslationUnit): TextGuard {
  const bare = withoutCasts(arg);
  const isElement = bare.kind === 'index' && constantOf(bare.index) !== undefined;
  if (bare.kind !== 'name' && bare.kind !== 'member' && !isElement) return NO_GUARD;
  const spelling = (expr: Expr) => unit.tree.textOf(withoutCasts(expr));
  const text = spelling(bare);
  let guard = NO_GUARD;
  visitFunction(caller, (expr) => {
    if (expr.kind !== 'call') return;
    const direct = guardOfCall(expr);
    const asked = direct === undefined ? undefined : expr.args[direct.arg];
    if (direct !== undefined && asked !== undefined) {
      if (spelling(textBase(asked) ?? asked) === text) guard = bothGuards(guard, direct.guard);
    } else if (expr.args.some((each, at) => spelling(each) === text && onlyReads(expr, at, unit)))
      guard = bothGuards(guard, guardOfFunction(unit, expr.name) ?? NO_GUARD);
  });
  return guard;
}

/** Whether a call can only look at a text: one that fills it has checked something else. */
function onlyReads(call: CallExpr, at: number, unit: TranslationUnit): boolean {
  const callee = ownFunction(unit, call.name);
  if (callee === undefined) return true;
  const parameter = callee.parameters[at];
  if (parameter === undefined) return false;
  const head = unit.tree.text.slice(callee.start, unit.tree.text.indexOf('{', callee.start));
  return new RegExp(`\\bconst\\b[^,()]*\\b${parameter.name}\\b`).test(head);
}

/** What holds of two texts. */
function commonGuard(a: TextGuard, b: TextGuard): TextGuard {
  return {
    allowList: a.allowList && b.allowList,
    allowed: a.allowed + b.allowed,
    denied: [...a.denied].filter((letter) => b.denied.includes(letter)).join(''),
    noParent: a.noParent && b.noParent,
    resolved: a.resolved && b.resolved,
    values: a.values && b.values,
    trusted: a.trusted && b.trusted,
  };
}
