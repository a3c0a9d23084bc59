import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
  C_PROGRAM,
  COVERAGE_PROGRAM,
  MEMORY_PROGRAM,
} from '../../src/equivalence/harness/build-c.ts';
import { runtimeObject } from '../../src/equivalence/harness/runtime-object.ts';
import { madeOnce, madeOncePath } from './made-once.ts';

/** Each is kept by itself: a check compiles those alone of which it builds the program. */
const OBJECTS = [C_PROGRAM, COVERAGE_PROGRAM, MEMORY_PROGRAM].map(runtimeObject);

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
  const compiler = realpathSync(clang);
  const tree = join(cache, 'c');
  const objects = OBJECTS.map((name) => {
    const key = createHash('sha256').update([compiler, name].join('\0'));
    const place = ['c-runtime', key.digest('hex').slice(0, 16)] as const;
    return { name, place, path: join(tree, name) };
  });
  for (const { name, place, path } of objects) {
    const kept = join(madeOncePath(...place), name);
    if (existsSync(path) || !existsSync(kept)) continue;
    mkdirSync(tree, { recursive: true });
    copyFileSync(kept, path);
  }
  const result = await check();
  for (const { name, place, path } of objects) {
    if (!existsSync(path)) continue;
    await madeOnce(...place, (folder) => copyFileSync(path, join(folder, name)));
  }
  return result;
}
