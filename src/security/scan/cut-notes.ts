import type { ReachedBound } from '../../code/c/ir/reached-bound.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';

const REASONS: Readonly<Record<ReachedBound['bound'], string>> = {
  macros:
    'uses macros that stand for more code than is followed; those further in were taken for unknown functions',
  steps:
    'takes more steps than are allowed for its size; the rest of it was examined block by block',
  file: 'stands in a file that takes more steps than are allowed for its size; it was examined block by block',
  rounds: 'has loops that do not settle; it was examined block by block',
};

/** What to say of functions that were not followed whole: which, why, and what it means. */
export function cutNotes(tree: SyntaxTree, cuts: readonly ReachedBound[]): AnalysisNote[] {
  return cuts.map((cut) => {
    const { line, endLine } = tree.location(cut);
    const where = `function \`${cut.function}\` at line ${line}`;
    const reason = `${where} ${REASONS[cut.bound]}, so findings in it may be missing`;
    // All code was examined; only what some macros stand for is not known.
    return { reason, failed: cut.bound !== 'macros', lines: [{ first: line, last: endLine }] };
  });
}
