import { expect, test } from '@jest/globals';
import type { Delivery } from '../../../src/github/api/app-clients.ts';
import { redeliverFailed } from '../../../src/github/app/redeliver-failed.ts';
import { loadWatermark, saveWatermark } from '../../../src/jobs/database/watermarks.ts';
import { openDeliveryAcceptance } from '../../../src/jobs/queue/deliveries.ts';
import { onPglite } from '../../support/databases.ts';
import { openedJobs } from '../../support/opened-jobs.ts';

const HOUR = 3_600_000;
const SWEPT = 'deliveries swept';

/** Attempts to deliver, the newest first: when, of what, and how it ended. */
type Attempt = readonly [hoursAgo: number, guid: string, status: number, event?: string];

function attempts(...list: readonly Attempt[]): Delivery[] {
  return list.map(([hours, guid, status, event = 'push '], at) => {
    const [name = '', action = ''] = event.split(' ');
    const when = new Date(Date.now() - hours * HOUR);
    return { id: at, guid, delivered_at: when, status_code: status, event: name, action };
  });
}

/** A GitHub that tells of these in pages of two, and of what it is asked to bring. */
function telling(all: readonly Delivery[], refuses: readonly number[] = []) {
  const asked: string[] = [];
  let pages = 0;
  return {
    asked,
    pages: () => pages,
    async *deliveries() {
      for (let at = 0; at < all.length; at += 2) {
        pages += 1;
        yield await Promise.resolve(all.slice(at, at + 2));
      }
    },
    redeliver(id: number) {
      if (refuses.includes(id)) return Promise.reject(new Error('too old'));
      asked.push(all[id]?.guid ?? '');
      return Promise.resolve();
    },
  };
}

onPglite((databases) => {
  const opened = async (sweptHoursAgo?: number) => {
    const { jobs } = await openedJobs(databases);
    if (sweptHoursAgo !== undefined)
      await saveWatermark(jobs.database, SWEPT, new Date(Date.now() - sweptHoursAgo * HOUR));
    return jobs;
  };

  test('what no attempt has brought is asked for, the oldest first, and each once', async () => {
    const github = telling(
      attempts(
        ...([
          [1, 'late', 500],
          [2, 'mended', 200],
          [3, 'mended', 502],
          [4, 'never', 0],
        ] as const),
        ...([
          [5, 'never', 500],
          [6, 'edge', 299],
          [7, 'moved', 300],
        ] as const),
      ),
    );
    const report = await redeliverFailed(github, await opened(24));
    expect(github.asked).toEqual(['moved', 'never', 'late']);
    expect(report).toEqual({ failed: 3, asked: 3, problems: [] });
  });

  test('what has come after all is not asked for, and what GitHub refuses holds up nothing', async () => {
    const jobs = await opened(24);
    await openDeliveryAcceptance(jobs)({ id: 'came', event: 'push', jobs: [] });
    const github = telling(attempts([1, 'new', 500], [2, 'came', 500], [3, 'old', 500]), [2]);
    expect(await redeliverFailed(github, jobs)).toEqual({
      ...{ failed: 3, asked: 1, problems: ['too old'] },
    });
    expect(github.asked).toEqual(['new']);
  });

  test('it goes back to shortly before the last time, and no more than three days', async () => {
    const shortly = telling(
      attempts([1, 'a', 500], [2.1, 'b', 500], [2.3, 'c', 500], [9, 'd', 500]),
    );
    const jobs = await opened(2);
    await redeliverFailed(shortly, jobs);
    expect(shortly.asked).toEqual(['b', 'a']);
    const swept = await loadWatermark(jobs.database, SWEPT);
    expect(Date.now() - (swept?.getTime() ?? 0)).toBeLessThan(HOUR);
    const far = telling(
      attempts([71, 'a', 500], [71.5, 'b', 500], [72.5, 'c', 500], [73, 'd', 500], [74, 'e', 500]),
    );
    await redeliverFailed(far, await opened(200));
    expect(far.asked).toEqual(['b', 'a']);
    expect(far.pages()).toBe(2);
  });

  test('a database that was lost asks again for what people had asked for, and for nothing else', async () => {
    const events = ['issue_comment created', 'pull_request closed', 'pull_request opened', 'push '];
    const all = attempts(...events.map((event, at) => [at + 1, event, 200, event] as const));
    const first = telling(all);
    await redeliverFailed(first, await opened());
    expect(first.asked).toEqual(['pull_request closed', 'issue_comment created']);
    const later = telling(all);
    await redeliverFailed(later, await opened(24));
    expect(later.asked).toEqual([]);
  });
});
