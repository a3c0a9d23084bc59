import { join } from 'node:path';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { loadCrate } from '../../migration/crate/crate-files.ts';
import { standingOfC } from '../../migration/state/changed-c.ts';
import { CrateDigests, standingOfRust } from '../../migration/state/changed-rust.ts';
import { loadProgress } from '../../migration/state/progress.ts';
import { type Standing, standingOfBoth } from '../../migration/state/standing.ts';
import type { MappedSymbol } from '../../migration/state/symbol-map.ts';

/** Where a crate is written by default. */
const DEFAULT_CRATE = 'rust';

/** The folder of the crate of a migration, relative to the project's. */
export function crateOfProject(root: string): string {
  return loadProgress(root)?.crate ?? DEFAULT_CRATE;
}

/**
 * How the C and the Rust of migrated functions stand to those that were compared, by C function.
 * @param crate the folder of the crate, relative to the project's
 * @param scanned the functions that the last scan has found, and whether the C is as it was then
 * @param read a file of the C; undefined where there is none
 */
export async function projectStanding(
  root: string,
  crate: string,
  mapped: readonly MappedSymbol[],
  scanned: Parameters<typeof standingOfC>[1],
  read: (file: string) => string | undefined,
): Promise<ReadonlyMap<string, Standing>> {
  const digests = new CrateDigests(
    await loadGrammars().parser('rust'),
    mapped.length === 0 ? new Map() : loadCrate(join(root, crate)),
  );
  return standingOfBoth(standingOfC(mapped, scanned, read), standingOfRust(mapped, digests));
}
