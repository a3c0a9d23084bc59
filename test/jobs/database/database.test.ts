import { expect, test } from '@jest/globals';
import { checkDatabase } from '../../../src/jobs/database/check-database.ts';
import { openDatabase } from '../../../src/jobs/database/open-database.ts';
import { onEachDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

onEachDatabase(({ open, place, kind, server }) => {
  test('values go in and come out, and several statements give all their rows', async () => {
    const database = await open();
    const text = 'SELECT $1::text AS a, $2::jsonb AS b';
    expect(await database.query(text, ["'; --", '{"c":[1]}'])).toEqual([
      { a: "'; --", b: { c: [1] } },
    ]);
    expect(await database.query('SELECT 1 AS a; SELECT 2 AS a')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('a transaction that throws leaves nothing behind, and the next one works', async () => {
    const database = await open();
    const insert = "INSERT INTO rustward.deliveries (id, event) VALUES ('1', 'push')";
    const broken = database.transaction(async (queries) => {
      await queries.query(insert);
      await queries.query('SELECT nothing');
    });
    await expect(broken).rejects.toThrow('nothing');
    const thrown = database.transaction(async (queries) => {
      await queries.query(insert);
      throw new Error('changed my mind');
    });
    await expect(thrown).rejects.toThrow('changed my mind');
    await database.transaction((queries) => queries.query(insert));
    expect(await database.query('SELECT id FROM rustward.deliveries')).toEqual([{ id: '1' }]);
  });

  test('what was written is there when it is opened again', async () => {
    const where = await place();
    const first = await openDatabase(where);
    await first.query("INSERT INTO rustward.deliveries (id, event) VALUES ('1', 'push')");
    await first.close();
    const second = await open(where);
    expect(await second.query('SELECT id FROM rustward.deliveries')).toEqual([{ id: '1' }]);
  });

  test('tables of a newer version are left alone', async () => {
    const where = await place();
    const database = await openDatabase(where);
    await database.query('INSERT INTO rustward.migrations VALUES (1000)');
    await database.close();
    await expect(openDatabase(where)).rejects.toThrow('a newer version of Rustward');
    await expect(checkDatabase(where)).rejects.toThrow('a newer version of Rustward');
  });

  test('tables of this version are fine, also while they are in use', async () => {
    const where = await place();
    const database = await openDatabase(where);
    const inUse = await checkDatabase(where);
    expect(inUse).toMatch(
      /^PGlite, in .* which another process of Rustward has open$|^PostgreSQL, with/,
    );
    await database.close();
    expect(await checkDatabase(where)).toMatch(/^PGlite, in [^ ]*$|^PostgreSQL, with/);
  });

  if (kind === 'postgres') {
    test('a connection that breaks in a transaction fails this one, and the next one works', async () => {
      const database = await open();
      const broken = database.transaction(async (queries) => {
        await server().stop();
        await queries.query('SELECT 1');
      });
      await expect(broken).rejects.toThrow();
      await server().start();
      await eventually(() => database.query('SELECT 1'));
    });

    test('several processes may make the tables at once', async () => {
      const where = await place();
      const all = await Promise.all([1, 2, 3].map(() => open(where)));
      const text = 'SELECT version FROM rustward.migrations ORDER BY version';
      const versions = (await all[0]?.query(text)) ?? [];
      expect(versions.length).toBeGreaterThan(0);
      // Each step was done, once.
      expect(versions).toEqual(versions.map((_, index) => ({ version: index + 1 })));
    });
  } else {
    test('a second process is refused the folder, and told what to do', async () => {
      const where = await place();
      await open(where);
      await expect(openDatabase(where)).rejects.toThrow(/has the data folder .* DATABASE_URL/);
    });
  }
});

test('a URL of something else is refused', async () => {
  const place = { url: 'mysql://localhost/a', folder: temporaryFolder() };
  await expect(openDatabase(place)).rejects.toThrow('DATABASE_URL must begin with postgres://');
});
