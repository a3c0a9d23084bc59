import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';

const IMAGE = 'localhost/rustward-test';
const busybox = findProgram('busybox');

/** Whether the image can be made here: of a busybox that needs no libraries of this machine. */
export const hasImage = busybox !== undefined && isStatic(busybox);

/** Makes an image of busybox alone in an engine's store, so that nothing is fetched. @returns its name */
export async function importImage(folder: string, program: string): Promise<string> {
  if (busybox === undefined) throw new Error('there is no busybox');
  const root = join(folder, 'files');
  rmSync(root, { recursive: true, force: true });
  for (const name of ['bin', 'tmp', 'work', 'dev', 'proc', 'sys', 'etc'])
    mkdirSync(join(root, name), { recursive: true });
  execFileSync('cp', ['--', busybox, join(root, 'bin/busybox')]);
  for (const name of execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    if (name !== 'busybox') symlinkSync('busybox', join(root, 'bin', name));
  const archive = join(folder, 'files.tar');
  execFileSync('tar', ['-C', root, '-cf', archive, '.']);
  await promisify(execFile)(program, ['import', archive, IMAGE]);
  return IMAGE;
}

/** What is linked against libraries of this machine, and names their loader at its start, would find none in the image. */
function isStatic(program: string): boolean {
  return !readFileSync(program).subarray(0, 4096).includes('/ld-');
}
