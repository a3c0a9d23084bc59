import type { Cut } from '../code/c/cut.ts';
import type { SyntaxTree } from '../code/syntax.ts';
import type { AnalysisNote } from './file-analysis.ts';

const WHY: Readonly<Record<Cut['bound'], string>> = {
  macros:
    'uses macros that stand for more code than is followed; those further in were taken for functions that nobody knows',
  steps:
    'takes more steps than are allowed for its size; the rest of it was examined block by block',
  rounds: 'has loops that do not settle; it was examined block by block',
};

/** What to say of functions that were not followed whole: which, why, and what it means. */
export function cutNotes(tree: SyntaxTree, cuts: readonly Cut[]): AnalysisNote[] {
  return cuts.map((cut) => {
    const where = `function \`${cut.function}\` at line ${tree.location(cut).line}`;
    const reason = `${where} ${WHY[cut.bound]}, so findings in it may be missing`;
    // All code was examined; only what some macros stand for is not known.
    return { reason, failed: cut.bound !== 'macros' };
  });
}
