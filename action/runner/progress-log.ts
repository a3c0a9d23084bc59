import type { ReviewHooks } from '../../src/entry/review/perform-review.ts';
import type { JobLog } from './job-log.ts';

const COUNTED = {
  scan: 'files',
  discover: 'groups of functions looked at',
  cluster: 'batches grouped',
  review: 'batches of reasons reviewed',
  analyze: 'groups analysed',
  reproduce: 'groups of findings run',
};

/** Prints how far a review is: a line for each quarter of a stage. */
export function progressLog(log: JobLog): NonNullable<ReviewHooks['onProgress']> {
  let last = '';
  return (stage, done, total) => {
    const quarter = total === 0 ? 4 : Math.floor((4 * done) / total);
    const now = `${stage} ${quarter}`;
    if (now === last) return;
    last = now;
    log.line(`${stage}: ${done} of ${total} ${COUNTED[stage]}`);
  };
}
