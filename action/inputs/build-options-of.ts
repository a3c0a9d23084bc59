import { readFileSync } from 'node:fs';
import { parseCompileDatabase } from '../../src/code/compile-commands/compile-database.ts';
import { type BuildOptions, NO_DATABASE } from '../../src/security/scan/build/build-options.ts';
import { workspacePath, wrongPath } from './workspace-path.ts';

/**
 * What a workflow says of the build, with its paths in the workspace. A path that is misspelt would leave code
 * unread that the workflow names, so it stops the run.
 * @throws UsageError for what is not in the workspace, where links lead out of it, too; for a folder with
 *   headers that is none, and for a list of compile commands that is none
 */
export function buildOptionsOf(build: BuildOptions, root: string): BuildOptions {
  const { include, compileCommands: lists } = build;
  return {
    ...build,
    include: include.map((folder) => includeFolder(folder, root)),
    compileCommands: lists?.map((list) => (list === NO_DATABASE ? list : commandList(list, root))),
  };
}

function includeFolder(folder: string, root: string): string {
  const { path, entry } = workspacePath('include', folder, root, 'folder');
  if (!entry.isDirectory()) throw wrongPath('include', folder, 'it is no folder');
  return path;
}

function commandList(list: string, root: string): string {
  const { path, entry } = workspacePath('compile-commands', list, root, 'file');
  const text = entry.isFile() ? readFileSync(path, 'utf8') : '';
  if (parseCompileDatabase(text, root, new Set()) === undefined)
    throw wrongPath('compile-commands', list, 'it is no list of compile commands');
  return path;
}
