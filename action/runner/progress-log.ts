import type { ReviewHooks } from '../../src/entry/review/perform-review.ts';
import { STAGE_LABELS } from '../../src/entry/review/stage-labels.ts';
import type { JobLog } from './job-log.ts';

/** Prints how far a review is: a line for each quarter of a stage. */
export function progressLog(log: JobLog): NonNullable<ReviewHooks['onProgress']> {
  let last = '';
  return (stage, done, total) => {
    // Of nothing it is NaN, which is told once too.
    const now = `${stage} ${Math.floor((4 * done) / total)}`;
    if (now === last) return;
    last = now;
    log.line(`${stage}: ${done} of ${total} ${STAGE_LABELS[stage]}`);
  };
}
