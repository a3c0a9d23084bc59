import { z } from 'zod';
import type { Database } from './database.ts';

const watermarkRows = z.array(z.object({ reached_at: z.coerce.date() }));

/** How far a recurring task has come; undefined before it first ran. */
export async function loadWatermark(database: Database, name: string): Promise<Date | undefined> {
  const text = 'SELECT reached_at FROM rustward.marks WHERE name = $1';
  return watermarkRows.parse(await database.query(text, [name]))[0]?.reached_at;
}

export async function saveWatermark(
  database: Database,
  name: string,
  reached: Date,
): Promise<void> {
  await database.query(
    `INSERT INTO rustward.marks VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET reached_at = greatest(marks.reached_at, excluded.reached_at)`,
    [name, reached.toISOString()],
  );
}
