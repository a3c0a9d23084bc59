import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe } from '@jest/globals';
import { temporaryFolder } from './temporary-folder.ts';

const isRoot = process.getuid?.() === 0;
/** An ordinary user may mount where they are alone. */
const ALONE = ['--mount', ...(isRoot ? [] : ['--user', '--map-root-user'])];

const holders: ChildProcess[] = [];

afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
});

const canMount =
  spawnSync('unshare', [...ALONE, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Counted as skipped, by its name, where this user may not mount anything. */
export const withSmallDisk = canMount ? describe : describe.skip;

/** What a program came to. */
interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real file system of a few megabytes, which only the programs started on it have. */
export interface SmallDisk {
  /** Where those programs find it. */
  readonly folder: string;
  /** Where everybody else finds it, such as this process: see `fillDisk`. */
  readonly seen: string;
  /** Runs a program that has it. */
  run(
    command: readonly [string, ...string[]],
    env: Readonly<Record<string, string | undefined>>,
  ): Promise<Ended>;
}

/** Opens a disk that is gone after the test. */
export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const folder = temporaryFolder();
  const script = 'mount -t tmpfs -o size="$1" tmpfs "$2" && echo mounted && exec cat';
  // It ends with its input, which is to say with this process.
  const holder = spawn('unshare', [...ALONE, 'sh', '-c', script, 'sh', `${bytes}`, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  holders.push(holder);
  await once(holder.stdout, 'data');
  const seen = `/proc/${holder.pid}/root${folder}`;
  return {
    folder,
    seen,
    run: async (command, env) => {
      const target = ['--target', `${holder.pid}`, '--mount', ...(isRoot ? [] : ['--user'])];
      const keep = isRoot ? [] : ['--preserve-credentials'];
      const child = spawn('nsenter', [...target, ...keep, '--', ...command], {
        cwd: '/',
        env: { ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const closed = once(child, 'close');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      await closed;
      return { status: child.exitCode, stdout, stderr };
    },
  };
}
