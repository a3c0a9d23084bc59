/** Names that are suggested in place of one that there is not. */
const MAX_NAMES = 3;

/** So many letters may differ at most, and only in a name that is long enough to be meant all the same. */
const MAX_DISTANCE = 2;
const MIN_LENGTH = 5;

/** The names that one most likely stands for: the same in other case, then those that hold it, then those with a few other letters. */
export function nearestNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const found: { readonly name: string; readonly rank: number }[] = [];
  for (const known of names) {
    const lower = known.toLowerCase();
    const rank =
      lower === wanted
        ? 0
        : wanted.length >= MIN_LENGTH && (lower.endsWith(wanted) || lower.startsWith(wanted))
          ? 1
          : wanted.length >= MIN_LENGTH
            ? distance(lower, wanted)
            : MAX_DISTANCE + 1;
    if (rank <= MAX_DISTANCE) found.push({ name: known, rank });
  }
  return found
    .toSorted((left, right) => left.rank - right.rank || left.name.length - right.name.length)
    .slice(0, MAX_NAMES)
    .map((one) => one.name);
}

/** How many letters have to be put in, taken out or changed, up to a little more than matters. */
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > MAX_DISTANCE) return MAX_DISTANCE + 1;
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...right].entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? MAX_DISTANCE + 1;
}
