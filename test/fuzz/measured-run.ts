import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { waitFor } from './patience.ts';
import { peakMemory } from './process-memory.ts';
import type { Said } from './promise.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** How often the memory of a process is looked at: what it grows in its last moment is not seen. */
const LOOK_MILLISECONDS = 20;

export const NODE = ['--disable-warning=ExperimentalWarning'];

/** The environment of what is started: nothing of the person who starts this counts. */
export function environment(home: string): Readonly<Record<string, string | undefined>> {
  return {
    ...{ PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home },
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  };
}

/** Runs the command line in a process of its own, and ends it where it takes too long. */
export async function measuredRun(args: readonly string[], home: string): Promise<Said> {
  const child = spawn(process.execPath, [...NODE, CLI, ...args], {
    ...{ cwd: home, env: environment(home), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let peak = 0;
  let ended: string | undefined;
  const look = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid));
  }, LOOK_MILLISECONDS);
  const patience = waitFor(child.pid, (why) => {
    ended = why;
    child.kill('SIGKILL');
  });
  const closed = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  clearInterval(look);
  patience.end();
  const signal = child.signalCode;
  const end = ended ?? (signal === null ? undefined : `ended by ${signal}`);
  const milliseconds = patience.spent();
  return { status: child.exitCode ?? undefined, end, stdout, stderr, milliseconds, peak };
}
