import type { SyntaxTree } from '../syntax.ts';
import { analyzeFunction } from './analyze-function.ts';
import { AnalyzedFunction } from './analyzed-function.ts';
import type { RustFunction } from './items.ts';
import { type RustFile, readRustFile } from './rust-file.ts';
import { isFromOutside, passOn, type Taint, worse } from './taint.ts';
import type { Seeds } from './walk.ts';

/** What rules ask: the items of a file and the events of its functions. */
export interface RustFacts {
  readonly file: RustFile;
  readonly functions: readonly AnalyzedFunction[];
}

const NO_SEEDS: Seeds = { parameters: new Map(), returned: new Map() };

/**
 * Reads a file into facts. Each function is walked once; those that receive
 * untrusted data from another function of the file, as an argument or as a
 * result, are walked a second time with it.
 */
export function factsOfFile(tree: SyntaxTree, path: string): RustFacts {
  const file = readRustFile(tree, path);
  const first = file.functions.map(
    (fn) => new AnalyzedFunction(fn, analyzeFunction(file, fn, NO_SEEDS)),
  );
  const returned = new Map<RustFunction, Taint>();
  for (const { fn, events } of first) {
    const taint = events.returned.map((value) => value.taint).reduce(worse, undefined);
    if (isFromOutside(taint)) returned.set(fn, taint);
  }
  const passed = new Map<RustFunction, Map<number, Taint>>();
  const callsTainted = new Set<RustFunction>();
  for (const { fn, events } of first) {
    for (const call of events.calls) {
      const called = call.target;
      if (called === undefined || called === fn) continue;
      if (returned.has(called)) callsTainted.add(fn);
      for (const [index, argument] of call.arguments.entries()) {
        if (!isFromOutside(argument.taint)) continue;
        const into = passed.get(called) ?? new Map<number, Taint>();
        const step = passOn(argument.taint, call.node, fn.name, `it is passed to ${called.name}`);
        into.set(index, worse(into.get(index), step) ?? step);
        passed.set(called, into);
      }
    }
  }
  const functions = first.map((analyzed) => {
    const parameters = passed.get(analyzed.fn);
    if (parameters === undefined && !callsTainted.has(analyzed.fn)) return analyzed;
    const seeds = { parameters: parameters ?? new Map<number, Taint>(), returned };
    return new AnalyzedFunction(analyzed.fn, analyzeFunction(file, analyzed.fn, seeds));
  });
  return { file, functions };
}
