import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { podman, startContainer } from './podman.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'rustward-image-test';
const PORTS = { app: 3917, github: 3918 };
const CHECK = 'Rustward security review';

const pullSchema = z.object({ head: z.object({ sha: z.string() }) });
const checksSchema = z.object({
  check_runs: z.array(z.object({ name: z.string(), status: z.string() })),
});

/** What was seen of the App, and what it printed. */
interface Seen {
  readonly what: string;
  readonly holds: boolean;
  readonly text: string;
}

/**
 * Starts the App in a container of the image, with the GitHub of the tests, until it has reviewed a pull request.
 * @param options of `docker run`
 * @param folder where its settings may be written
 */
export async function reviewInContainer(
  image: string,
  options: readonly string[],
  folder: string,
): Promise<Seen[]> {
  const github = spawn(process.execPath, [
    ...['--disable-warning=ExperimentalWarning', join(ROOT, 'test/in-memory-github/serve.ts')],
    ...[
      '--port',
      `${PORTS.github}`,
      '--webhook',
      `http://127.0.0.1:${PORTS.app}/api/github/webhooks`,
    ],
  ]);
  try {
    const settings = await settingsFrom(github.stdout);
    const env = join(folder, 'app.env');
    writeFileSync(env, environmentFile(settings), { mode: 0o600 });
    const container = startContainer(NAME, image, [...options, '--env-file', env]);
    try {
      const ready = await until(
        async () => (await fetch(`http://127.0.0.1:${PORTS.app}/readyz`)).ok,
      );
      podman(['healthcheck', 'run', NAME]);
      const isReviewed = await until(() => reviewOf(settings));
      return [
        { what: 'the App is ready', holds: ready, text: container.text() },
        { what: 'a pull request is reviewed', holds: isReviewed, text: container.text() },
      ];
    } finally {
      container.stop();
    }
  } finally {
    github.kill();
  }
}

/** As the page says: the key in one line, and no file of it. */
function environmentFile(settings: ReadonlyMap<string, string>): string {
  const key = readFileSync(settings.get('PRIVATE_KEY_PATH') ?? '').toString('base64');
  const kept = [...settings].filter(([name]) => !/^(?:PRIVATE_KEY_PATH|GITHUB_TOKEN)$/.test(name));
  const lines = [...kept, ['PRIVATE_KEY', key], ['PORT', `${PORTS.app}`]];
  return lines.map(([name, value]) => `${name}=${value}\n`).join('');
}

async function settingsFrom(output: AsyncIterable<Buffer>): Promise<ReadonlyMap<string, string>> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString();
    if (/^WEBHOOK_SECRET=\w+$/m.test(text)) break;
  }
  return new Map(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Whether the pull request has our check, and it is over. */
async function reviewOf(settings: ReadonlyMap<string, string>): Promise<boolean> {
  const headers = { authorization: `token ${settings.get('GITHUB_TOKEN')}` };
  const get = async (path: string): Promise<unknown> => {
    const url = `${settings.get('GITHUB_API_URL')}/repos/octo/archive-reader/${path}`;
    return await (await fetch(url, { headers })).json();
  };
  const { head } = pullSchema.parse(await get('pulls/1'));
  const { check_runs: runs } = checksSchema.parse(await get(`commits/${head.sha}/check-runs`));
  return runs.some(({ name, status }) => name === CHECK && status === 'completed');
}

/** Asks once a second, for two minutes. */
async function until(isThere: () => Promise<boolean>): Promise<boolean> {
  for (let second = 0; second < 120; second += 1) {
    if (await isThere().catch(() => false)) return true;
    await sleep(1000);
  }
  return false;
}
