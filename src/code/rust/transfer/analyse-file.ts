import type { SyntaxTree } from '../../syntax/syntax.ts';
import { initialiserFunctions } from '../items/initialisers.ts';
import type { RustFunction } from '../items/items.ts';
import { type RustFile, rustFileOf } from '../items/rust-file.ts';
import { AnalysedFunction } from '../state/analysed-function.ts';
import { isExternalTaint, joinTaint, propagate, type RustTaint } from '../state/taint.ts';
import type { CallInputs } from '../state/walk.ts';
import { analyseRustFunction } from './analyse-function.ts';

/** What rules ask: the items of a file and the events of its functions. */
export interface RustFacts {
  readonly file: RustFile;
  readonly functions: readonly AnalysedFunction[];
}

const NO_INPUTS: CallInputs = { parameters: new Map(), returned: new Map() };

/**
 * Reads a file into facts. Each function is walked once; those that receive
 * untrusted data from another function of the file, as an argument or as a
 * result, are walked a second time with it.
 */
export function analyseRustFile(tree: SyntaxTree, path: string): RustFacts {
  const file = rustFileOf(tree, path);
  const all = [...file.functions, ...initialiserFunctions(file)];
  const first = all.map((fn) => new AnalysedFunction(fn, analyseRustFunction(file, fn, NO_INPUTS)));
  const returned = new Map<RustFunction, RustTaint>();
  for (const { fn, events } of first) {
    const taint = events.returned.map((value) => value.taint).reduce(joinTaint, undefined);
    if (isExternalTaint(taint)) returned.set(fn, taint);
  }
  const passed = new Map<RustFunction, Map<number, RustTaint>>();
  const callsTainted = new Set<RustFunction>();
  for (const { fn, events } of first) {
    for (const call of events.calls) {
      const called = call.target;
      if (called === undefined || called === fn) continue;
      if (returned.has(called)) callsTainted.add(fn);
      for (const [index, argument] of call.arguments.entries()) {
        if (!isExternalTaint(argument.taint)) continue;
        const into = passed.get(called) ?? new Map<number, RustTaint>();
        const step = propagate(
          argument.taint,
          call.node,
          fn.name,
          `it is passed to ${called.name}`,
        );
        into.set(index, joinTaint(into.get(index), step) ?? step);
        passed.set(called, into);
      }
    }
  }
  const functions = first.map((analysed) => {
    const parameters = passed.get(analysed.fn);
    if (parameters === undefined && !callsTainted.has(analysed.fn)) return analysed;
    const seeds = { parameters: parameters ?? new Map<number, RustTaint>(), returned };
    return new AnalysedFunction(analysed.fn, analyseRustFunction(file, analysed.fn, seeds));
  });
  return { file, functions };
}
