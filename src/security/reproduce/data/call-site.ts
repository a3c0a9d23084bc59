import type {
  BasicBlock,
  CallExpr,
  Expr,
  LoweredFunction,
  Terminator,
  Variable,
} from '../../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';
import type { NumberLimits } from './data-input.ts';
import { limitsBehind, mentions, statedNumber } from './value-limits.ts';

/** A call of a function by its name, and where it stands. */
export interface CallSite {
  readonly file: string;
  readonly unit: TranslationUnit;
  readonly caller: LoweredFunction;
  readonly call: CallExpr;
}

/** All calls of a function that a file makes. */
export function callSitesIn(file: string, unit: TranslationUnit, name: string): CallSite[] {
  return unit.functions.flatMap((caller) =>
    expressionsOf(caller.blocks).flatMap((expr) =>
      expr.kind === 'call' && expr.name === name && expr.callee.kind === 'name'
        ? [{ file, unit, caller, call: expr }]
        : [],
    ),
  );
}

/**
 * What a caller leaves of the values of one of its variables on all ways to a call: each of them reaches it as it is.
 * Undefined where the caller does anything else with it before than compare it with numbers and leave: then it may
 * have looked at what it passes, and what it lets through cannot be said.
 */
export function limitsAtCall(
  { caller, call }: CallSite,
  variable: Variable,
  limits: NumberLimits,
): NumberLimits | undefined {
  if (isChanged(caller, variable)) return undefined;
  const own = caller.blocks.find((block) => rootWith(block, call) !== undefined);
  const root = own && rootWith(own, call);
  if (own === undefined || root === undefined) return undefined;
  const before = blocksBefore(caller, own.id);
  if (isMentionedBefore(own, root, call, variable, before.has(own.id))) return undefined;
  let left: NumberLimits | undefined = limits;
  for (const block of caller.blocks) {
    if (!before.has(block.id) || left === undefined) continue;
    if (block !== own && stepsMention(block, variable)) return undefined;
    left = limitsAtEnd(block.end, variable, left, (id) => id === own.id || before.has(id));
  }
  return left;
}

/** Whether a caller has given a local variable no value before a call, or zero. */
export function isUntouchedAtCall({ caller, call }: CallSite, variable: Variable): boolean {
  const own = caller.blocks.find((block) => rootWith(block, call) !== undefined);
  const root = own && rootWith(own, call);
  if (own === undefined || root === undefined) return false;
  const before = blocksBefore(caller, own.id);
  if (isMentionedBefore(own, root, call, variable, before.has(own.id))) return false;
  return caller.blocks.every((block) => {
    const isDeclared = block.steps.every(
      (step) =>
        step.kind !== 'declare' || step.variable !== variable || isNothing(step.init, step.count),
    );
    if (!isDeclared || block === own || !before.has(block.id)) return isDeclared;
    return !topLevelExpressions(block).some((expr) => mentions(expr, variable));
  });
}

function isNothing(init: Expr | undefined, count: Expr | undefined): boolean {
  return count === undefined && (init === undefined || statedNumber(init) === 0n);
}

/** Whether the address of a variable is taken, or another value given to it. */
function isChanged(fn: LoweredFunction, variable: Variable): boolean {
  const isIt = (expr: Expr) => expr.kind === 'name' && expr.variable === variable;
  return expressionsOf(fn.blocks).some(
    (expr) =>
      (expr.kind === 'assign' && isIt(expr.target)) ||
      ((expr.kind === 'incdec' || expr.kind === 'address') && isIt(expr.operand)),
  );
}

function rootWith(block: BasicBlock, call: CallExpr): Expr | undefined {
  return topLevelExpressions(block).find((root) => expressionsIn(root).includes(call));
}

/** The blocks from which a way leads to another one. */
function blocksBefore({ blocks }: LoweredFunction, target: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let pending = [target]; pending.length > 0; ) {
    const wanted = new Set(pending);
    pending = blocks
      .filter(({ id, end }) => !found.has(id) && successors(end).some((to) => wanted.has(to)))
      .map(({ id }) => id);
    for (const id of pending) found.add(id);
  }
  return found;
}

function successors(end: Terminator): readonly number[] {
  if (end.kind === 'jump') return [end.to];
  if (end.kind === 'branch') return [end.then, end.otherwise];
  if (end.kind === 'switch') return [...end.cases.map(({ to }) => to), end.otherwise];
  return [];
}

/** Whether the block of the call has the variable outside of the call, and not only behind it. */
function isMentionedBefore(
  block: BasicBlock,
  root: Expr,
  call: CallExpr,
  variable: Variable,
  isLoop: boolean,
): boolean {
  const inCall = new Set(expressionsIn(call));
  const roots = topLevelExpressions(block);
  return roots.some((one, at) => {
    if (!isLoop && at > roots.indexOf(root)) return false;
    return expressionsIn(one).some(
      (expr) => expr.kind === 'name' && expr.variable === variable && !inCall.has(expr),
    );
  });
}

function stepsMention({ steps, end }: BasicBlock, variable: Variable): boolean {
  return topLevelExpressions({ id: 0, steps, end: { kind: 'stop' } })
    .concat(end.kind === 'return' && end.value !== undefined ? [end.value] : [])
    .some((root) => mentions(root, variable));
}

function limitsAtEnd(
  end: Terminator,
  variable: Variable,
  limits: NumberLimits,
  leadsThere: (block: number) => boolean,
): NumberLimits | undefined {
  if (end.kind === 'switch') return mentions(end.value, variable) ? undefined : limits;
  if (end.kind !== 'branch' || !mentions(end.condition, variable)) return limits;
  const [whenTrue, whenFalse] = [leadsThere(end.then), leadsThere(end.otherwise)];
  // Both ways lead on: what it was may be remembered in another variable.
  if (whenTrue && whenFalse) return undefined;
  return limitsBehind(end.condition, whenTrue, variable, limits);
}
