import { expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/jobs/database/open-database.ts';
import { loadOpenCounts, loadPastReviews } from '../../../src/jobs/database/past-reviews.ts';
import {
  databaseReviewHistory,
  deleteReviews,
  type JudgedReview,
} from '../../../src/jobs/database/review-history.ts';
import { onEachDatabase } from '../../support/databases.ts';

const NONE = { high: 0, medium: 0, low: 0, unsure: 0, settled: 0, fixed: 0 };

function review(
  place: string,
  pull: number | undefined,
  head: string,
  more: Partial<JudgedReview> = {},
) {
  const subject = pull === undefined ? 'refs/heads/queue/main' : `pull ${pull}`;
  return { place, subject, head, pull, owner: '5', verdict: 'findings', ...NONE, ...more } as const;
}

onEachDatabase((databases) => {
  const opened = async () => {
    let time = Date.UTC(2026, 0, 1);
    const problems: string[] = [];
    const database = await databases.open();
    const now = () => {
      time += 60_000;
      return time;
    };
    const history = databaseReviewHistory(database, now, (problem) => problems.push(problem));
    const heads = async (place: string, most = 1000) =>
      (await loadPastReviews(database, [place], most)).map(({ head }) => head);
    return { database, history, problems, heads, pass: (days: number) => (time += days * 864e5) };
  };

  test('what is open is the newest review of each open pull request, summed up', async () => {
    const { database, history, problems } = await opened();
    await history.add(review('1', 7, 'a', { high: 3, fixed: 1 }));
    await history.add(review('1', 7, 'b', { high: 1, unsure: 2 }));
    await history.add(review('1', 8, 'c', { verdict: 'inconclusive', low: 1, settled: 4 }));
    await history.add(review('1', undefined, 'd', { high: 9 }));
    await history.add(review('2', 7, 'e', { medium: 2 }));
    const open = (places: readonly string[]) => loadOpenCounts(database, places);
    const first = { ...NONE, place: '1', pulls: 2, unexamined: 1 };
    expect(await open(['1', '3'])).toEqual([{ ...first, high: 1, low: 1, unsure: 2, settled: 4 }]);
    await history.setOpen({ place: '1', subject: 'pull 7' }, false);
    expect(await open(['1'])).toEqual([{ ...first, pulls: 1, low: 1, settled: 4 }]);
    await history.setOpen({ place: '1', subject: 'pull 7' }, true);
    expect(await open(['1'])).toMatchObject([{ pulls: 2, high: 1 }]);
    expect(await open(['2'])).toMatchObject([{ place: '2', pulls: 1, medium: 2 }]);
    expect(problems).toEqual([]);
  });

  test('a commit that is reviewed, judged or broken again is there once', async () => {
    const { database, history } = await opened();
    await history.add(review('1', 7, 'a', { high: 3 }));
    await history.add(review('1', 7, 'b', { high: 2 }));
    await history.add(review('1', 7, 'a', { high: 1, low: 1 }));
    const { owner: _, pull: _pull, ...settled } = review('1', 7, 'a', { low: 1, settled: 1 });
    await history.judgeAgain({ ...settled, verdict: 'clean' });
    await history.judgeAgain({ ...settled, head: 'unknown' });
    const past = await loadPastReviews(database, ['1'], 10);
    expect(past.map(({ head, at }) => [head, at.getTime()])).toEqual([
      ['b', Date.UTC(2026, 0, 1, 0, 2)],
      ['a', Date.UTC(2026, 0, 1, 0, 3)],
    ]);
    expect(past[1]).toMatchObject({ verdict: 'clean', high: 0, low: 1, settled: 1, pull: 7 });
    // What was found there is not gone because another try broke.
    await history.addFailed(review('1', 7, 'a'));
    await history.judgeAgain(settled);
    await history.addFailed(review('1', 9, 'c'));
    expect(await loadPastReviews(database, ['1'], 2)).toMatchObject([
      { head: 'a', verdict: 'failed', low: 1 },
      { head: 'c', verdict: 'failed', low: 0 },
    ]);
    expect(await loadOpenCounts(database, ['1'])).toMatchObject([{ pulls: 2, unexamined: 2 }]);
  });

  test('of a repository two hundred are kept, and none for longer than a year', async () => {
    const { history, heads, pass } = await opened();
    for (let n = 0; n < 203; n += 1) await history.add(review('1', n % 5, `${n}`));
    await history.add(review('2', 1, 'of another'));
    expect([(await heads('1')).length, (await heads('1'))[0]]).toEqual([200, '3']);
    expect(await heads('1', 2)).toEqual(['201', '202']);
    pass(400);
    await history.add(review('1', 7, 'late'));
    expect(await heads('1')).toEqual(['late']);
    expect(await heads('2')).toEqual(['of another']);
  });

  test('they go with their owner, or with a place of theirs', async () => {
    const { database, history, heads } = await opened();
    for (const place of ['1', '2', '3']) await history.add(review(place, 1, place));
    await history.add({ ...review('4', 1, '4'), owner: '6' });
    await deleteReviews(database, { owner: '5', places: ['2', '4'] });
    expect([await heads('2'), await heads('4')]).toEqual([[], ['4']]);
    await deleteReviews(database, { owner: '5' });
    expect([await heads('1'), await heads('3'), await heads('4')]).toEqual([[], [], ['4']]);
  });

  test('a database of the version before gets the table, and keeps what it has', async () => {
    const where = await databases.place();
    const before = await openDatabase(where);
    await before.query(`INSERT INTO rustward.deliveries (id, event) VALUES ('1', 'push');
      DROP TABLE rustward.reviews; DELETE FROM rustward.migrations WHERE version = 4`);
    await before.close();
    const database = await databases.open(where);
    expect(await database.query('SELECT id FROM rustward.deliveries')).toEqual([{ id: '1' }]);
    expect(await loadPastReviews(database, ['1'], 5)).toEqual([]);
    const versions = await database.query(
      'SELECT max(version) AS version FROM rustward.migrations',
    );
    expect(versions).toEqual([{ version: 4 }]);
  });

  test('what cannot be written down is told, and breaks nothing', async () => {
    const { database, history, problems } = await opened();
    await database.query('DROP TABLE rustward.reviews');
    await history.add(review('1', 7, 'a'));
    await history.setOpen({ place: '1', subject: 'pull 7' }, false);
    expect(problems).toHaveLength(2);
  });
});
