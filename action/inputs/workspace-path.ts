import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import { leadsOutside } from '../../src/leads-outside.ts';

/** Something in the workspace that an input names. */
export interface WorkspacePath {
  /** Its real place, from the root on, without links; empty for the root. */
  readonly below: string;
  /** The same, in the folder that is the workspace. */
  readonly path: string;
  readonly entry: Stats;
}

/**
 * What an input names in the workspace. Links are followed, since what they lead to is examined under its own name.
 * @param value a path from the root on, or an absolute one
 * @param kind what alone is meant to be there, for a message
 * @throws UsageError where nothing is there, or it is not in the workspace, also by a link
 */
export function workspacePath(
  input: string,
  value: string,
  root: string,
  kind?: 'file' | 'folder',
): WorkspacePath {
  const path = resolve(root, value);
  if (leadsOutside(relative(root, path)))
    throw wrongPath(input, value, 'it must lie in the workspace');
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) {
    const why = kind === undefined ? 'there is nothing of that name' : `there is no such ${kind}`;
    throw wrongPath(input, value, why);
  }
  const below = relative(realpathSync(root), realpathSync(path));
  if (leadsOutside(below)) throw wrongPath(input, value, 'a link leads out of the workspace');
  return { below, path: join(root, below), entry };
}

/** What is said of an input whose path cannot be taken. */
export function wrongPath(input: string, value: string, why: string): UsageError {
  return new UsageError(`the input ${input} is ${JSON.stringify(value)}: ${why}`);
}
