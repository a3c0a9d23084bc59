import type { BasicBlock, CallExpr, CFunction } from '../../../code/c/ast.ts';
import { successors } from '../../../code/c/control-flow.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';
import { certainIn, expressionsOf, rootsOf } from '../../../code/c/walk.ts';

/** Which functions of a file call which. */
export interface CallGraph {
  definition(name: string): CFunction | undefined;
  /** The function of the file that a call in another one runs. */
  calleeOf(from: CFunction, call: CallExpr): CFunction | undefined;
  /** Every call of a function to itself. */
  selfCalls(fn: CFunction): readonly CallExpr[];
  /** Functions that call one of themselves again on every path, so that none of them ever returns. */
  withoutBaseCase(): ReadonlySet<CFunction>;
}

export function callGraphOf(unit: TranslationUnit): CallGraph {
  const byName = new Map<string, CFunction | undefined>();
  for (const fn of unit.functions) {
    // Overloads cannot be told apart here, and so none is followed.
    byName.set(fn.name, byName.has(fn.name) ? undefined : fn);
  }
  const calls = new Map<CFunction, CallExpr[]>();
  for (const fn of unit.functions) {
    calls.set(
      fn,
      expressionsOf(fn.blocks).filter((expr) => expr.kind === 'call'),
    );
  }
  const calleeOf = (from: CFunction, call: CallExpr): CFunction | undefined => {
    const callee = byName.get(call.name);
    if (callee === undefined || call.callee.kind === 'member') return undefined;
    // A method's own name may mean another class's function.
    return callee.isMethod && callee !== from ? undefined : callee;
  };
  const isInCycle = (fn: CFunction, within: ReadonlySet<CFunction>): boolean => {
    const seen = new Set<CFunction>();
    const work = [fn];
    for (let at = work.pop(); at !== undefined; at = work.pop()) {
      for (const call of calls.get(at) ?? []) {
        const callee = calleeOf(at, call);
        if (callee === fn) return true;
        if (callee === undefined || seen.has(callee) || !within.has(callee)) continue;
        seen.add(callee);
        work.push(callee);
      }
    }
    return false;
  };
  return {
    definition: (name) => byName.get(name),
    calleeOf,
    selfCalls: (fn) => (calls.get(fn) ?? []).filter((call) => calleeOf(fn, call) === fn),
    withoutBaseCase: () => {
      const never = endless(unit.functions, calleeOf);
      // Whoever calls such a function does not return either, but is not to blame.
      return new Set([...never].filter((fn) => isInCycle(fn, never)));
    },
  };
}

/** The greatest set of functions each of which calls one of the set before it can return. */
function endless(
  functions: readonly CFunction[],
  calleeOf: (from: CFunction, call: CallExpr) => CFunction | undefined,
): Set<CFunction> {
  const left = new Set(functions);
  for (let shrank = true; shrank; ) {
    shrank = false;
    for (const fn of left) {
      const recurs = (block: BasicBlock): boolean =>
        rootsOf(block).some((root) =>
          [...certainIn(root)].some((expr) => {
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
function endsWithout(fn: CFunction, avoid: (block: BasicBlock) => boolean): boolean {
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
