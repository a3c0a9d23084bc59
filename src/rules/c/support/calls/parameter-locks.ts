import { successors } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import type { ReportHit } from '../../c-rule.ts';
import { lockEffectOf, lockKey } from './lock-calls.ts';
import type { LockFlow } from './lock-flow.ts';
import { isMoving } from './moving-lock.ts';
import { onlyDefinition } from './own-functions.ts';

/** A lock that a function takes, said by the parameter that leads to it. */
interface TakenLock {
  readonly position: number;
  /** What follows the parameter: `->gate`, or nothing where it is the lock. */
  readonly path: string;
  readonly shared: boolean;
  /** Whether no path through the function goes without it; else an argument may decide. */
  readonly certain: boolean;
}
type Taken = ReadonlyMap<LoweredFunction, readonly TakenLock[]>;

/** How deep calls are followed from the one that is made with the lock to the one that takes it. */
const DEPTH = 3;

/** Calls that pass an object whose lock is held to a function of the file that takes it again. */
export function takenThroughParameters(
  unit: TranslationUnit,
  flows: ReadonlyMap<LoweredFunction, LockFlow>,
  report: ReportHit,
): void {
  const taken = takenLocks(unit, flows);
  for (const [fn, flow] of flows)
    for (const { call, held } of flow.calls) {
      const callee = calleeOf(unit, call);
      for (const { position, path, shared, certain } of (callee && taken.get(callee)) ?? []) {
        const arg = call.args[position];
        if (arg === undefined || isMoving(fn, arg)) continue;
        const lock = keyBehind(unit, arg, path);
        const hold = held.must.get(lock);
        if (hold === undefined || (hold.shared && shared)) continue;
        report(
          call,
          `\`${call.name}\` takes \`${lock}\`, which is already held here (taken at line ${unit.tree.location(hold.at).line})`,
          { confidence: certain ? 0.8 : 0.45, cwe: 764 },
        );
      }
    }
}

function takenLocks(unit: TranslationUnit, flows: ReadonlyMap<LoweredFunction, LockFlow>): Taken {
  let taken: Taken = new Map();
  for (let round = 0; round < DEPTH; round += 1) {
    const known = taken;
    taken = new Map([...flows].map(([fn, flow]) => [fn, takenBy(unit, fn, flow, known)]));
  }
  return taken;
}

function takenBy(unit: TranslationUnit, fn: LoweredFunction, flow: LockFlow, known: Taken) {
  const found: TakenLock[] = [];
  for (const call of expressionsOf(fn.blocks)) {
    if (call.kind !== 'call') continue;
    for (const { argument, path, shared, certain } of takenAt(unit, call, known)) {
      const lock = keyBehind(unit, argument, path);
      const parameter = fn.parameters.find(
        ({ name }) => name !== '' && (lock === name || lock.startsWith(`${name}->`)),
      );
      // One that gives the lock back in between is called with it.
      if (
        parameter === undefined ||
        flow.released.has(lock) !== releasesLater(unit, fn, lock, call)
      )
        continue;
      if (isMoving(fn, argument)) continue;
      const rest = lock.slice(parameter.name.length);
      if (found.some((one) => one.position === parameter.position && one.path === rest)) continue;
      const isCertain = certain && isUnavoidable(fn, call);
      found.push({ position: parameter.position, path: rest, shared, certain: isCertain });
    }
  }
  return found;
}

function takenAt(unit: TranslationUnit, call: CallExpr, known: Taken) {
  const effect = lockEffectOf(call);
  if (effect !== undefined)
    return effect.kind === 'acquire' ? [{ ...effect, path: '', certain: true }] : [];
  const callee = calleeOf(unit, call);
  return ((callee && known.get(callee)) ?? []).flatMap(({ position, ...rest }) => {
    const argument = call.args[position];
    return argument === undefined ? [] : [{ ...rest, argument }];
  });
}

function calleeOf(unit: TranslationUnit, call: CallExpr): LoweredFunction | undefined {
  return call.receiver === undefined ? onlyDefinition(unit, call.name) : undefined;
}

/** The lock that a path leads to from an argument, spelled as where it stands: `&own` and `->gate` are `own.gate`. */
function keyBehind(unit: TranslationUnit, argument: Expr, path: string): string {
  const bare = withoutCasts(argument);
  const isAddress = bare.kind === 'address' && path.startsWith('->');
  return lockKey(unit, bare) + (isAddress ? path.replace('->', '.') : path);
}

/** Whether a lock is given back behind a call, and nowhere before it. */
function releasesLater(unit: TranslationUnit, fn: LoweredFunction, lock: string, call: CallExpr) {
  const releases = expressionsOf(fn.blocks).filter((expr) => {
    const effect = expr.kind === 'call' ? lockEffectOf(expr) : undefined;
    return effect?.kind === 'release' && lockKey(unit, effect.argument) === lock;
  });
  return releases.length > 0 && releases.every(({ start }) => start > call.start);
}

/** Whether each path that returns makes the call. */
function isUnavoidable(fn: LoweredFunction, call: CallExpr): boolean {
  const makes = (block: BasicBlock): boolean =>
    topLevelExpressions(block).some((root) => expressionsIn(root).includes(call));
  const seen = new Set([0]);
  for (const id of seen) {
    const block = fn.blocks[id];
    if (block === undefined || makes(block)) continue;
    if (block.end.kind === 'return') return false;
    for (const next of successors(block.end)) seen.add(next);
  }
  return true;
}
