import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { pathPatterns } from './path-patterns.ts';

/** The ignore rules of one folder and, through `outer`, those of the folders around it. */
export interface IgnoreRules {
  /** Absolute. */
  readonly folder: string;
  readonly rules: Ignore;
  readonly outer: IgnoreRules | undefined;
}

/** A rule file longer than this is no rule file. */
const MAX_BYTES = 1_000_000;

/** Adds the rules of a folder's own `.gitignore`, if it has one, to those around it. */
export function withFolderRules(
  outer: IgnoreRules | undefined,
  folder: string,
): IgnoreRules | undefined {
  const text = readRules(join(folder, '.gitignore'));
  return text === undefined ? outer : { folder, rules: pathPatterns(text), outer };
}

/**
 * The rules that hold inside a folder because of the folders above it, up to the
 * top of the git work tree. Outside of a work tree there are none.
 */
export function rulesAbove(folder: string): IgnoreRules | undefined {
  const above: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (exists(join(at, '.git'))) break;
    const parent = dirname(at);
    if (parent === at) return undefined;
    above.unshift(parent);
  }
  return above.reduce<IgnoreRules | undefined>(withFolderRules, undefined);
}

/** Whether the rules leave a path out; the innermost folder that says anything decides. */
export function isIgnored(
  rules: IgnoreRules | undefined,
  path: string,
  isFolder: boolean,
): boolean {
  for (let at = rules; at !== undefined; at = at.outer) {
    const inside = relative(at.folder, path).split(sep).join('/');
    const answer = at.rules.test(isFolder ? `${inside}/` : inside);
    if (answer.ignored) return true;
    if (answer.unignored) return false;
  }
  return false;
}

function readRules(path: string): string | undefined {
  try {
    const entry = lstatSync(path);
    // git does not follow a linked .gitignore either.
    return entry.isFile() && entry.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
