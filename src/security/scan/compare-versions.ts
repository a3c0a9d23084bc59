import { NO_PROJECT } from '../../code/flow/project/project-knowledge.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import { TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import type { FileDifference } from '../../workspace/git/diff-ranges.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { buildOf, NO_BUILDS } from './build/tree-builds.ts';
import { CHANGE_RULES } from './change-rules.ts';
import type { FilePair } from './compare-file.ts';
import type { ScanOutcome } from './scan.ts';
import { ScanRunner } from './scan-runner.ts';
import type { ScanDeps, ScanOptions } from './survey-tree.ts';

export interface ComparedVersions {
  readonly drafts: readonly CandidateDraft[];
  /** Files whose comparison failed. */
  readonly skips: readonly Skip[];
}

/** Runs the change rules on each file that differs between two versions of a tree. */
export async function compareVersions(
  head: ScanOutcome,
  base: ScanOutcome,
  differences: readonly FileDifference[],
  options: ScanOptions,
  deps: ScanDeps,
): Promise<ComparedVersions> {
  const { descriptions } = deps.changeRules ?? CHANGE_RULES;
  const pairs = descriptions.length === 0 ? [] : pairsOf(head, base, differences);
  if (pairs.length === 0) return { drafts: [], skips: [] };
  const limits = options.limits ?? TEXT_LIMITS;
  const runner = new ScanRunner(head.root, limits, options, deps, head.builds);
  try {
    const outcomes = await runner.compare(pairs, head.knowledge ?? NO_PROJECT, {
      root: base.root,
      project: base.knowledge ?? NO_PROJECT,
      buildOf: (file) => buildOf(base.builds ?? NO_BUILDS, file),
    });
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
  } finally {
    await runner.close();
  }
}

/** The files that both versions have, weighed by their lines. */
function pairsOf(
  head: ScanOutcome,
  base: ScanOutcome,
  differences: readonly FileDifference[],
): { task: FilePair; weight: number }[] {
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
    return [{ task: { file, baseFile }, weight: BYTES_PER_LINE * (now + before) }];
  });
}

const BYTES_PER_LINE = 40;
