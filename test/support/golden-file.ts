import { readFileSync, writeFileSync } from 'node:fs';

const FIXTURES = new URL('../fixtures/', import.meta.url);

/**
 * What a printer is expected to print, a path below test/fixtures. With UPDATE_GOLDEN=1 in the
 * environment the file is written first: read the difference before it is committed.
 */
export function goldenFile(path: string, printed: string): string {
  const file = new URL(path, FIXTURES);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, printed);
  return readFileSync(file, 'utf8');
}
