/**
 * The lines of a `.gitignore` that leave out all but these files. A folder that is left out cannot be
 * taken in again by what is below it, so level by level: first all is left out, then a part taken in.
 */
export function onlyThese(names: readonly string[]): string[] {
  if (names.length === 0) return ['*'];
  const levels: { out: Set<string>; taken: Set<string> }[] = [];
  for (const name of names) {
    const parts = name.split('/').map((part) => part.replaceAll(/[\\*?[\]!# ]/g, '\\$&'));
    for (const [depth, part] of parts.entries()) {
      const above = ['', ...parts.slice(0, depth), ''].join('/');
      levels[depth] ??= { out: new Set(), taken: new Set() };
      levels[depth].out.add(`${above}*`);
      levels[depth].taken.add(`!${above}${part}`);
    }
  }
  return levels.flatMap(({ out, taken }) => [...out, ...taken]);
}
