import { spawn } from 'node:child_process';
import { IncompleteError, messageOf } from '../errors.ts';
import { errorCode } from './error-code.ts';

export interface GitResult {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Settings that no repository may change: nothing of its own runs, nothing is fetched. */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'true'],
  ['core.pager', 'cat'],
  ['diff.external', ''],
  ['protocol.allow', 'never'],
  ['protocol.file.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
];

/** What git may know of our environment: where programs and the user's own settings are. */
const KEPT = ['PATH', 'HOME', 'XDG_CONFIG_HOME'];
const MAX_OUTPUT = 512 * 1024 * 1024;
const TIME_LIMIT_MS = 120_000;

/**
 * Runs git in a folder with an argument vector, no shell and a hardened
 * configuration. `overrides` are further settings, such as those that switch the
 * repository's own filters off.
 * @throws IncompleteError when git is missing, hangs, or prints beyond all measure.
 */
export function runGit(
  folder: string,
  args: readonly string[],
  options: { input?: string; overrides?: readonly (readonly [string, string])[] } = {},
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--no-pager', ...args], {
      cwd: folder,
      env: environment([...SETTINGS, ...(options.overrides ?? [])]),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let length = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_OUTPUT) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 10_000) stderr += chunk.toString('utf8');
    });
    // git may end before it has read everything; its status says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => {
      const missing = errorCode(error) === 'ENOENT';
      const what = missing ? 'git is not installed, or not on the PATH' : messageOf(error);
      reject(new IncompleteError(what));
    });
    child.on('close', (status, signal) => {
      if (status !== null) resolve({ status, stdout: Buffer.concat(chunks), stderr });
      else
        reject(new IncompleteError(`git ${args[0]} was stopped (${signal}): too slow or too long`));
    });
  });
}

function environment(settings: readonly (readonly [string, string])[]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C',
    // Unlike `-c`, this carries names with any character in them.
    GIT_CONFIG_COUNT: String(settings.length),
  };
  for (const name of KEPT) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}
