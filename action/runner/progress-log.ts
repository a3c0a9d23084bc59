import type { ReviewHooks } from '../../src/entry/review/perform-review.ts';
import { STAGE_LABELS } from '../../src/entry/review/stage-labels.ts';
import type { JobLog } from './job-log.ts';

/** Prints how far a review is: a line for each quarter of a stage. */
export function progressLog(log: JobLog): NonNullable<ReviewHooks['onProgress']> {
  let last = '';
  return (stage, done, total) => {
    const quarter = total === 0 ? 4 : Math.floor((4 * done) / total);
    const now = `${stage} ${quarter}`;
    if (now === last) return;
    last = now;
    log.line(`${stage}: ${done} of ${total} ${STAGE_LABELS[stage]}`);
  };
}
