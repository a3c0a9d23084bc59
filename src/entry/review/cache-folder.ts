import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { isBelow } from '../../leads-outside.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { makeFolders } from '../../workspace/files/make-folders.ts';
import { ContentStore } from '../../workspace/state/content-store.ts';

/**
 * The store for what scans find out, in the folder that a person named or in
 * their cache folder. Never below what is scanned: its author could
 * leave results there that say its files are sound.
 * @throws UsageError when the folder that was named lies there, or is none
 */
export function openCache(scanned: string, named: string | undefined): ContentStore | undefined {
  const folder = cacheFolderOf(named);
  if (folder === undefined) return undefined;
  const [root, place] = [resolveLinks(resolve(scanned)), resolveLinks(folder)];
  if (place === root || isBelow(root, place)) {
    if (named === undefined) return undefined;
    throw new UsageError(
      `--cache-dir ${named} lies below ${scanned}; name a folder outside of what is scanned`,
    );
  }
  if (named !== undefined) makeFolder(folder, named);
  return new ContentStore(folder, Date.now());
}

/** The folder that a person named, or their cache folder; undefined where there is none. */
export function cacheFolderOf(named: string | undefined): string | undefined {
  return named === undefined ? defaultFolder() : resolve(named);
}

/** What cannot be kept where a person asks for it is said, and not left out without a word. */
function makeFolder(folder: string, named: string): void {
  try {
    makeFolders(folder);
  } catch (thrown) {
    throw new UsageError(`--cache-dir ${named} is no folder: ${systemReason(thrown)}`);
  }
}

/** `$XDG_CACHE_HOME/rustward`, or the same below the home folder. */
function defaultFolder(): string | undefined {
  const base = process.env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(base)) return join(base, 'rustward');
  const home = homedir();
  return isAbsolute(home) ? join(home, '.cache', 'rustward') : undefined;
}

/** A path with links resolved, as far as it exists. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolveLinks(parent), path.slice(parent.length));
  }
}
