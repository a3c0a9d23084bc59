import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { pathPatterns } from './path-patterns.ts';

/** The ignore rules of one folder and, through `outer`, those of the folders around it. */
export interface IgnoreRules {
  /** Absolute. */
  readonly folder: string;
  readonly source: '.gitignore' | '.git/info/exclude';
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
  if (text === undefined) return outer;
  return { folder, source: '.gitignore', rules: pathPatterns(text), outer };
}

/**
 * The rules that hold inside a folder because of the folders above it, up to the
 * top of the git work tree, and of the work tree's own `info/exclude`. Outside of a work tree there are none.
 */
export function rulesAbove(folder: string): IgnoreRules | undefined {
  const above: string[] = [];
  let top = folder;
  for (let at = folder; ; at = dirname(at)) {
    top = at;
    if (exists(join(at, '.git'))) break;
    const parent = dirname(at);
    if (parent === at) return undefined;
    above.unshift(parent);
  }
  const text = readRules(join(commonGitFolder(join(top, '.git')), 'info', 'exclude'));
  const own: IgnoreRules | undefined =
    text === undefined
      ? undefined
      : { folder: top, source: '.git/info/exclude', rules: pathPatterns(text), outer: undefined };
  return above.reduce(withFolderRules, own);
}

/** Where a work tree has what all work trees of its repository share: see gitrepository-layout(5). */
function commonGitFolder(git: string): string {
  const linked = /^gitdir: (.+)$/m.exec(readRules(git) ?? '')?.[1];
  if (linked === undefined) return git;
  const own = resolve(dirname(git), linked);
  const common = readRules(join(own, 'commondir'))?.trim();
  return common === undefined ? own : resolve(own, common);
}

/** What leaves a path out, undefined for nothing; the innermost folder that says anything decides. */
export function ignoredBy(
  rules: IgnoreRules | undefined,
  path: string,
  isFolder: boolean,
): IgnoreRules['source'] | undefined {
  for (let at = rules; at !== undefined; at = at.outer) {
    const inside = relative(at.folder, path).split(sep).join('/');
    const answer = at.rules.test(isFolder ? `${inside}/` : inside);
    if (answer.ignored) return at.source;
    if (answer.unignored) return undefined;
  }
  return undefined;
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
