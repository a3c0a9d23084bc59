import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { IncompleteError } from '../../errors.ts';
import { errorCode } from './error-code.ts';

interface Watched {
  readonly watcher: FSWatcher;
  /** A folder that was made anew has another. */
  readonly inode: number;
}

/**
 * Hears of what changes in folders, of each by the system's own watch: Node's recursive one opens every file of a tree
 * on Linux, those that are left out included.
 */
export class WatchedFolders {
  private readonly watched = new Map<string, Watched>();
  private readonly onChange: (path: string) => void;

  /** @param onChange hears the path of what changed, or of its folder where the system does not say more */
  constructor(onChange: (path: string) => void) {
    this.onChange = onChange;
  }

  /**
   * Watches these folders, and no others.
   * @throws IncompleteError where the system lets no more be watched
   */
  watch(folders: Iterable<string>): void {
    const wanted = new Set(folders);
    for (const folder of this.watched.keys()) if (!wanted.has(folder)) this.leave(folder);
    for (const folder of wanted) {
      const inode = statSync(folder, { throwIfNoEntry: false })?.ino;
      if (this.watched.get(folder)?.inode === inode) continue;
      this.leave(folder);
      if (inode !== undefined) this.enter(folder, inode);
    }
  }

  close(): void {
    for (const folder of this.watched.keys()) this.leave(folder);
  }

  private enter(folder: string, inode: number): void {
    try {
      const watcher = watch(folder, (_event, name) => this.onChange(join(folder, name ?? '')));
      // What is gone is noticed in the folder above as well.
      watcher.on('error', () => this.leave(folder));
      this.watched.set(folder, { watcher, inode });
    } catch (thrown) {
      const code = errorCode(thrown);
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return;
      if (code !== 'ENOSPC' && code !== 'EMFILE') throw thrown;
      throw new IncompleteError(
        `the system lets only ${this.watched.size} folders be watched; fs.inotify.max_user_watches and max_user_instances set how many`,
      );
    }
  }

  private leave(folder: string): void {
    this.watched.get(folder)?.watcher.close();
    this.watched.delete(folder);
  }
}
