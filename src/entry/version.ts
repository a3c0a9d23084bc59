import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PACKAGE_FILE } from '../workspace/own-files.ts';

/** The version of this package. */
export function readVersion(): string {
  const text = readFileSync(PACKAGE_FILE, 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
