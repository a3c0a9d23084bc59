import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod';
import type { GitHub } from '../in-memory-github/open-github.ts';
import { COMPILED, SHORT_LIVED } from './compiled.ts';
import { addPgliteFiles } from './pglite-files.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const MANIFEST = new URL('../../app.yml', import.meta.url);

export const SECRET = 'a secret of the webhook, long enough to be one';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const manifestSchema = z.object({
  default_events: z.array(z.string()),
  default_permissions: z.record(z.string(), z.string()),
});

/** The app of `app.yml` on a GitHub, installed on repositories of one account. */
export interface RegisteredApp {
  readonly id: number;
  readonly installation: number;
  readonly port: number;
}

/** Registers the app with the permissions and events of `app.yml`, as its users do. */
export async function registerApp(
  github: GitHub,
  repositories: readonly string[],
): Promise<RegisteredApp> {
  const manifest = manifestSchema.parse(parse(readFileSync(MANIFEST, 'utf8')));
  const id = github.addApp('rustward', publicKey, manifest.default_permissions);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/api/github/webhooks`;
  github.setWebhook(id, { url, secret: SECRET, events: manifest.default_events });
  return { id, installation: github.install(id, repositories), port };
}

export interface AppProcess {
  readonly url: string;
  /** What it logged so far. */
  log(): string;
  readonly child: ChildProcess;
  /** Ends it as an operator does, and waits. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface AppProcessOptions {
  readonly app: RegisteredApp;
  readonly folder: string;
  /** Beside what the app needs; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Instead of `app`: the arguments of the command line. */
  readonly args?: readonly string[];
  /** Instead of the command line: a program, with its arguments. */
  readonly program?: readonly string[];
}

/** Starts the real program, and waits until it takes deliveries. */
export async function startApp(github: GitHub, options: AppProcessOptions): Promise<AppProcess> {
  const { app, folder, env = {}, args = ['app'], program = [CLI, ...args] } = options;
  const data = `${folder}/data`;
  // What PGlite would make first: three seconds of each App.
  if (env['DATABASE_URL'] === undefined && !existsSync(data)) await addPgliteFiles(data);
  const child = spawn(process.execPath, [...SHORT_LIVED, ...program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, NODE_ENV: 'production' },
      ...{ APP_ID: `${app.id}`, PRIVATE_KEY: privateKey, WEBHOOK_SECRET: SECRET },
      ...{ HOST: '127.0.0.1', PORT: `${app.port}`, RUSTWARD_DATA: data },
      ...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: github.url },
      ...COMPILED,
      ...env,
    },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  }
  const ended = once(child, 'exit');
  const log = () => lines.join('');
  const url = `http://127.0.0.1:${app.port}`;
  await untilReady(url, child, log);
  return {
    ...{ url, child, log },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`the app ended: ${log()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  child.kill('SIGKILL');
  throw new Error(`the app is not ready after three minutes: ${log()}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
