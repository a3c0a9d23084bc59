import type { ReviewHooks } from './perform-review.ts';

type Stage = Parameters<NonNullable<ReviewHooks['onProgress']>>[0];

/** What is counted in each stage of a review, in the plural. */
export const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  // Each file is gone over several times: for what is known of it, and with what is known of the others.
  scan: 'passes over files',
  discover: 'groups of functions looked at',
  cluster: 'batches grouped',
  review: 'batches of reasons reviewed',
  analyze: 'groups analysed',
  reproduce: 'groups of findings run',
};
