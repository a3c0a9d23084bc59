import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLimits } from './sandbox.ts';

/** How long it is between two walks without need, and how many times as long as a walk at least. */
const WALK_MILLISECONDS = 1000;
const WALK_SHARE = 20;

/** What a folder takes, or what there is left of it on its file system. */
interface Space {
  readonly bytes: number;
  readonly files: number;
}

/**
 * Tells in which way a folder has grown too far since this call: by bytes, or by files. Cheap to ask
 * often: the folder is walked again when its file system has lost that much, to this or another
 * program, and from time to time, since another program may free what this one takes.
 */
export function watchGrowth(
  folder: string,
  { diskBytes, files }: Pick<SandboxLimits, 'diskBytes' | 'files'>,
): () => 'disk' | 'files' | undefined {
  const before = spaceOf(folder);
  let free = freeSpace(folder) ?? { bytes: 0, files: 0 };
  let nextWalk = performance.now() + WALK_MILLISECONDS;
  return () => {
    // One that is gone, since its program has ended, takes nothing.
    const now = freeSpace(folder);
    if (now === undefined) return undefined;
    const isLost = free.bytes - now.bytes > diskBytes || free.files - now.files > files;
    const started = performance.now();
    if (!isLost && started < nextWalk) return undefined;
    const after = spaceOf(folder);
    const ended = performance.now();
    nextWalk = ended + Math.max(WALK_MILLISECONDS, WALK_SHARE * (ended - started));
    if (after.bytes - before.bytes > diskBytes) return 'disk';
    if (after.files - before.files > files) return 'files';
    // Another program filled the disk.
    free = now;
    return undefined;
  };
}

/** What is below a folder; links are not followed. */
function spaceOf(folder: string): Space {
  let bytes = 0;
  let files = 0;
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entry = lstatSync(at, { throwIfNoEntry: false });
    if (entry === undefined) continue;
    files += 1;
    // Of 512 bytes each, whatever the file system's own are: see stat(2).
    bytes += entry.blocks * 512;
    if (entry.isDirectory()) pending.push(...entries(at));
  }
  return { bytes, files };
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * A file system that does not count its files says that none is free, then as before. Undefined where the folder is gone.
 */
function freeSpace(folder: string): Space | undefined {
  try {
    const { bavail, bsize, ffree } = statfsSync(folder);
    return { bytes: bavail * bsize, files: ffree };
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}
