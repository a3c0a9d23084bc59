import { expect, test } from '@jest/globals';
import { loadWatermark, saveWatermark } from '../../../src/jobs/database/watermarks.ts';
import { onEachDatabase } from '../../support/databases.ts';

onEachDatabase((databases) => {
  test('a recurring task goes on where it was, and never back', async () => {
    const database = await databases.open();
    const [early, late] = [new Date(1_000), new Date(2_000)];
    expect(await loadWatermark(database, 'one')).toBeUndefined();
    await saveWatermark(database, 'one', late);
    await saveWatermark(database, 'two', early);
    expect(await loadWatermark(database, 'one')).toEqual(late);
    await saveWatermark(database, 'one', early);
    expect(await loadWatermark(database, 'one')).toEqual(late);
    expect(await loadWatermark(database, 'two')).toEqual(early);
  });
});
