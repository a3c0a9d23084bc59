import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseCompileDatabase } from '../../src/code/compile-commands/compile-database.ts';
import { UsageError } from '../../src/errors.ts';
import { isBelow } from '../../src/leads-outside.ts';
import { type BuildOptions, NO_DATABASE } from '../../src/security/scan/build/build-options.ts';

/**
 * What a workflow says of the build, with its paths in the workspace. A path that is misspelt would leave code
 * unread that the workflow names, so it stops the run.
 * @throws UsageError for what is not in the workspace, where links lead out of it, too; for a folder with
 *   headers that is none, and for a list of compile commands that is none
 */
export function buildOptionsOf(build: BuildOptions, root: string): BuildOptions {
  const { include, compileCommands: list } = build;
  const named = list === NO_DATABASE ? undefined : list;
  return {
    ...build,
    include: include.map((folder) => includeFolder(folder, root)),
    compileCommands: named === undefined ? list : commandList(named, root),
  };
}

function includeFolder(folder: string, root: string): string {
  const { path, entry, wrong } = workspaceEntry('include', folder, root);
  if (entry === undefined) throw wrong('there is no such folder');
  if (!entry.isDirectory()) throw wrong('it is no folder');
  return path;
}

function commandList(list: string, root: string): string {
  const { path, entry, wrong } = workspaceEntry('compile-commands', list, root);
  if (entry === undefined) throw wrong('there is no such file');
  const text = entry.isFile() ? readFileSync(path, 'utf8') : '';
  if (parseCompileDatabase(text, root, new Set()) === undefined)
    throw wrong('it is no list of compile commands');
  return path;
}

interface WorkspaceEntry {
  /** As it was named, in the workspace. */
  readonly path: string;
  /** What is there; undefined for nothing. */
  readonly entry: Stats | undefined;
  readonly wrong: (why: string) => UsageError;
}

/** @throws UsageError for what is not in the workspace */
function workspaceEntry(input: string, value: string, root: string): WorkspaceEntry {
  const wrong = (why: string) =>
    new UsageError(`the input ${input} is ${JSON.stringify(value)}: ${why}`);
  const path = resolve(root, value);
  const isIn = (folder: string, place: string) => place === folder || isBelow(folder, place);
  if (!isIn(root, path)) throw wrong('it must lie in the workspace');
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry !== undefined && !isIn(realpathSync(root), realpathSync(path)))
    throw wrong('a link leads out of the workspace');
  return { path, entry, wrong };
}
