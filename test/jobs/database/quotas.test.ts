import { expect, test } from '@jest/globals';
import { databaseQuotas } from '../../../src/jobs/database/quotas.ts';
import { onEachDatabase } from '../../support/databases.ts';

const QUOTA = { times: 2, seconds: 60 };

onEachDatabase((databases) => {
  test('as many as there are, each once, until the time is over', async () => {
    let now = Date.UTC(2026, 0, 1);
    const quotas = databaseQuotas(await databases.open(), () => now);
    const take = (use: string) => quotas.take('fix 17', use, QUOTA);
    expect([await take('a'), await take('b'), await take('c')]).toEqual([true, true, false]);
    // A second try of what has been taken.
    expect([await take('a'), await take('c')]).toEqual([true, false]);
    expect(await quotas.take('fix 18', 'c', QUOTA)).toBe(true);
    now += 60_000;
    expect([await take('c'), await take('d'), await take('e')]).toEqual([true, true, false]);
  });

  test('no more than that when all ask at once', async () => {
    const quotas = databaseQuotas(await databases.open(), () => Date.UTC(2026, 0, 1));
    const uses = Array.from({ length: 10 }, (_, at) => quotas.take('x', `${at}`, QUOTA));
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(2);
  });
});
