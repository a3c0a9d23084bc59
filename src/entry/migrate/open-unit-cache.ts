import { StoredUnitCache, type UnitCache } from '../../migration/scan/unit-cache.ts';
import { engineFingerprint } from '../../security/scan/engine-fingerprint.ts';
import { ENGINE } from '../../workspace/own-files.ts';
import { openCache } from '../review/cache-folder.ts';

/**
 * Where what clang says of the files of a project is kept from one scan to the next: clang's tree of a file is
 * a hundred times as long as the file.
 * @param project the folder that is scanned
 * @param named where to keep it; in the user's cache folder when missing
 */
export function openUnitCache(project: string, named?: string): UnitCache | undefined {
  const store = openCache(project, named);
  store?.evict();
  if (store === undefined) return undefined;
  return new StoredUnitCache(store, engineFingerprint(ENGINE.sources, ENGINE.lockFile));
}
