import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { withCommit } from '../../workspace/git/extract-commit.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { type ScanDeps, type ScanOptions, scan } from '../scan/scan.ts';
import { loadBaselineFile } from './baseline-file.ts';

/** What is scanned now, so that a commit is scanned alike. */
export interface BaselineRequest {
  /** A file with an earlier result, or the name of a commit. */
  readonly name: string;
  readonly root: string;
  /** The file below the root, where a single one is scanned. */
  readonly single: string | undefined;
  readonly scan: ScanOptions;
}

/**
 * The candidates to compare with: an earlier result, or those of a commit, whose
 * sources are written to a temporary folder and scanned there.
 * @throws UsageError when it is neither a usable file nor a commit
 */
export async function loadBaseline(
  request: BaselineRequest,
  deps: ScanDeps,
): Promise<readonly Candidate[]> {
  const { name } = request;
  if (statSync(name, { throwIfNoEntry: false })?.isFile()) {
    return loadBaselineFile(name, deps.rules);
  }
  const { git, commit } = await commitNamed(request);
  const { maxBytes } = request.scan.limits ?? TEXT_LIMITS;
  return withCommit(git, commit, maxBytes, async (folder) => {
    const path = request.single === undefined ? folder : join(folder, request.single);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
    return (await scan({ ...request.scan, path }, deps)).candidates;
  });
}

async function commitNamed({ name, root }: BaselineRequest) {
  try {
    const git = await openRepository(root);
    return { git, commit: await git.commit(name) };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const what = `the baseline ${name} is neither a file nor a commit`;
    throw new UsageError(`${what}: ${thrown.message}`);
  }
}
