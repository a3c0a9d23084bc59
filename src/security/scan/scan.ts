import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { TreeBuilds } from './build/tree-builds.ts';
import type { ScannedFile } from './scan-file.ts';
import { type ScanDeps, type ScanOptions, type SurveyedTree, surveyTree } from './survey-tree.ts';

/** What a scan found: the same for the same tree, however many threads took part. */
export interface ScanOutcome {
  /** The folder that paths are relative to: absolute, links resolved. */
  readonly root: string;
  /** Whether one file was named rather than a folder. */
  readonly single: boolean;
  /** Numbered from 1, by file, line, column and rule. */
  readonly candidates: readonly Candidate[];
  /** Every file that was listed, in the order of paths. */
  readonly files: readonly ScannedFile[];
  /** What was not examined, or not as it is, by path. */
  readonly skips: readonly Skip[];
  /** What the files tell each other. */
  readonly knowledge?: ProjectKnowledge;
  /** How the files are compiled. */
  readonly builds?: TreeBuilds;
}

/**
 * Proposes defects in the sources at a path, with no model and no network.
 * @throws UsageError when the path cannot be listed
 */
export async function scan(options: ScanOptions, deps: ScanDeps): Promise<ScanOutcome> {
  const tree = await surveyTree(options, deps);
  try {
    return scanOutcome(tree, await tree.examine(tree.files));
  } finally {
    await tree.close();
  }
}

/** What a scan found, put together from what it found in each file of a tree. */
export function scanOutcome(
  tree: Pick<SurveyedTree, 'root' | 'single' | 'skipped' | 'knowledge' | 'builds'>,
  files: readonly ScannedFile[],
): ScanOutcome {
  const { root, single, skipped, knowledge, builds } = tree;
  const drafts = files.flatMap((file) => file.drafts);
  return {
    ...{ root, single },
    candidates: drafts.map((draft, index) => ({ gid: index + 1, ...draft })),
    ...{ files, knowledge, builds },
    skips: [...skipped, ...files.flatMap(skipsOf)].sort((left, right) =>
      byBytes(left.file, right.file),
    ),
  };
}

function skipsOf(file: ScannedFile): readonly Skip[] {
  if (!file.replaced) return file.skips;
  const reason = 'is not UTF-8; the bytes in question were replaced';
  return [...file.skips, { file: file.file, reason, failed: false }];
}
