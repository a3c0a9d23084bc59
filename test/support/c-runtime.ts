import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { C_PROGRAM, COVERAGE_PROGRAM } from '../../src/equivalence/harness/build-c.ts';
import { runtimeObject } from '../../src/equivalence/harness/runtime-object.ts';
import { madeOnce, madeOncePath } from './made-once.ts';

const OBJECTS = [C_PROGRAM, COVERAGE_PROGRAM].map(runtimeObject);

/**
 * Does a check with the runtime of the C side as another test has compiled it, which takes a second;
 * the first test leaves its own to the others.
 * @param clang the program
 * @param cache of the check, as in its dependencies
 */
export async function withCompiledRuntime<Result>(
  clang: string,
  cache: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const key = createHash('sha256').update([realpathSync(clang), ...OBJECTS].join('\0'));
  const place = ['c-runtime', key.digest('hex').slice(0, 16)] as const;
  const tree = join(cache, 'c');
  const kept = madeOncePath(...place);
  const missing = OBJECTS.filter((name) => !existsSync(join(tree, name)));
  if (missing.length > 0 && existsSync(kept)) {
    mkdirSync(tree, { recursive: true });
    for (const name of missing) copyFileSync(join(kept, name), join(tree, name));
  }
  const result = await check();
  if (OBJECTS.every((name) => existsSync(join(tree, name)))) {
    await madeOnce(...place, (folder) => {
      for (const name of OBJECTS) copyFileSync(join(tree, name), join(folder, name));
    });
  }
  return result;
}
