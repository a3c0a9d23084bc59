import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { harnessFolders } from '../../src/equivalence/harness/workspace.ts';
import { madeOnce, madeOncePath } from './made-once.ts';

/** Not there: the driver of each check is another one. */
const OWN = /rustward[-_]driver|\/driver$/;

/**
 * Does a check with the Rust side's crate as another test has compiled it, which takes two seconds; the
 * first test leaves its own to the others. Cargo itself sees by the times of files whether it is the same.
 * @param toolchain what compiles it
 * @param cache of the check, as in its dependencies
 */
export async function withCompiledSubject<Result>(
  crate: string,
  toolchain: string | undefined,
  cache: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const { rust } = harnessFolders(cache);
  if (existsSync(join(rust, 'target'))) return check();
  const place = ['rust-subject', keyOf(crate, toolchain)] as const;
  const kept = madeOncePath(...place);
  const isKept = existsSync(kept);
  if (isKept) cpSync(kept, rust, { recursive: true, preserveTimestamps: true });
  const result = await check();
  if (!isKept && existsSync(join(rust, 'target/debug/deps'))) {
    await madeOnce(...place, (folder) =>
      cpSync(rust, folder, {
        ...{ recursive: true, preserveTimestamps: true },
        filter: (path) => !OWN.test(path),
      }),
    );
  }
  return result;
}

function keyOf(crate: string, toolchain: string | undefined): string {
  const key = createHash('sha256').update(toolchain ?? '');
  for (const name of readdirSync(crate, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(?:rs|toml|lock)$/.test(name)) key.update(name).update(readFileSync(join(crate, name)));
  }
  return key.digest('hex').slice(0, 16);
}
