import type { Configuration, Places } from './configuration.ts';

/** How the place of a key is called among those of a configuration. */
export function placeKey(...path: readonly (string | number)[]): string {
  return path.join('.');
}

/**
 * Where a file names rules and folders, for what says that there is none of that name.
 * @param placeOf gives the place of a key, as `file:line`
 */
export function placesIn(
  { review }: Configuration,
  placeOf: (path: readonly (string | number)[]) => string,
): Places {
  const paths = [
    ...Object.keys(review.severity).map((name) => ['review', 'severity', name]),
    ...Object.keys(review.fail_above).map((name) => ['review', 'fail_above', name]),
    ...review.folders.flatMap(({ severity }, index) => [
      ['review', 'folders', index, 'path'],
      ...Object.keys(severity).map((name) => ['review', 'folders', index, 'severity', name]),
    ]),
  ];
  return Object.fromEntries(paths.map((path) => [placeKey(...path), placeOf(path)]));
}

/** The places of a repository's own file and its owner's: the list of folders is replaced as a whole. */
export function joinedPlaces(shared: Places, own: Places, hasOwnFolders: boolean): Places {
  const folders = placeKey('review', 'folders', '');
  const kept = Object.entries(shared).filter(([key]) => !hasOwnFolders || !key.startsWith(folders));
  return { ...Object.fromEntries(kept), ...own };
}
