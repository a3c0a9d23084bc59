import type { ReachedBound } from '../../code/c/ir/reached-bound.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';

const REASONS: Readonly<Record<Exclude<ReachedBound['bound'], 'time'>, string>> = {
  macros:
    'uses macros that stand for more code than is followed; those further in were taken for unknown functions',
  steps:
    'takes more steps than are allowed for its size; the rest of it was examined block by block',
  file: 'stands in a file that takes more steps than are allowed for its size; it was examined block by block',
  rounds: 'has loops that do not settle; it was examined block by block',
};

/** How the reason begins of what was not followed since there was no time left; what follows depends on the machine. */
export const NO_TIME_FOR = 'no time was left for';

/** So many functions are named for which there was no time. */
const MAX_NAMED = 3;

/** What to say of functions that were not followed whole: which, why, and what it means. */
export function cutNotes(tree: SyntaxTree, cuts: readonly ReachedBound[]): AnalysisNote[] {
  const late = cuts.filter(({ bound }) => bound === 'time');
  const notes = cuts.flatMap((cut): AnalysisNote[] => {
    if (cut.bound === 'time') return [];
    const { line, endLine } = tree.location(cut);
    const where = `function \`${cut.function}\` at line ${line}`;
    const reason = `${where} ${REASONS[cut.bound]}, so findings in it may be missing`;
    // All code was examined; only what some macros stand for is not known.
    return [{ reason, failed: cut.bound !== 'macros', lines: [{ first: line, last: endLine }] }];
  });
  return late.length === 0 ? notes : [...notes, lateNote(tree, late)];
}

/** One note for all of them: when the time of a file is over, it is for all that is left of it. */
function lateNote(tree: SyntaxTree, late: readonly ReachedBound[]): AnalysisNote {
  const places = late.map((cut) => {
    const { line, endLine } = tree.location(cut);
    return { name: `\`${cut.function}\` at line ${line}`, lines: { first: line, last: endLine } };
  });
  const named = places.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = late.length - named.length;
  const [what, them] = late.length === 1 ? ['function', 'it'] : ['functions', 'them'];
  const which = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    reason:
      `${NO_TIME_FOR} ${what} ${which}: what was not followed was examined block by block, ` +
      `so findings in ${them} may be missing`,
    failed: true,
    lines: places.map(({ lines }) => lines),
  };
}
