import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe } from '@jest/globals';
import { Container } from '../../src/workspace/sandbox/container.ts';
import { findProgram } from '../../src/workspace/toolchain/find-program.ts';

const IMAGE = 'localhost/rustward-test';
const podman = findProgram('podman');
const busybox = findProgram('busybox');
const made: string[] = [];

/** A Podman of the tests' own, with an image in it. */
export interface Engine {
  /** A program that takes what `podman` takes. */
  readonly program: string;
  readonly image: string;
  /** The containers of ours that there are, by their names. */
  containers(): string[];
}

/**
 * Podman with a store of its own and an image of busybox alone, made here, so that nothing is fetched. Its settings name
 * a runtime that works on this machine: crun refuses control groups of both versions together.
 */
async function testEngine(): Promise<Engine | undefined> {
  if (podman === undefined || busybox === undefined || !isStatic(busybox)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'p-'));
  made.push(folder);
  for (const runtime of ['crun', 'runc']) {
    const program = wrapper(folder, podman, runtime);
    const image = await importImage(folder, program, busybox).catch(() => undefined);
    if (image === undefined) continue;
    try {
      await promisify(execFile)(program, [
        'run',
        '--rm',
        '--network',
        'none',
        '--ulimit',
        'nofile=1024',
        image,
        'true',
      ]);
      return { program, image, containers: () => namesIn(program) };
    } catch {
      // The other runtime may do.
    }
  }
  return undefined;
}

/** A program that calls Podman with a store of the tests' own. */
function wrapper(folder: string, engine: string, runtime: string): string {
  // Podman takes no longer path than 50 characters for the second.
  const store = ['root', 'runroot', 'tmpdir'].map(
    (name, at) => `--${name} ${join(folder, `${at}`)}`,
  );
  const options = [...store, '--storage-driver vfs', `--runtime ${runtime}`];
  const all = [...options, '--cgroup-manager cgroupfs', '--events-backend none'].join(' ');
  // Without the right to raise limits, Podman's own limit of processes could not be set.
  const limit = '[ "$1" != run ] || { shift; set -- run --ulimit nproc=4096:4096 "$@"; }';
  const program = join(folder, `podman-${runtime}`);
  writeFileSync(program, `#!/bin/sh\n${limit}\nexec ${engine} ${all} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

async function importImage(folder: string, program: string, shell: string): Promise<string> {
  const root = join(folder, 'files');
  rmSync(root, { recursive: true, force: true });
  for (const name of ['bin', 'tmp', 'work', 'dev', 'proc', 'sys', 'etc'])
    mkdirSync(join(root, name), { recursive: true });
  execFileSync('cp', ['--', shell, join(root, 'bin/busybox')]);
  for (const name of execFileSync(shell, ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    if (name !== 'busybox') symlinkSync('busybox', join(root, 'bin', name));
  const archive = join(folder, 'files.tar');
  execFileSync('tar', ['-C', root, '-cf', archive, '.']);
  await promisify(execFile)(program, ['import', '--quiet', archive, IMAGE]);
  return IMAGE;
}

function namesIn(program: string): string[] {
  const options = ['ps', '--all', '--format', '{{.Names}}'];
  return execFileSync(program, options, { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.startsWith('rustward-'));
}

/** What is linked against libraries of this machine, and names their loader at its start, would find none in the image. */
function isStatic(program: string): boolean {
  return !readFileSync(program).subarray(0, 4096).includes('/ld-');
}

const engine = await testEngine();

/** Counted as skipped, by its name, on a machine without a Podman that works, or a busybox for its image. */
export const withEngine = engine === undefined ? describe.skip : describe;

/** Podman, and a sandbox that uses it. */
export function containerEngine(): { readonly engine: Engine; readonly sandbox: Container } {
  if (engine === undefined) throw new Error('there is no Podman');
  return { engine, sandbox: new Container(engine.program, engine.image) };
}

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});
