import type { CrateFiles } from '../crate/crate-files.ts';
import {
  type ChangedPlace,
  changedPlaces,
  changedWords,
  isLayoutAlone,
  withPlaces,
} from './changed-places.ts';

/** So many builds are spent on finding what a repair would not have needed. */
const MAX_BUILDS = 60;

/**
 * Of the changes that make a crate build, those without which it does not: every other one is taken back. What was
 * renamed at several places is taken back at all of them, too.
 * @param builds whether a crate builds
 */
export async function neededChanges(
  before: CrateFiles,
  after: CrateFiles,
  builds: (files: CrateFiles) => Promise<boolean>,
): Promise<readonly ChangedPlace[]> {
  let kept: readonly ChangedPlace[] = changedPlaces(before, after);
  let left = MAX_BUILDS;
  const tryWithout = async (isTaken: (place: ChangedPlace) => boolean): Promise<void> => {
    const rest = kept.filter((place) => !isTaken(place));
    if (rest.length === kept.length || left === 0) return;
    left -= 1;
    if (await builds(withPlaces(before, rest))) kept = rest;
  };
  await tryWithout(isLayoutAlone);
  for (const group of placesByWord(kept)) await tryWithout((place) => group.includes(place));
  for (const place of kept) await tryWithout((one) => one === place);
  return kept;
}

/** The places at which one word has changed, where there are several. */
function placesByWord(places: readonly ChangedPlace[]): ChangedPlace[][] {
  const groups = new Map<string, ChangedPlace[]>();
  for (const place of places) {
    for (const word of changedWords(place)) groups.set(word, [...(groups.get(word) ?? []), place]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
