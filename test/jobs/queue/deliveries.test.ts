import { expect, test } from '@jest/globals';
import { loadPastReviews } from '../../../src/jobs/database/past-reviews.ts';
import { databaseReviewHistory } from '../../../src/jobs/database/review-history.ts';
import {
  deleteOldDeliveries,
  isDelivered,
  openDeliveryAcceptance,
} from '../../../src/jobs/queue/deliveries.ts';
import type { EndedJobs } from '../../../src/jobs/queue/ended-jobs.ts';
import { onEachDatabase } from '../../support/databases.ts';
import { every, job, newest, openedJobs } from '../../support/opened-jobs.ts';

onEachDatabase((databases) => {
  const opened = async () => {
    const { jobs } = await openedJobs(databases);
    const count = async () => {
      const text = `SELECT (SELECT count(*)::int FROM rustward.jobs) AS jobs,
        (SELECT count(*)::int FROM pgboss.job) AS turns,
        (SELECT count(*)::int FROM rustward.deliveries) AS deliveries`;
      return (await jobs.database.query(text))[0];
    };
    return { jobs, accept: openDeliveryAcceptance(jobs), count };
  };

  test('a delivery that comes again does nothing', async () => {
    const { jobs, accept, count } = await opened();
    const delivery = { id: 'a-1', event: 'push', jobs: [job(every, 'a'), job(newest, 'a')] };
    expect(await accept(delivery)).toBe(true);
    expect(await accept(delivery)).toBe(false);
    expect(await count()).toEqual({ jobs: 2, turns: 2, deliveries: 1 });
    expect(await isDelivered(jobs, 'a-1')).toBe(true);
    expect(await isDelivered(jobs, 'a-2')).toBe(false);
  });

  test('a delivery that ends what was asked for throws it away, in some places or in all', async () => {
    const { accept, count } = await opened();
    const of = (owner: string, key: string) => ({ ...job(every, key), owner });
    const waiting = [of('1', '5 a'), of('1', '55 a'), of('1', '6 a'), of('2', '5 a')];
    await accept({ id: 'a', event: 'push', jobs: waiting });
    const ended = { owner: '1', places: ['5', '7'] };
    await accept({ id: 'b', event: 'removed', jobs: [], ended });
    expect(await count()).toMatchObject({ jobs: 3 });
    // What comes later is done, also when the delivery that ended it comes again.
    await accept({ id: 'c', event: 'push', jobs: [of('1', '5 a')] });
    await accept({ id: 'b', event: 'removed', jobs: [], ended });
    expect(await count()).toMatchObject({ jobs: 4 });
    const jobs = [of('1', '8 a')];
    await accept({ id: 'd', event: 'deleted', jobs, ended: { owner: '1' } });
    expect(await count()).toMatchObject({ jobs: 2 });
  });

  test('past reviews go with an installation, and stay where it is only suspended', async () => {
    const { jobs, accept } = await opened();
    const { database } = jobs;
    const history = databaseReviewHistory(database, Date.now, (problem) => {
      throw new Error(problem);
    });
    const counts = { high: 1, medium: 0, low: 0, unsure: 0, settled: 0, fixed: 0 };
    for (const place of ['5', '6', '7']) {
      const what = { place, subject: 'pull 1', head: 'a', owner: '1', pull: 1 };
      await history.add({ ...what, verdict: 'findings', ...counts });
    }
    const left = async () => {
      const rows = await loadPastReviews(database, ['5', '6', '7'], 1);
      return rows.map(({ place }) => place);
    };
    const delivery = (id: string, ended: EndedJobs) =>
      accept({ id, event: 'installation', jobs: [], ended });
    await delivery('a', { owner: '1', forgets: false });
    expect(await left()).toEqual(['5', '6', '7']);
    await delivery('b', { owner: '1', places: ['6'], forgets: true });
    expect(await left()).toEqual(['5', '7']);
    await delivery('c', { owner: '1', forgets: true });
    expect(await left()).toEqual([]);
  });

  test('of many that come at once, each is accepted once', async () => {
    const { accept, count } = await opened();
    const ids = Array.from({ length: 300 }, (_, index) => `d-${index % 150}`);
    const accepted = await Promise.all(
      ids.map((id) => accept({ id, event: 'push', jobs: [job(every, id), job(newest, 'same')] })),
    );
    expect(accepted.filter((isNew) => isNew)).toHaveLength(150);
    expect(await count()).toEqual({ jobs: 300, turns: 151, deliveries: 150 });
  });

  test('what cannot be stored is refused whole, and takes nothing else with it', async () => {
    const { jobs, accept, count } = await opened();
    const good = { id: 'good', event: 'push', jobs: [job(every, 'a')] };
    // PostgreSQL keeps no such character.
    const bad = { id: 'bad', event: 'push', jobs: [job(every, 'b', { text: '\u0000' })] };
    const first = accept({ ...good, id: 'first' });
    const [left, right] = await Promise.allSettled([accept(bad), accept(good)]);
    expect([left.status, right.status, await first]).toEqual(['rejected', 'fulfilled', true]);
    expect(await isDelivered(jobs, 'bad')).toBe(false);
    expect(await count()).toMatchObject({ jobs: 2, deliveries: 2 });
  });

  test('a delivery is remembered for longer than it can come again, and then forgotten', async () => {
    const { jobs, accept } = await opened();
    for (const id of ['old', 'recent']) await accept({ id, event: 'push', jobs: [] });
    const age = 'UPDATE rustward.deliveries SET received_at = now() - $2::interval WHERE id = $1';
    await jobs.database.query(age, ['old', '8 days']);
    await jobs.database.query(age, ['recent', '4 days']);
    await deleteOldDeliveries(jobs);
    expect(await isDelivered(jobs, 'old')).toBe(false);
    expect(await isDelivered(jobs, 'recent')).toBe(true);
  });
});
