import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../src/workspace/toolchain/find-program.ts';
import { madeOnce } from './made-once.ts';

const SOURCE = join(import.meta.dirname, 'quick-start.c');
const LIBRARY = 'quick-start.so';
const OPTIONS = ['-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o'] as const;

/**
 * What has jest's processes start others without a copy of their own memory: see `quick-start.c`. Nothing on
 * machines for which it is not written, and where something else is preloaded already.
 */
export async function quickStart(): Promise<Readonly<Record<string, string>>> {
  const isFor = process.platform === 'linux' && process.arch === 'x64';
  const compiler = findProgram('gcc');
  if (!isFor || compiler === undefined || process.env['LD_PRELOAD'] !== undefined) return {};
  const key = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 16);
  const folder = await madeOnce('quick-start', key, (made) => {
    execFileSync(compiler, [...OPTIONS, join(made, LIBRARY), SOURCE]);
  });
  return { LD_PRELOAD: join(folder, LIBRARY) };
}

/** Leaves what the tests start as it is for users. @returns whether this process itself starts others so */
export function endQuickStart(): boolean {
  if (process.env['LD_PRELOAD']?.endsWith(`/${LIBRARY}`) !== true) return false;
  delete process.env['LD_PRELOAD'];
  return true;
}
