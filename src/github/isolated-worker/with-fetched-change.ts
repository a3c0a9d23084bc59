import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MistakesError, messageOf, UsageError } from '../../errors.ts';
import type { MaintainerNotes } from '../../security/notes/maintainer-notes.ts';
import {
  parseSuppressionFile,
  SUPPRESSION_FILE,
  type SuppressionEntry,
} from '../../security/selection/suppression-file.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import { fetchCommits, type GitRemote } from '../../workspace/git/fetch-commits.ts';
import { ignoreFilesAt } from '../../workspace/git/ignore-files-at.ts';
import {
  type GitFile,
  type GitRepository,
  openRepository,
} from '../../workspace/git/repository.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { excludedFiles } from '../configuration/excluded-files.ts';
import { findNotes } from '../configuration/find-notes.ts';
import { withIgnoreFiles } from '../configuration/with-ignore-files.ts';

/** Two commits: what is reviewed is the way from one to the other. */
export interface CommitRange {
  readonly head: string;
  readonly base: string;
}

/** A change on disk. */
export interface FetchedChange {
  /** The head, checked out in a git repository that knows the base. */
  readonly root: string;
  /** Beside it, for whatever is not to stay. */
  readonly scratch: string;
  /** What of the head is not in the root. */
  readonly leftOut: readonly Skip[];
  /** What the base says is settled; the head is not asked. */
  readonly suppressions: readonly SuppressionEntry[];
  /** What is wrong with that, one line each. */
  readonly problems: readonly string[];
  /** What maintainers note at the base. */
  readonly notes: MaintainerNotes | undefined;
  /** The files to leave out, as lines of a `.gitignore`: as the configuration and the ignore files of the base say. */
  readonly exclude: string[];
}

/**
 * Fetches a change into a folder of its own, calls `use` with it, and removes it.
 * @param below where the folder is made
 * @param configuration says which files of the base are notes
 */
export async function withFetchedChange<Result>(
  below: string,
  remote: GitRemote,
  commits: CommitRange,
  configuration: Configuration,
  use: (change: FetchedChange) => Promise<Result>,
): Promise<Result> {
  mkdirSync(below, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(below, 'change-'));
  try {
    const [root, scratch] = [join(folder, 'tree'), join(folder, 'scratch')];
    for (const path of [root, scratch]) mkdirSync(path);
    const leftOut = await fetchCommits(root, remote, commits);
    const git = await openRepository(root);
    const files = await git.files(commits.base);
    const settled = await loadSuppressions(git, files);
    const notes = await findNotes(configuration, (path) => noteAt(git, files, path));
    const { review } = withIgnoreFiles(configuration, await ignoreFilesAt(git, commits.base));
    const exclude = [...excludedFiles(review.exclude, review.languages)];
    return await use({ root, scratch, leftOut, notes, exclude, ...settled });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that is wrong settles nothing; a review of the change must not fail for it. */
async function loadSuppressions(
  git: GitRepository,
  files: readonly GitFile[],
): Promise<Pick<FetchedChange, 'suppressions' | 'problems'>> {
  const file = files.find(({ path }) => path === SUPPRESSION_FILE);
  if (file === undefined) return { suppressions: [], problems: [] };
  const [content] = await git.contents([file.object]);
  try {
    return { suppressions: parseSuppressionFile(content?.toString() ?? ''), problems: [] };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const mistakes = thrown instanceof MistakesError ? thrown.mistakes : [messageOf(thrown)];
    return { suppressions: [], problems: mistakes.map((one) => `nothing is suppressed: ${one}`) };
  }
}

/** Longer files are no notes: what is not fetched with a change cannot be one either. */
const MAX_NOTE_BYTES = 1024 * 1024;

async function noteAt(
  git: GitRepository,
  files: readonly GitFile[],
  path: string,
): Promise<string | undefined> {
  const file = files.find((one) => one.path === path);
  if (file === undefined || file.bytes > MAX_NOTE_BYTES) return undefined;
  const [content] = await git.contents([file.object]);
  return content?.toString();
}
