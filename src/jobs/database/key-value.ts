import { z } from 'zod';
import type { Database } from './database.ts';

/** Texts stored under a subject, for all processes that share a database. */
export interface KeyValueStore {
  /** In the order in which they were added. */
  list(subject: string): Promise<string[]>;
  /** Adding one that is there changes nothing. */
  add(subject: string, note: string): Promise<void>;
  remove(subject: string, note: string): Promise<void>;
}

const noteRows = z.array(z.object({ note: z.string() }));

/** No caller needs an entry for longer. */
const MAX_AGE = '31 days';

export function databaseKeyValueStore(database: Database): KeyValueStore {
  return {
    async list(subject) {
      const text = 'SELECT note FROM rustward.notes WHERE subject = $1 ORDER BY at, note';
      return noteRows.parse(await database.query(text, [subject])).map(({ note }) => note);
    },
    async add(subject, note) {
      await database.query(`DELETE FROM rustward.notes WHERE at < now() - interval '${MAX_AGE}'`);
      await database.query(
        'INSERT INTO rustward.notes (subject, note) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [subject, note],
      );
    },
    async remove(subject, note) {
      const text = 'DELETE FROM rustward.notes WHERE subject = $1 AND note = $2';
      await database.query(text, [subject, note]);
    },
  };
}
