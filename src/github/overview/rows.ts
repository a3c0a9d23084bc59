import type { Database } from '../../jobs/database/database.ts';
import {
  loadOpenCounts,
  loadPastReviews,
  type OpenCounts,
  type PastReview,
} from '../../jobs/database/past-reviews.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { ReadableRepository } from '../api/user-access.ts';
import { placeOf } from '../commands/queues.ts';

/** Numbers of what is open. */
export type Counts = Omit<OpenCounts, 'place'>;

/** A repository, as the overview shows it. */
export interface OverviewRow {
  readonly repository: ReadableRepository;
  /** What is open in its pull requests. */
  readonly open: Counts;
  /** Its newest reviews, the oldest first; none where it was never reviewed. */
  readonly past: readonly PastReview[];
}

/** How many reviews a trend is drawn of. */
const TREND = 20;

const COLUMNS = [
  'high',
  'medium',
  'low',
  'unsure',
  'settled',
  'fixed',
  'pulls',
  'unexamined',
] as const;

const NO_COUNTS: Counts = {
  ...{ high: 0, medium: 0, low: 0, unsure: 0, settled: 0, fixed: 0 },
  ...{ pulls: 0, unexamined: 0 },
};

/** All counts together. */
export function sumOf(all: readonly Counts[]): Counts {
  const sum = (name: (typeof COLUMNS)[number]) =>
    all.reduce((total, counts) => total + counts[name], 0);
  return {
    ...{ high: sum('high'), medium: sum('medium'), low: sum('low'), unsure: sum('unsure') },
    ...{ settled: sum('settled'), fixed: sum('fixed'), pulls: sum('pulls') },
    unexamined: sum('unexamined'),
  };
}

/** A row for each of the repositories, what needs attention first. */
export async function loadRows(
  database: Database,
  repositories: readonly ReadableRepository[],
): Promise<OverviewRow[]> {
  const places = repositories.map(({ id }) => placeOf(id));
  const open = new Map(
    (await loadOpenCounts(database, places)).map(({ place, ...counts }) => [place, counts]),
  );
  const past = Map.groupBy(await loadPastReviews(database, places, TREND), ({ place }) => place);
  return repositories
    .map((repository): OverviewRow => {
      const place = placeOf(repository.id);
      return {
        repository,
        open: open.get(place) ?? NO_COUNTS,
        past: past.get(place) ?? [],
      };
    })
    .sort(byAttention);
}

/** `owner/name` */
export function nameOf({ owner, name }: ReadableRepository): string {
  return `${owner}/${name}`;
}

/**
 * High findings first; then what is not known, since it was not examined; then the others. Where nothing is
 * open, repositories that were reviewed stand before those that never were.
 */
function byAttention(one: OverviewRow, other: OverviewRow): number {
  return (
    other.open.high - one.open.high ||
    other.open.unexamined - one.open.unexamined ||
    other.open.medium - one.open.medium ||
    other.open.low - one.open.low ||
    other.open.unsure - one.open.unsure ||
    Number(one.past.length === 0) - Number(other.past.length === 0) ||
    byBytes(nameOf(one.repository).toLowerCase(), nameOf(other.repository).toLowerCase())
  );
}
