import type { Row } from './rows.ts';

/** What a picture and a sentence tell apart, from done to not begun. */
export const TALLY_PARTS = ['proven', 'partly', 'unproven', 'proposed', 'blocked', 'left'] as const;
export type TallyPart = (typeof TALLY_PARTS)[number];
export type Tally = Readonly<Record<TallyPart, number>>;

/** How many functions are how far. */
export function tallyOf(rows: readonly Row[]): Tally {
  const count = (part: TallyPart) => rows.filter((row) => partOf(row) === part).length;
  return {
    ...{ proven: count('proven'), partly: count('partly'), unproven: count('unproven') },
    ...{ proposed: count('proposed'), blocked: count('blocked'), left: count('left') },
  };
}

export function partOf({ status }: Row): TallyPart {
  switch (status.kind) {
    case 'in Rust':
      return status.comparison === 'different' ? 'unproven' : status.comparison;
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

/** How many functions are in Rust, compared or not. */
export function inRust({ proven, partly, unproven }: Tally): number {
  return proven + partly + unproven;
}

/** Functions by their C files, in the order in which the first of each comes. */
export function modulesOf(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ id }) => id.file);
}
