import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PACKAGE_FILE } from './own-files.ts';

/** The version of this package. */
export function loadVersion(): string {
  const text = readFileSync(PACKAGE_FILE, 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
