import {
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ContentStore } from '../../src/workspace/state/content-store.ts';

/** Bytes by key. */
export type BuiltStore = Pick<ContentStore, 'get' | 'put'>;

const FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/rustward-tests/builds', import.meta.url),
);
const HOUR = 3_600_000;
/** `ContentStore` notes on the day after that an entry is still read. */
const OLD_MILLISECONDS = 72 * HOUR;

/**
 * What tests have built, kept from one run to the next beside the packages. What was not read for three days is removed:
 * when the sources change, all drivers may be others, of half a megabyte each.
 * @param folder where it is kept
 * @param now the time in milliseconds
 */
export function openBuiltStore(folder = FOLDER, now = Date.now()): BuiltStore {
  mkdirSync(folder, { recursive: true });
  const stamp = join(folder, 'swept');
  const last = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (now - last > HOUR) {
    writeFileSync(stamp, '');
    utimesSync(stamp, now / 1000, now / 1000);
    removeOld(folder, now);
  }
  return new ContentStore(folder, now);
}

function removeOld(folder: string, now: number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry?.isFile() === true && now - entry.mtimeMs > OLD_MILLISECONDS)
      rmSync(path, { force: true });
  }
}
