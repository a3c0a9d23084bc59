import { z } from 'zod';
import { FAIL_ON, type FailOn } from '../../security/report/fail-on.ts';
import type { Report } from '../../security/report/report.ts';
import { reportSchema } from '../../security/report/report-schema.ts';
import { ContentStore } from '../../workspace/state/content-store.ts';
import { shaSchema } from '../commands/command.ts';

/** What is left of a review when it is over: enough to explain, and to judge anew. */
export interface StoredReview {
  /** The commit that was reviewed. */
  readonly head: string;
  /** As the review made it, before anything was settled on the pull request. */
  readonly report: Report;
  /** The lowest severity that fails the check. */
  readonly failOn: FailOn;
  /** Whether what it found may be said where everybody reads it. */
  readonly details: 'public' | 'private';
  /** Whether what people settle is committed as well. */
  readonly settle: 'record' | 'commit';
  /** How long it took. */
  readonly seconds: number;
  /** What models were asked; `unpriced` calls are not in the dollars. */
  readonly costs: { readonly dollars: number; readonly calls: number; readonly unpriced: number };
}

/** Keeps the last reviews of pull requests. What is gone can be had again: by a review. */
export interface ReportStore {
  put(repository: number, pull: number, review: StoredReview): void;
  /** Of that commit, or without one the last; undefined where there is none, or it was thrown away. */
  get(repository: number, pull: number, head?: string): StoredReview | undefined;
}

const storedReviewSchema = z.object({
  head: shaSchema,
  report: reportSchema,
  failOn: z.enum(FAIL_ON),
  details: z.enum(['public', 'private']),
  settle: z.enum(['record', 'commit']),
  seconds: z.number(),
  costs: z.object({ dollars: z.number(), calls: z.number(), unpriced: z.number() }),
});

/**
 * A store in a folder of the app's own. Entries are written whole or not at all; those that were not
 * read for a month are removed.
 */
export function openReportStore(folder: string, now: () => number): ReportStore {
  const store = () => new ContentStore(folder, now());
  const nameOf = (repository: number, pull: number, head = 'last') =>
    `${repository}/${pull}/${head}`;
  return {
    put(repository, pull, review) {
      const content = store();
      const bytes = Buffer.from(JSON.stringify(review));
      content.put(nameOf(repository, pull, review.head), bytes);
      content.put(nameOf(repository, pull), bytes);
      content.evict();
    },
    get(repository, pull, head) {
      const bytes = store().get(nameOf(repository, pull, head));
      if (bytes === undefined) return undefined;
      // A version of ours that wrote another form may have left it.
      return storedReviewSchema.safeParse(JSON.parse(bytes.toString())).data;
    },
  };
}
