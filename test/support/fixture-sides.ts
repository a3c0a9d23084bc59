import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from '@jest/globals';
import { sideBySide } from './side-by-side.ts';
import { folderForAll } from './temporary-folder.ts';

const FIXTURES = realpathSync(join(import.meta.dirname, '../equivalence/fixtures'));

type Check = Awaited<ReturnType<typeof sideBySide>>;

/** Checks functions of the fixtures of C and Rust, within a `describe`. @param files the units of C */
export function fixtureSides(...files: readonly string[]): Check {
  const cache = folderForAll();
  let check: Check;
  beforeAll(async () => {
    check = await sideBySide(join(FIXTURES, 'c'), files, join(FIXTURES, 'crate'), cache);
  }, 60_000);
  return (c, rust, options) => check(c, rust, options);
}
