import { lstatSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { resolveInsideTree } from '../../workspace/files/tree-path.ts';
import { DEFAULT_CONFIG, type MigrationConfig, sourceFolder } from '../artifacts/config.ts';
import { parseProjectCommand } from '../build/project-command.ts';
import { checkedName, type HeaderScanOptions, loadRootNames } from './root-names.ts';

/** What a person asks to be changed; what is undefined stays. */
export interface ConfigChange {
  /** Headers, and lists of names, which give the roots together with `roots`. */
  readonly files?: readonly string[] | undefined;
  readonly roots?: readonly string[] | undefined;
  readonly disabledLibraries?: readonly string[] | undefined;
  readonly notes?: string | undefined;
  readonly rustInterface?: string | undefined;
  /** The folder of the C sources. */
  readonly sources?: string | undefined;
  /** Command lines that build and test the C. */
  readonly build?: string | undefined;
  readonly test?: string | undefined;
}

/**
 * A config with some changes: a part that is named is replaced whole.
 * @param root the real path of the project's folder
 * @param before what was decided so far; undefined to begin anew
 * @throws UsageError when a file or a folder cannot be used
 */
export async function changeConfig(
  root: string,
  before: MigrationConfig | undefined,
  change: ConfigChange,
  headers: HeaderScanOptions,
): Promise<MigrationConfig> {
  const { files, roots, disabledLibraries, notes, rustInterface, sources, build, test } = change;
  const config = { ...(before ?? DEFAULT_CONFIG) };
  if (sources !== undefined) config.root = folderIn(root, sources);
  if (rustInterface !== undefined) config.rust_interface = folderIn(root, rustInterface);
  if (files !== undefined || roots !== undefined) {
    const named = await loadRootNames(sourceFolder(root, config), files ?? [], headers);
    const rootNames = (roots ?? []).map((name) => checkedName(name, 'a root'));
    config.root_symbols = [...new Set([...named, ...rootNames])];
  }
  if (disabledLibraries !== undefined) config.disabled_libraries = [...new Set(disabledLibraries)];
  if (notes !== undefined) config.additional_notes = notes;
  if (build !== undefined) config.build = [...parseProjectCommand('--build', build)];
  if (test !== undefined) config.test = [...parseProjectCommand('--test', test)];
  return config;
}

/** @returns the path as given */
function folderIn(root: string, path: string): string {
  if (lstatSync(resolveInsideTree(root, path), { throwIfNoEntry: false })?.isDirectory())
    return path;
  throw new UsageError(`${path} is no folder in ${root}`);
}
