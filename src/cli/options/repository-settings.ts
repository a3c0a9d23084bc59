import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { buildOptionsIn } from '../../github/configuration/build-options.ts';
import {
  CONFIGURATION_FILE,
  type Configuration,
  DEFAULT_CONFIGURATION,
} from '../../github/configuration/configuration.ts';
import { excludedFiles } from '../../github/configuration/excluded-files.ts';
import { findNotes } from '../../github/configuration/find-notes.ts';
import { findingSettingsIn } from '../../github/configuration/finding-settings-in.ts';
import { parseConfiguration } from '../../github/configuration/parse-configuration.ts';
import { withIgnoreFiles } from '../../github/configuration/with-ignore-files.ts';
import { RULES } from '../../rules/index.ts';
import type { MaintainerNotes } from '../../security/notes/maintainer-notes.ts';
import { type BuildOptions, NO_BUILD_OPTIONS } from '../../security/scan/build/build-options.ts';
import { type FindingSettings, settingsBelow } from '../../security/selection/finding-settings.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import {
  folderOfIgnoreFile,
  IGNORE_FILE,
  type IgnoreFile,
  ignoreFilesIn,
} from '../../workspace/files/ignore-file.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import type { AppliedPatch } from '../../workspace/git/applied-patch.ts';
import { ignoreFilesAt } from '../../workspace/git/ignore-files-at.ts';
import { findRepository, type GitRepository } from '../../workspace/git/repository.ts';

/** What a repository has settled, as a run below its root takes it. */
export interface RepositorySettings {
  readonly configuration: Configuration;
  /** Files to leave out, as lines of a `.gitignore` in the folder that is examined. */
  readonly exclude: readonly string[];
  /** What is settled of rules and folders, by their paths in the folder that is examined. */
  readonly findings: readonly FindingSettings[];
  /** How the code is compiled. */
  readonly build: BuildOptions;
  /** What maintainers note for questions to models. */
  readonly notes?: MaintainerNotes | undefined;
  /** What of it cannot do what its writer meant, each on one line. */
  readonly warnings?: readonly string[];
  /** Where it was looked for. */
  readonly origin?: SettingsOrigin;
}

/** Where settings come from. */
interface SettingsOrigin {
  /** The root of the repository. */
  readonly home: string;
  /** Whether it has a file of settings: else all are the defaults. */
  readonly isSettled: boolean;
  /** The folders that have an ignore file, below the root. */
  readonly ignoring: readonly string[];
}

/**
 * What `.github/rustward.yml` and ignore files say, as in the App, and what maintainers note: of the base where a change is
 * reviewed, which must not loosen its own review, else of the folder or the repository that it is in.
 * @param settled reads what the project settles, where what lies there is not to count
 * @throws UsageError for a file that is wrong
 */
export async function findSettings(
  path: string,
  base: string | undefined,
  settled?: SettledTexts,
): Promise<RepositorySettings> {
  const { root: folder } = scanRootOf(path);
  const home = homeOf(folder);
  const inTree = textsIn(home);
  const texts =
    base === undefined ? (settled ?? inTree) : await textsAt(await findRepository(home), base);
  const text = await texts.read(CONFIGURATION_FILE);
  const ignoreFiles = await texts.ignoreFiles();
  const configuration = withIgnoreFiles(
    parseConfiguration(text, CONFIGURATION_FILE, undefined, RULES),
    ignoreFiles,
  );
  const { exclude, languages } = configuration.review;
  const below = relative(home, folder).split(sep).join('/');
  const lines = exclude.flatMap((line) => patternBelow(line, below));
  const build = buildOptionsIn(configuration, home);
  // A note that cannot be read keeps no one from reviewing.
  const notes = await findNotes(configuration, texts.note ?? texts.read);
  const all = findingSettingsIn(configuration);
  const warnings = texts === inTree ? otherEnding(home) : [];
  const findings = settingsBelow(all, below);
  return {
    configuration,
    exclude: excludedFiles(lines, languages),
    findings,
    build,
    notes,
    warnings,
    origin: {
      home,
      isSettled: text !== undefined,
      ignoring: ignoreFiles.map((file) => file.folder),
    },
  };
}

/** A file that people may well take for the one that counts. */
function otherEnding(home: string): readonly string[] {
  const other = CONFIGURATION_FILE.replace(/yml$/, 'yaml');
  const isThere = lstatSync(join(home, other), { throwIfNoEntry: false }) !== undefined;
  return isThere ? [`${other} is not read: the file that counts is ${CONFIGURATION_FILE}`] : [];
}

/** What counts where nothing is settled. */
export const NO_SETTINGS: RepositorySettings = {
  configuration: DEFAULT_CONFIGURATION,
  exclude: [],
  findings: [],
  build: NO_BUILD_OPTIONS,
};

/** The root of the repository that a folder is in; the folder itself where it is in none. */
export function homeOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return at;
    if (dirname(at) === at) return folder;
  }
}

/** Gives the text of a file by its path; undefined where there is none. */
type ReadText = (file: string) => string | undefined | Promise<string | undefined>;

/** The files that settle something, at the place where they count. */
export interface SettledTexts {
  readonly read: ReadText;
  /** The same of a text without which a run goes on; as `read` when missing. */
  readonly note?: ReadText;
  readonly ignoreFiles: () => readonly IgnoreFile[] | Promise<readonly IgnoreFile[]>;
}

function textsIn(home: string): SettledTexts {
  return { read: textIn(home), note: noteIn(home), ignoreFiles: () => ignoreFilesIn(home) };
}

/**
 * What was settled before a patch, which must not loosen its own review.
 * @param home the root of the repository, as `homeOf` gives it
 * @param patch from there on
 */
export function textsBefore(home: string, patch: AppliedPatch): SettledTexts {
  const before = (read: ReadText) => (file: string) =>
    patch.before.get(file)?.toString('utf8') ?? (patch.added.has(file) ? undefined : read(file));
  const isSame = (file: string) => !patch.before.has(file) && !patch.added.has(file);
  const pathOf = ({ folder }: IgnoreFile) =>
    folder === '' ? IGNORE_FILE : `${folder}/${IGNORE_FILE}`;
  return {
    read: before(textIn(home)),
    note: before(noteIn(home)),
    ignoreFiles: () => [
      ...ignoreFilesIn(home).filter((file) => isSame(pathOf(file))),
      ...[...patch.before].flatMap(([path, text]) => {
        const folder = folderOfIgnoreFile(path);
        return folder === undefined ? [] : [{ folder, text: text.toString('utf8') }];
      }),
    ],
  };
}

/** A link or a pipe would let a tree say what is read, or that there is no end to it. */
function textIn(home: string): ReadText {
  return (file) => {
    const cannot = (why: string) => new UsageError(`cannot read ${file}: ${why}`);
    let entry: Stats | undefined;
    try {
      entry = lstatSync(join(home, file), { throwIfNoEntry: false });
    } catch (thrown) {
      throw cannot(systemReason(thrown));
    }
    if (entry === undefined) return undefined;
    if (entry.isSymbolicLink()) throw cannot('it is a link; make it a file, or remove it');
    const source = readSourceText(home, file, TEXT_LIMITS);
    if ('skip' in source) throw cannot(`it ${source.skip.reason}`);
    return source.text;
  };
}

function noteIn(home: string): ReadText {
  const read = textIn(home);
  return (file) => {
    try {
      return read(file);
    } catch (thrown) {
      if (thrown instanceof UsageError) return undefined;
      throw thrown;
    }
  };
}

async function textsAt(git: GitRepository | undefined, base: string): Promise<SettledTexts> {
  const named = await git?.commit(base);
  if (git === undefined || named === undefined)
    return { read: () => undefined, ignoreFiles: () => [] };
  // As a review compares: with the commit itself where no common ancestor is known, as in a shallow clone.
  const commit = (await git.commonAncestor(named)) ?? named;
  const files = new Map((await git.files(commit)).map((file) => [file.path, file]));
  const read = async (path: string) => {
    const file = files.get(path);
    if (file === undefined || file.bytes > TEXT_LIMITS.maxBytes) return undefined;
    const [content] = await git.contents([file.object]);
    return content?.toString('utf8');
  };
  return { read, ignoreFiles: () => ignoreFilesAt(git, commit) };
}

/** A line of a `.gitignore` at the root as one in a folder below it; none where it is about others. */
function patternBelow(line: string, folder: string): string[] {
  const [, not = '', pattern = ''] = /^(!?)(.*)$/.exec(line) ?? [];
  // Without a slash but at its end, it holds at every depth.
  if (folder === '' || pattern.startsWith('**/') || !pattern.slice(0, -1).includes('/')) {
    return [line];
  }
  const anchored = pattern.replace(/^\//, '');
  const [above = '', inside] = anchored.split(/\/(?=\*\*\/)/, 2);
  if (inside !== undefined && `${folder}/`.startsWith(`${above}/`)) {
    return [`${not}${anchored.slice(above.length + 1)}`];
  }
  return anchored.startsWith(`${folder}/`) ? [`${not}${anchored.slice(folder.length)}`] : [];
}
