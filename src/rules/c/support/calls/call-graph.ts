import { successors } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import {
  alwaysEvaluatedIn,
  expressionsOf,
  topLevelExpressions,
} from '../../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { stronglyConnectedComponents } from '../../../../code/graph/strongly-connected-components.ts';

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
    // `::write` means the function outside of classes, also in a method of that name, and `std::fill` that of the library.
    const isElsewhere = /^(?:::|std::)/.test(unit.tree.textOf(call.callee));
    if (callee.isMethod && isElsewhere) return undefined;
    // A method's own name may mean another class's function.
    return callee.isMethod && callee !== from ? undefined : callee;
  };
  return {
    definition: (name) => byName.get(name),
    calleeOf,
    selfCalls: (fn) => (calls.get(fn) ?? []).filter((call) => calleeOf(fn, call) === fn),
    withoutBaseCase: () => {
      const never = functionsWithoutBaseCase(unit.functions, calleeOf);
      const callees = (from: LoweredFunction) =>
        (calls.get(from) ?? []).flatMap((call) => calleeOf(from, call) ?? []);
      const within = (from: LoweredFunction) => callees(from).filter((fn) => never.has(fn));
      // A function that calls one of these does not return either, but the fault is not its own.
      const cycles = stronglyConnectedComponents([...never], within).filter(
        ([first, second]) =>
          second !== undefined || (first !== undefined && within(first).includes(first)),
      );
      const inCycles = new Set(cycles.flat());
      return new Set([...never].filter((fn) => inCycles.has(fn)));
    },
  };
}

/**
 * The greatest set of functions each of which calls one of the set before it can return. A function
 * that leaves the set has its callers looked at again, and no others.
 */
function functionsWithoutBaseCase(
  functions: readonly LoweredFunction[],
  calleeOf: (from: LoweredFunction, call: CallExpr) => LoweredFunction | undefined,
): Set<LoweredFunction> {
  const called = new Map<BasicBlock, readonly LoweredFunction[]>();
  const callers = new Map<LoweredFunction, Set<LoweredFunction>>();
  for (const fn of functions)
    for (const block of fn.blocks) {
      const callees = topLevelExpressions(block).flatMap((root) =>
        [...alwaysEvaluatedIn(root)].flatMap((expr) =>
          expr.kind === 'call' ? (calleeOf(fn, expr) ?? []) : [],
        ),
      );
      if (callees.length > 0) called.set(block, callees);
      for (const callee of callees) {
        const known = callers.get(callee) ?? new Set();
        callers.set(callee, known.add(fn));
      }
    }
  const left = new Set(functions);
  const recurs = (block: BasicBlock): boolean =>
    called.get(block)?.some((callee) => left.has(callee)) === true;
  const work = new Set(functions);
  for (const fn of work) {
    work.delete(fn);
    if (!left.has(fn) || !endsWithout(fn, recurs)) continue;
    left.delete(fn);
    for (const caller of callers.get(fn) ?? []) work.add(caller);
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
