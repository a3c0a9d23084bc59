/**
 * The definitions of a name that a file most likely means: those that share most of its path. A tree that holds
 * several programs may define one name more than once.
 */
export function nearestDefinitions<T extends { readonly file: string }>(
  candidates: readonly T[],
  file: string,
): T[] {
  const depths = candidates.map((candidate) => sharedFolders(candidate.file, file));
  const most = Math.max(...depths);
  return candidates.filter((_, index) => depths[index] === most);
}

/** How many folders two paths have in common from the root. */
function sharedFolders(a: string, b: string): number {
  const left = a.split('/').slice(0, -1);
  const right = b.split('/').slice(0, -1);
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared;
}
