import type { Row } from './rows.ts';

/** What a picture and a sentence tell apart, from done to not begun. */
export const TALLY_PARTS = ['proven', 'unproven', 'proposed', 'blocked', 'left'] as const;
export type TallyPart = (typeof TALLY_PARTS)[number];
export type Tally = Readonly<Record<TallyPart, number>>;

/** How many functions are how far. */
export function tallyOf(rows: readonly Row[]): Tally {
  const count = (part: TallyPart) => rows.filter((row) => partOf(row) === part).length;
  return {
    ...{ proven: count('proven'), unproven: count('unproven'), proposed: count('proposed') },
    ...{ blocked: count('blocked'), left: count('left') },
  };
}

export function partOf({ status }: Row): TallyPart {
  switch (status.kind) {
    case 'in Rust':
      return status.comparison === 'proven' ? 'proven' : 'unproven';
    case 'draft':
    case 'judged':
    case 'failing':
    case 'ready':
    case 'in work':
      return 'proposed';
    case 'blocked':
      return 'blocked';
    default:
      return 'left';
  }
}

/** Functions by their C files, in the order in which the first of each comes. */
export function modulesOf(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ id }) => id.file);
}
