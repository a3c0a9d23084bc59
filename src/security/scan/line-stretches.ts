import type { LineStretch } from '../../workspace/files/skip.ts';

/** Stretches of lines that a note names; more are counted. */
const MAX_STRETCHES = 20;

/** The stretches that ascending numbers make. */
export function stretches(lines: readonly number[]): LineStretch[] {
  const found: LineStretch[] = [];
  for (const line of lines) {
    const open = found.at(-1);
    if (open !== undefined && line === open.last + 1)
      found[found.length - 1] = { first: open.first, last: line };
    else found.push({ first: line, last: line });
  }
  return found;
}

/** `3, 7-9 and 2 more stretches` */
export function named(all: readonly LineStretch[]): string {
  const some = all
    .slice(0, MAX_STRETCHES)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  const more = all.length - some.length;
  return more > 0 ? `${some.join(', ')} and ${more} more stretches` : some.join(', ');
}
