import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reachedUnsafe } from '../../code/rust/reach/reached-unsafe.ts';
import { buildCheckedRust } from '../harness/build-rust.ts';
import type { HarnessFolders } from '../harness/workspace.ts';
import type { EquivalenceDeps } from '../plan/subject.ts';
import { addressSanitizer, miriTool } from './check-tools.ts';
import type { ReadyTool } from './check-unsafe.ts';
import type { CallSlots } from './driver-files.ts';

/** What has `unsafe` code of all that the calls of a comparison reach in a crate. @param paths of the Rust functions that are called */
export async function unsafePlaces(
  crate: string,
  paths: readonly string[],
  { grammars }: Pick<EquivalenceDeps, 'grammars'>,
): Promise<string[]> {
  const folder = join(crate, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs'))
    .sort();
  const texts = files.map((path): [string, string] => [
    `src/${path.replaceAll('\\', '/')}`,
    readFileSync(join(folder, path), 'utf8'),
  ]);
  return reachedUnsafe(await grammars.parser('rust'), new Map(texts), paths);
}

/** The tools that tell undefined behaviour of Rust, the best one first. */
export function unsafeTools(
  calls: readonly CallSlots[],
  deps: EquivalenceDeps,
  folders: Pick<HarnessFolders, 'rust' | 'rustChecked'>,
): ReadyTool[] {
  const { miri = { missing: 'Miri was not looked for' } } = deps;
  return [
    async () => ('missing' in miri ? miri : miriTool(miri, calls, deps, folders.rust)),
    async () => {
      const problem = await buildCheckedRust(deps, folders);
      return problem === undefined
        ? addressSanitizer(calls, deps, folders.rustChecked)
        : { missing: problem };
    },
  ];
}
