import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { leadsOutside } from '../../leads-outside.ts';
import type { Skip } from './skip.ts';

/** A symbolic link, which is not followed. */
export interface FoundLink {
  /** Relative to the root, `/`-separated. */
  readonly path: string;
  readonly absolute: string;
  /** Whether it has the name of a source. */
  readonly isSource: boolean;
}

/**
 * What is to be said of links: whether what they lead to is examined depends on all that was found, since the target may be
 * left out, or have the name of no source.
 * @param root real, absolute
 * @param files the files that are examined, relative to the root
 */
export function linkSkips(
  links: readonly FoundLink[],
  root: string,
  files: readonly string[],
): Skip[] {
  const examined = new Set(['', ...files, ...files.flatMap(foldersAbove)]);
  return links.map(({ path, absolute, isSource }) => {
    const target = targetOf(absolute, root);
    if (target !== undefined && examined.has(target)) {
      const reason = 'is a symbolic link; its target is examined under its own name';
      return { file: path, reason, failed: false };
    }
    const reason =
      target === undefined
        ? 'is a symbolic link that leads nowhere'
        : leadsOutside(target)
          ? 'is a symbolic link out of the tree'
          : `is a symbolic link to ${target}, which is not examined`;
    return { file: path, reason, failed: false, ...(isSource && { unread: true }) };
  });
}

/** `a` and `a/b` for `a/b/c.h`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** Relative to the root, with `/`; undefined where the link leads nowhere. */
function targetOf(link: string, root: string): string | undefined {
  try {
    return relative(root, realpathSync(link)).split(sep).join('/');
  } catch {
    return undefined;
  }
}
