import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import { findSourceFiles, type SourceFileOptions } from '../../workspace/files/source-files.ts';
import { TEXT_LIMITS, type TextLimits } from '../../workspace/files/source-text.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { type AnalysisCache, NO_CACHE } from './analysis-cache.ts';
import { includedFiles } from './included-files.ts';
import type { ScannedFile } from './scan-file.ts';
import { scanInRounds } from './scan-rounds.ts';
import { type RunnerDeps, type RunnerOptions, ScanRunner } from './scan-runner.ts';

export interface ScanOptions extends RunnerOptions {
  /** A folder or one source file. */
  readonly path: string;
  readonly select?: SourceFileOptions;
  readonly limits?: TextLimits;
}

export interface ScanDeps extends RunnerDeps {
  /** What earlier scans have found out of the files below a root. */
  readonly cache?: (root: string, limits: TextLimits) => AnalysisCache;
  /** Hears how many files are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

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
}

/**
 * Proposes defects in the sources at a path, with no model and no network.
 * @throws UsageError when the path cannot be listed
 */
export async function scan(options: ScanOptions, deps: ScanDeps): Promise<ScanOutcome> {
  const found = findSourceFiles(options.path, options.select);
  const limits = options.limits ?? TEXT_LIMITS;
  const runner = new ScanRunner(found.root, limits, options, deps);
  let scanned: Awaited<ReturnType<typeof scanInRounds>>;
  try {
    const cache = deps.cache?.(found.root, limits) ?? NO_CACHE;
    const included = found.single ? [] : includedFiles(found.root, found.files, limits);
    scanned = await scanInRounds([...found.files, ...included], runner, cache, deps.onProgress);
  } finally {
    await runner.close();
  }
  const { files, knowledge } = scanned;
  const drafts = files.flatMap((file) => file.drafts);
  return {
    root: found.root,
    single: found.single,
    candidates: drafts.map((draft, index) => ({ gid: index + 1, ...draft })),
    ...{ files, knowledge },
    skips: [...found.skipped, ...files.flatMap(skipsOf)].sort((left, right) =>
      byBytes(left.file, right.file),
    ),
  };
}

function skipsOf(file: ScannedFile): readonly Skip[] {
  if (!file.replaced) return file.skips;
  const reason = 'is not UTF-8; the bytes in question were replaced';
  return [...file.skips, { file: file.file, reason, failed: false }];
}
