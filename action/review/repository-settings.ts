import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import {
  CONFIGURATION_FILE,
  type Configuration,
} from '../../src/github/configuration/configuration.ts';
import { findNotes } from '../../src/github/configuration/find-notes.ts';
import { parseConfiguration } from '../../src/github/configuration/parse-configuration.ts';
import { withIgnoreFiles } from '../../src/github/configuration/with-ignore-files.ts';
import { RULES } from '../../src/rules/index.ts';
import type { MaintainerNotes } from '../../src/security/notes/maintainer-notes.ts';
import {
  parseSuppressionFile,
  SUPPRESSION_FILE,
  type SuppressionEntry,
} from '../../src/security/selection/suppression-file.ts';
import { ignoreFilesIn } from '../../src/workspace/files/ignore-file.ts';
import { readSourceText, TEXT_LIMITS } from '../../src/workspace/files/source-text.ts';
import { ignoreFilesAt } from '../../src/workspace/git/ignore-files-at.ts';
import type { GitRepository } from '../../src/workspace/git/repository.ts';

/** Of a settings file. */
const MAX_BYTES = 1024 * 1024;

/** What a repository has settled for itself. */
export interface RepositorySettings {
  readonly configuration: Configuration;
  /** Undefined where the tree's own file counts. */
  readonly suppressions: readonly SuppressionEntry[] | undefined;
  /** What maintainers note for questions to models. */
  readonly notes: MaintainerNotes | undefined;
}

/**
 * Reads what was settled before a change: a change must not loosen its own review.
 * @param config the path of another configuration file, which then must be there
 * @param organisation what the owner of the repository has settled for all of theirs
 * @throws UsageError for a file that is wrong
 */
export async function loadSettingsAt(
  git: GitRepository,
  base: string,
  config: string | undefined,
  organisation?: string,
): Promise<RepositorySettings> {
  const file = config ?? CONFIGURATION_FILE;
  const text = await committedFile(git, base, file);
  if (text === undefined && config !== undefined) {
    const commit = base.slice(0, 10);
    throw new UsageError(`there is no ${config} at ${commit}, which the change is compared with`);
  }
  const suppressions = await committedFile(git, base, SUPPRESSION_FILE);
  const configuration = withIgnoreFiles(
    parseConfiguration(text, file, organisation, RULES),
    await ignoreFilesAt(git, base),
  );
  return {
    configuration,
    suppressions: suppressions === undefined ? [] : parseSuppressionFile(suppressions),
    notes: await findNotes(configuration, (path) => committedNote(git, base, path)),
  };
}

/**
 * Reads what the tree itself says, where there is no change that could have written it.
 * @throws UsageError for a file that is wrong
 */
export async function loadSettingsIn(
  root: string,
  config: string | undefined,
  organisation?: string,
): Promise<RepositorySettings> {
  const file = config ?? CONFIGURATION_FILE;
  const text = loadText(root, file, config !== undefined);
  const configuration = withIgnoreFiles(
    parseConfiguration(text, file, organisation, RULES),
    ignoreFilesIn(root),
  );
  const notes = await findNotes(configuration, (path) => noteIn(root, path));
  return { configuration, suppressions: undefined, notes };
}

/** A file that is a link, or no text, is no note. */
function noteIn(root: string, file: string): string | undefined {
  const entry = lstatSync(join(root, file), { throwIfNoEntry: false });
  const source = entry?.isFile() ? readSourceText(root, file, TEXT_LIMITS) : undefined;
  return source !== undefined && 'text' in source ? source.text : undefined;
}

/** One that is absurdly long is none. */
async function committedNote(git: GitRepository, commit: string, path: string) {
  try {
    return await committedFile(git, commit, path);
  } catch (thrown) {
    if (thrown instanceof UsageError) return undefined;
    throw thrown;
  }
}

function loadText(root: string, file: string, mustExist: boolean): string | undefined {
  if (lstatSync(join(root, file), { throwIfNoEntry: false }) === undefined) {
    if (!mustExist) return undefined;
    throw new UsageError(`there is no ${join(root, file)}`);
  }
  const source = readSourceText(root, file, TEXT_LIMITS);
  if ('skip' in source) throw new UsageError(`${file} ${source.skip.reason}`);
  return source.text;
}

/**
 * The text of a file as a commit has it; undefined where it has none. A link is none.
 * @param path from the folder that git was opened at
 * @throws UsageError when it is absurdly long
 */
async function committedFile(
  git: GitRepository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const file = (await git.files(commit)).find((known) => known.path === path);
  if (file === undefined) return undefined;
  if (file.bytes > MAX_BYTES) {
    throw new UsageError(`${path} has ${file.bytes} bytes, more than ${MAX_BYTES}`);
  }
  const [content] = await git.contents([file.object]);
  return content?.toString('utf8');
}
