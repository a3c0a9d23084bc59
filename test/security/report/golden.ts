import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../../fixtures/report/', import.meta.url);

/**
 * What a printer is expected to print. With UPDATE_GOLDEN=1 in the environment the file is
 * written first: read the difference before it is committed.
 */
export function golden(name: string, printed: string): string {
  const file = new URL(name, FOLDER);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, printed);
  return readFileSync(file, 'utf8');
}
