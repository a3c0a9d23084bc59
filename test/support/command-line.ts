import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import { COMPILED, SHORT_LIVED } from './compiled.ts';
import { definedIn } from './host/can-be-hosted.ts';
import { commandHost } from './once/command-host.ts';
import { CLI } from './once/program.ts';

/** Unless the environment names another one. */
const CACHE = mkdtempSync(join(tmpdir(), 'rustward-test-cache-'));
afterAll(() => rmSync(CACHE, { recursive: true, force: true }));

const NODE = [...SHORT_LIVED, CLI];

const HOST = await commandHost();

type Environment = Readonly<Record<string, string | undefined>>;

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command line. In a process that has run others before, but for what depends on how a process starts: see
 * `once/command-host.ts`. `rustwardProcess` starts one of its own.
 */
export function rustward(
  args: readonly string[],
  folder: string = process.cwd(),
  env: Environment = process.env,
): CliResult {
  const given = definedIn({ XDG_CACHE_HOME: CACHE, ...COMPILED, ...env });
  if (!HOST.takes(args, given)) return rustwardProcess(args, folder, env);
  return HOST.run({ program: 'rustward', args: [...args], env: given, folder });
}

/** Runs the command line in a process of its own. */
export function rustwardProcess(
  args: readonly string[],
  folder: string = process.cwd(),
  env: Environment = process.env,
): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE, ...args], {
    cwd: folder,
    // What a test finds out is no business of the next one, nor of whoever runs the tests.
    env: { XDG_CACHE_HOME: CACHE, ...COMPILED, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

/**
 * The same as `rustward` without blocking this process, in which the model may be that it asks.
 * @param onOutput hears of what goes to the standard output as it comes
 */
export async function startRustward(
  args: readonly string[],
  env: Environment,
  onOutput: (stdout: string) => void = () => {},
  folder: string = process.cwd(),
): Promise<CliResult> {
  const given = definedIn({ ...COMPILED, ...env });
  if (HOST.takes(args, given)) {
    return HOST.start({ program: 'rustward', args: [...args], env: given, folder }, onOutput);
  }
  const child = spawn(process.execPath, [...NODE, ...args], {
    cwd: folder,
    env: { ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk) => onOutput(`${chunk}`));
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    }),
  ]);
  return { status, stdout, stderr };
}
