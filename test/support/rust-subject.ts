import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce, madeOncePath } from './made-once.ts';

/** Not there: the driver of each check is another one. */
const OWN = /rustward[-_]driver|\/driver$/;

/**
 * Does a build with the Rust side's crate as another test has compiled it, which takes two seconds; the
 * first test leaves its own to the others. Cargo itself sees by the times of files whether it is the same.
 * @param toolchain what compiles it
 * @param tree of the build, as `buildRust` has written it
 */
export async function withCompiledSubject<Result>(
  crate: string,
  toolchain: string | undefined,
  tree: string,
  build: () => Promise<Result>,
): Promise<Result> {
  if (existsSync(join(tree, 'target'))) return build();
  const place = ['rust-subject', keyOf(crate, toolchain)] as const;
  const kept = madeOncePath(...place);
  const isKept = existsSync(kept);
  if (isKept) {
    const options = { recursive: true, preserveTimestamps: true };
    cpSync(join(kept, 'target'), join(tree, 'target'), options);
    datedAsIn(join(kept, 'crate'), join(tree, 'crate'));
  }
  const result = await build();
  if (!isKept && existsSync(join(tree, 'target/debug/deps'))) {
    await madeOnce(...place, (folder) =>
      cpSync(tree, folder, {
        ...{ recursive: true, preserveTimestamps: true },
        filter: (path) => !OWN.test(path),
      }),
    );
  }
  return result;
}

/** Gives files the times that the same ones have in another folder. */
function datedAsIn(folder: string, tree: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const [from, to] = [join(folder, name), join(tree, name)];
    const stat = statSync(from);
    if (!stat.isFile() || !existsSync(to)) continue;
    if (readFileSync(from).equals(readFileSync(to))) utimesSync(to, stat.atime, stat.mtime);
  }
}

function keyOf(crate: string, toolchain: string | undefined): string {
  const key = createHash('sha256').update(toolchain ?? '');
  for (const name of readdirSync(crate, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(?:rs|toml|lock)$/.test(name)) key.update(name).update(readFileSync(join(crate, name)));
  }
  return key.digest('hex').slice(0, 16);
}
