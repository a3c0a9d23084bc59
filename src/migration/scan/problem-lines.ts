import type { ScannedUnits } from './scan-units.ts';

/** Files that a line names. */
const SHOWN = 12;

/** What a scan could not read, one line for all files of which the same is said. */
export function problemLines(problems: ScannedUnits['problems']): string[] {
  return [...Map.groupBy(problems, ({ message }) => message)].map(
    ([message, alike]) => `${shortList(alike.map(({ file }) => file))}: ${message}`,
  );
}

/** The first of a list, and how many more there are. */
export function shortList(list: readonly string[]): string {
  const more = list.length - SHOWN;
  return more > 0 ? `${list.slice(0, SHOWN).join(', ')} and ${more} more` : list.join(', ');
}
