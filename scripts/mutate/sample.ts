import { drawn, mutantKey, type SourceMutant } from './mutant.ts';

/** All that can be changed in a source. */
export type MutantsOf = (file: string) => Promise<readonly SourceMutant[]>;

/**
 * A number of changes, spread over the rooms of the sources: each room in its turn gives one of a file that has
 * given none yet, or as few as any. The same seed draws the same from the same sources.
 * @param mutantsOf is asked about files that are drawn alone
 */
export async function sample(
  files: readonly string[],
  { seed, count }: { readonly seed: number; readonly count: number },
  mutantsOf: MutantsOf,
): Promise<SourceMutant[]> {
  const rooms = [...Map.groupBy(files, roomOf)]
    .sort(([a], [b]) => drawn(seed, a) - drawn(seed, b))
    .map(([, list]) => list.toSorted((a, b) => drawn(seed, a) - drawn(seed, b)));
  const left = new Map<string, SourceMutant[]>();
  const found: SourceMutant[] = [];
  while (found.length < count && rooms.some((room) => room.length > 0)) {
    for (const room of rooms) {
      const file = room.shift();
      if (file === undefined || found.length >= count) continue;
      const mutants = left.get(file) ?? [...(await mutantsOf(file))];
      mutants.sort((a, b) => drawn(seed, mutantKey(a)) - drawn(seed, mutantKey(b)));
      left.set(file, mutants);
      const one = mutants.shift();
      if (one !== undefined) found.push(one);
      if (mutants.length > 0) room.push(file);
    }
  }
  return found;
}

/** Two folders deep: `src/code/flow`, `src/model/calls`. */
function roomOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 3).join('/');
}
