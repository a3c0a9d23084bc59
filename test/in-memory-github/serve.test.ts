import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { loadAppManifest } from '../../src/github/registration/app-manifest.ts';

test('by itself it has a pull request, says how to use it, and leaves nothing behind', async () => {
  const program = join(import.meta.dirname, 'serve.ts');
  const webhook = 'http://127.0.0.1:1/';
  const child = spawn(process.execPath, [program, '--port', '0', '--webhook', webhook], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('WEBHOOK_SECRET=')) break;
  }
  const environment = parseEnv(lines.join('\n'));
  const { GITHUB_API_URL: baseUrl = '', GITHUB_TOKEN: auth = '' } = environment;
  const { rest } = new Octokit({ baseUrl, auth });
  const pull = { owner: 'octo', repo: 'archive-reader', pull_number: 1 };
  expect((await rest.pulls.listFiles(pull)).data.length).toBeGreaterThan(0);
  const key = environment['PRIVATE_KEY_PATH'] ?? '';
  expect(existsSync(key)).toBe(true);
  // The app is the one of app.yml: `rustward doctor` finds nothing that is not granted.
  const privateKey = readFileSync(key, 'utf8');
  const octokit = new Octokit({
    baseUrl,
    authStrategy: createAppAuth,
    auth: { appId: environment['APP_ID'], privateKey },
  });
  const { data: app } = await octokit.rest.apps.getAuthenticated();
  const manifest = loadAppManifest();
  expect(app?.permissions).toEqual(manifest.default_permissions);
  expect(app?.events.toSorted()).toEqual(manifest.default_events.toSorted());
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(existsSync(key)).toBe(false);
});
