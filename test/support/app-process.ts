import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach } from '@jest/globals';
import { z } from 'zod';
import type { DatabaseSettings } from '../../src/jobs/database/open-database.ts';
import { COMPILED, SHORT_LIVED } from './compiled.ts';
import { eventually } from './eventually.ts';
import { APP_PROGRAM, CLI } from './once/program.ts';

export const SECRET = 'a secret of more than thirty-two characters';

/** The app's key, in both forms. */
export const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

export type Environment = Readonly<Record<string, string>>;

/** The environment of an App that can be started. */
export function appEnvironment(
  { folder, url }: DatabaseSettings,
  more: Environment = {},
): Environment {
  return {
    ...{ APP_ID: '1', PRIVATE_KEY: KEYS.privateKey, WEBHOOK_SECRET: SECRET, PORT: '0' },
    ...{ HOST: '127.0.0.1', RUSTWARD_DATA: folder, GITHUB_API_URL: 'http://127.0.0.1:9' },
    ...{ PATH: process.env['PATH'] ?? '', ...(url !== undefined && { DATABASE_URL: url }) },
    ...more,
  };
}

const lineSchema = z.looseObject({ msg: z.string(), url: z.string().optional() });

type Line = z.infer<typeof lineSchema>;

export interface AppProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** What it has logged. */
  readonly lines: readonly Line[];
  /** The same as text, and what it wrote besides. */
  text(): string;
  /** Sends a signal, and waits for the end: its status, or else the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | string>;
}

const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

/**
 * Starts `rustward app`, or the program that has other handlers, and waits until it is at work.
 * @param program arguments of `app-program.ts`
 */
export async function startApp(env: Environment, program?: readonly string[]): Promise<AppProcess> {
  const args = program === undefined ? [CLI, 'app'] : [APP_PROGRAM, ...program];
  const child = spawn(process.execPath, [...SHORT_LIVED, ...args], {
    env: { ...COMPILED, ...env },
  });
  running.push(child);
  const lines: Line[] = [];
  let text = '';
  createInterface(child.stdout).on('line', (line) => {
    text += `${line}\n`;
    lines.push(lineSchema.parse(JSON.parse(line)));
  });
  child.stderr.on('data', (chunk) => {
    text += `${chunk}`;
  });
  const started = await eventually(() => {
    const line = lines.find(({ msg }) => msg === 'app started' || msg === 'worker started');
    if (child.exitCode !== null) return undefined;
    if (line === undefined) throw new Error(`the App does not start: ${text}`);
    return line;
  }, 60_000);
  if (started === undefined) throw new Error(`the App has ended: ${text}`);
  return {
    ...{ process: child, url: started.url ?? '', lines, text: () => text },
    async end(signal = 'SIGTERM') {
      const ended = once(child, 'exit');
      child.kill(signal);
      const [status, by] = await ended;
      return status ?? by;
    },
  };
}

/** Brings a webhook, as GitHub does. */
export async function bring(
  url: string,
  event: string,
  payload: object,
  { id = 'delivery-1', secret = SECRET }: { readonly id?: string; readonly secret?: string } = {},
): Promise<Response> {
  const body = JSON.stringify(payload);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return await fetch(`${url}/api/github/webhooks`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-github-event': event },
      ...{ 'x-github-delivery': id, 'x-hub-signature-256': `sha256=${signature}` },
    },
    body,
  });
}

/** The payload of a pull request that was opened. */
export function openedPull(number = 1): object {
  return {
    ...{ action: 'opened', installation: { id: 2 }, sender: { login: 'a person' } },
    repository: { id: 1, name: 'demo', owner: { login: 'ada' } },
    pull_request: {
      ...{ number, title: 'words of a person', base: { ref: 'main' } },
      head: { ref: 'topic', sha: 'a'.repeat(40), repo: { id: 1 } },
    },
  };
}

/** Runs a command of `rustward` to its end. */
export async function rustward(env: Environment, args: readonly string[]) {
  const child = spawn(process.execPath, [...SHORT_LIVED, CLI, ...args], {
    env: { ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += `${chunk}`;
  });
  child.stderr.on('data', (chunk) => {
    stderr += `${chunk}`;
  });
  const [status] = await once(child, 'close');
  return { status, stdout, stderr };
}
