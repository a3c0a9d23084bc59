import { NO_PROJECT } from '../../code/flow/project/project-knowledge.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import type { FileDifference } from '../../workspace/git/diff-ranges.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { NO_BUILDS } from './build/tree-builds.ts';
import type { ScanOutcome } from './scan.ts';
import type { ScannedTree, ScanRunner } from './scan-runner.ts';

export interface ComparedVersions {
  readonly drafts: readonly CandidateDraft[];
  /** Files whose comparison failed. */
  readonly skips: readonly Skip[];
}

/**
 * Runs the change rules on each file that differs between two versions of a tree.
 * @param runner what performed the tasks of the scans
 */
export async function compareVersions(
  head: ScanOutcome,
  base: ScanOutcome,
  differences: readonly FileDifference[],
  runner: ScanRunner,
): Promise<ComparedVersions> {
  const pairs = runner.hasChangeRules ? pairsOf(head, base, differences) : [];
  if (pairs.length === 0) return { drafts: [], skips: [] };
  const outcomes = await runner.compare(pairs, treeOf(head), treeOf(base));
  return {
    drafts: outcomes.flatMap((one) =>
      'result' in one && 'compared' in one.result ? one.result.compared : [],
    ),
    skips: outcomes.flatMap((one, index) => {
      const file = pairs[index]?.task.file ?? '';
      if (!('error' in one)) return [];
      return [{ file, reason: `was not compared with the base: ${one.error}`, failed: true }];
    }),
  };
}

function treeOf({ root, builds = NO_BUILDS, knowledge = NO_PROJECT }: ScanOutcome): ScannedTree {
  return { root, builds, knowledge };
}

/** The files that both versions have, weighed by the lines of the longer one. */
function pairsOf(
  head: ScanOutcome,
  base: ScanOutcome,
  differences: readonly FileDifference[],
): { task: { file: string; baseFile: string }; weight: number }[] {
  const linesOf = ({ files }: ScanOutcome) =>
    new Map(
      files
        .filter(({ language }) => language !== undefined)
        .map(({ file, lines }) => [file, lines]),
    );
  const [headLines, baseLines] = [linesOf(head), linesOf(base)];
  return differences.flatMap(({ path: file = '', oldPath: baseFile = '', hunks }) => {
    const [now, before] = [headLines.get(file), baseLines.get(baseFile)];
    if (hunks.length === 0 || now === undefined || before === undefined) return [];
    // About as many bytes as these lines have.
    return [{ task: { file, baseFile }, weight: BYTES_PER_LINE * Math.max(now, before) }];
  });
}

const BYTES_PER_LINE = 40;
