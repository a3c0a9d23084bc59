import { rmSync } from 'node:fs';
import type { CommandOf } from '../command.ts';
import { readPull } from './pull-facts.ts';
import { pullFolder } from './read-change.ts';
import {
  type Attempt,
  closeChecks,
  REVIEW_PERMISSIONS,
  type ReviewDeps,
} from './review-commits.ts';

/**
 * A pull request was closed, or is a draft again: its reviews end, and what is kept of it goes once
 * it is closed.
 */
export async function abandonReview(
  { repository, installation, pull }: CommandOf<'abandon-review'>,
  { signal }: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  const github = await deps.access.client(installation, repository, REVIEW_PERMISSIONS);
  const { open, draft } = await readPull(github, repository, pull);
  // It is reviewed after all: who asked for that came later.
  if (open && !draft) return;
  const change = { repository, installation, pull, strangersChange: true };
  const ref = `refs/pull/${pull}/head`;
  await closeChecks({ ...change, ref }, { kind: 'abandoned' }, signal, deps);
  if (!open) {
    rmSync(pullFolder(deps.dataFolder, repository, pull), { recursive: true, force: true });
  }
}
