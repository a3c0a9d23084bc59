import { successors } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import {
  alwaysEvaluatedIn,
  expressionsOf,
  topLevelExpressions,
} from '../../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { reachable } from '../../../../code/graph/reachability.ts';

/** Which functions of a file call which. */
export interface FileCallGraph {
  definition(name: string): LoweredFunction | undefined;
  /** The function of the file that a call in another one runs. */
  calleeOf(from: LoweredFunction, call: CallExpr): LoweredFunction | undefined;
  /** Every call of a function to itself. */
  selfCalls(fn: LoweredFunction): readonly CallExpr[];
  /** Functions that call one of themselves again on every path, so that none of them ever returns. */
  withoutBaseCase(): ReadonlySet<LoweredFunction>;
}

export function callGraphOf(unit: TranslationUnit): FileCallGraph {
  const byName = new Map<string, LoweredFunction | undefined>();
  for (const fn of unit.functions) {
    // Overloads cannot be told apart here, and so none is followed.
    byName.set(fn.name, byName.has(fn.name) ? undefined : fn);
  }
  const calls = new Map<LoweredFunction, CallExpr[]>();
  for (const fn of unit.functions) {
    calls.set(
      fn,
      expressionsOf(fn.blocks).filter((expr) => expr.kind === 'call'),
    );
  }
  const calleeOf = (from: LoweredFunction, call: CallExpr): LoweredFunction | undefined => {
    const callee = byName.get(call.name);
    if (callee === undefined || call.callee.kind === 'member') return undefined;
    // A method's own name may mean another class's function.
    return callee.isMethod && callee !== from ? undefined : callee;
  };
  const isInCycle = (fn: LoweredFunction, within: ReadonlySet<LoweredFunction>): boolean => {
    const callees = (from: LoweredFunction) =>
      (calls.get(from) ?? []).flatMap((call) => calleeOf(from, call) ?? []);
    const others = reachable([fn], (from) => callees(from).filter((callee) => within.has(callee)));
    return [...others].some((from) => callees(from).includes(fn));
  };
  return {
    definition: (name) => byName.get(name),
    calleeOf,
    selfCalls: (fn) => (calls.get(fn) ?? []).filter((call) => calleeOf(fn, call) === fn),
    withoutBaseCase: () => {
      const never = functionsWithoutBaseCase(unit.functions, calleeOf);
      // A function that calls one of these does not return either, but the fault is not its own.
      return new Set([...never].filter((fn) => isInCycle(fn, never)));
    },
  };
}

/** The greatest set of functions each of which calls one of the set before it can return. */
function functionsWithoutBaseCase(
  functions: readonly LoweredFunction[],
  calleeOf: (from: LoweredFunction, call: CallExpr) => LoweredFunction | undefined,
): Set<LoweredFunction> {
  const left = new Set(functions);
  for (let shrank = true; shrank; ) {
    shrank = false;
    for (const fn of left) {
      const recurs = (block: BasicBlock): boolean =>
        topLevelExpressions(block).some((root) =>
          [...alwaysEvaluatedIn(root)].some((expr) => {
            const callee = expr.kind === 'call' ? calleeOf(fn, expr) : undefined;
            return callee !== undefined && left.has(callee);
          }),
        );
      if (!endsWithout(fn, recurs)) continue;
      left.delete(fn);
      shrank = true;
    }
  }
  return left;
}

/** Whether a function can come to an end, or run on in a loop, without such a block. */
function endsWithout(fn: LoweredFunction, avoid: (block: BasicBlock) => boolean): boolean {
  const seen = new Set([0]);
  const work = [0];
  const open = fn.loops.length > 0;
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const block = fn.blocks[id];
    if (block === undefined || avoid(block)) continue;
    if (block.end.kind === 'return' || block.end.kind === 'stop') return true;
    for (const next of successors(block.end)) {
      if (open && seen.has(next) && fn.loops.some((loop) => loop.header === next)) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      work.push(next);
    }
  }
  return false;
}
