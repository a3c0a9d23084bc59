import type { SyntaxTree } from '../../syntax/syntax.ts';
import { initialiserFunctions } from '../items/initialisers.ts';
import type { RustFunction } from '../items/items.ts';
import { type RustFile, rustFileOf } from '../items/rust-file.ts';
import { ProjectView } from '../project/project-view.ts';
import { NO_RUST, type RustKnowledge } from '../project/rust-knowledge.ts';
import { type IntegerRange, isWithin, joinRanges, rangeOfType } from '../ranges/integer-range.ts';
import { AnalysedFunction } from '../state/analysed-function.ts';
import type { RustCall } from '../state/events.ts';
import { CHECKS_PARTS } from '../state/known-calls.ts';
import {
  type ExternalTaint,
  isExternalTaint,
  joinTaint,
  propagate,
  type RustTaint,
} from '../state/taint.ts';
import { analyseRustFunction } from './analyse-function.ts';

/** What rules ask: the items of a file and the events of its functions. */
export interface RustFacts {
  readonly file: RustFile;
  readonly functions: readonly AnalysedFunction[];
  /** What the other files of the project tell. */
  readonly project: ProjectView;
}

/** Chains of functions of one file that hand data on are followed this far. */
const MAX_ROUNDS = 4;

/**
 * Reads a file into facts. Each function is walked once, and again when it turns out to receive
 * untrusted data from another function, as an argument or as a result: of this file, or as the
 * project knows of others. So it is where a function of this file gives back fewer numbers than its type holds.
 */
export function analyseRustFile(
  tree: SyntaxTree,
  path: string,
  knowledge: RustKnowledge = NO_RUST,
): RustFacts {
  const project = new ProjectView(knowledge, path);
  const file = rustFileOf(tree, path, project.isTest);
  const all = [...file.functions, ...initialiserFunctions(file), ...file.macros];
  const analysed = new Map<RustFunction, AnalysedFunction>();
  const returned = new Map<RustFunction, RustTaint>();
  const numbers = new Map<RustFunction, IntegerRange>();
  const passed = new Map(all.map((fn) => [fn, project.passedTo(fn)]));
  let pending: readonly RustFunction[] = all;
  for (let round = 0; round < MAX_ROUNDS && pending.length > 0; round += 1) {
    for (const fn of pending) {
      const parameters = passed.get(fn) ?? new Map<number, RustTaint>();
      const inputs = { parameters, returned, numbers, others: project };
      analysed.set(fn, new AnalysedFunction(fn, analyseRustFunction(file, fn, inputs)));
    }
    const changed = new Set<RustFunction>();
    for (const fn of pending) {
      const taint = returnedTaint(analysed.get(fn), file);
      if (taint !== undefined && !returned.has(fn)) {
        returned.set(fn, taint);
        for (const caller of callersOf(fn, analysed)) changed.add(caller);
      }
      const number = returnedNumber(analysed.get(fn));
      if (number !== undefined && !numbers.has(fn)) {
        numbers.set(fn, number);
        for (const caller of callersOf(fn, analysed)) changed.add(caller);
      }
      for (const call of analysed.get(fn)?.events.calls ?? []) {
        const called = call.target;
        if (called === undefined || called === fn) continue;
        if (passArguments(call, fn, called, passed.get(called))) changed.add(called);
      }
    }
    pending = all.filter((fn) => changed.has(fn));
  }
  return { file, project, functions: all.flatMap((fn) => analysed.get(fn) ?? []) };
}

/** Untrusted data that a function gives back; a path of which it has looked at each part is none. */
export function returnedTaint(
  analysed: AnalysedFunction | undefined,
  file: RustFile,
): ExternalTaint | undefined {
  if (analysed === undefined || CHECKS_PARTS.test(file.tree.textOf(analysed.fn.body)))
    return undefined;
  const taint = analysed.events.returned
    .map((value) => value.taint)
    .reduce<RustTaint | undefined>(joinTaint, undefined);
  return isExternalTaint(taint) ? taint : undefined;
}

/** The numbers that a function gives back, where they are fewer than its type holds; a trait's may be given others. */
function returnedNumber(analysed: AnalysedFunction | undefined): IntegerRange | undefined {
  const limits = rangeOfType(analysed?.fn.returns);
  if (analysed === undefined || limits === undefined || analysed.fn.isAsync) return undefined;
  if (analysed.fn.node.parent?.parent?.type === 'trait_item') return undefined;
  const [first, ...rest] = analysed.events.returned.map(({ range }) => range);
  const all = rest.reduce((a, b) => a && b && joinRanges(a, b), first);
  return all !== undefined && isWithin(all, limits) && !isWithin(limits, all) ? all : undefined;
}

/** Untrusted data that a call passes to a function with these parameters, by their positions. */
export function passedTaint(
  call: RustCall,
  caller: RustFunction,
  called: { readonly name: string; readonly hasSelf: boolean },
): [number, ExternalTaint][] {
  // `Type::method(x, a)` passes `self` as any other argument.
  const before = !call.isMethod && called.hasSelf ? 1 : 0;
  return call.arguments.slice(before).flatMap(({ taint }, index): [number, ExternalTaint][] => {
    if (!isExternalTaint(taint)) return [];
    const step = propagate(taint, call.node, caller.name, `it is passed to ${called.name}`);
    return isExternalTaint(step) ? [[index, step]] : [];
  });
}

function callersOf(
  fn: RustFunction,
  analysed: ReadonlyMap<RustFunction, AnalysedFunction>,
): RustFunction[] {
  return [...analysed.values()]
    .filter((one) => one.fn !== fn && one.events.calls.some(({ target }) => target === fn))
    .map((one) => one.fn);
}

/** Adds what a call passes to what is known of a function's parameters. Says whether that is more. */
function passArguments(
  call: RustCall,
  caller: RustFunction,
  called: RustFunction,
  into: Map<number, RustTaint> | undefined,
): boolean {
  let isMore = false;
  for (const [index, step] of passedTaint(call, caller, called)) {
    const known = into?.get(index);
    const joined = joinTaint(known, step) ?? step;
    if (known?.kind === joined.kind) continue;
    into?.set(index, joined);
    isMore = true;
  }
  return isMore;
}
