import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { DatabaseSettings } from '../src/jobs/database/open-database.ts';

export const SECRET = 'a secret of more than thirty-two characters';

const PROGRAM = resolve(import.meta.dirname, '../test/support/app-program.ts');

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const startedSchema = z.object({ msg: z.string(), url: z.string().optional() });

/** Starts a process of the App, with handlers that do nothing but wait. */
export async function startChild({ folder, url }: DatabaseSettings, args: readonly string[]) {
  const env = {
    ...{ APP_ID: '1', PRIVATE_KEY: privateKey, WEBHOOK_SECRET: SECRET, PORT: '0' },
    ...{ HOST: '127.0.0.1', RUSTWARD_DATA: folder, GITHUB_API_URL: 'http://127.0.0.1:9' },
    ...{ PATH: process.env['PATH'], ...(url !== undefined && { DATABASE_URL: url }) },
  };
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PROGRAM, ...args],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface(child.stdout);
  const address = await new Promise<string>((found, failed) => {
    child.once('exit', (status) => failed(new Error(`the App ended with ${status}`)));
    lines.on('line', (line) => {
      if (!line.includes(' started"')) return;
      const { msg, url: at = '' } = startedSchema.parse(JSON.parse(line));
      if (msg === 'app started' || msg === 'worker started') found(at);
    });
  });
  return {
    url: address,
    async end() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
