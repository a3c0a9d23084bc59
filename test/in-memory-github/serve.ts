/**
 * Starts the GitHub for tests by itself, with a repository, a pull request and an app, and prints
 * what it takes to use them. `npm run github`, with `-- --help` for its options.
 */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import * as z from 'zod';
import { openGitHub } from './open-github.ts';

const USAGE = `Usage: npm run github -- [options]
  --port NUMBER    where it listens, on the loopback interface (default: 3001)
  --webhook URL    where the app hears of events
                   (default: http://127.0.0.1:3000/api/github/webhooks)
`;
const EXAMPLE = join(import.meta.dirname, '../../examples/archive-reader');
const NAME = 'octo/archive-reader';
const MANIFEST = join(import.meta.dirname, '../../app.yml');

/** What the App asks for: `rustward doctor` compares what it was granted with it. */
const manifestSchema = z.object({
  default_permissions: z.record(z.string(), z.string()),
  default_events: z.array(z.string()),
});

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3001' },
    webhook: { type: 'string', default: 'http://127.0.0.1:3000/api/github/webhooks' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(USAGE);
else await serve(Number(values.port), values.webhook);

async function serve(port: number, webhook: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'github-for-tests-'));
  const report = (problem: string) => void process.stderr.write(`problem: ${problem}\n`);
  const github = await openGitHub({ folder: join(folder, 'repositories'), port, report });
  const stop = async () => {
    await github.close();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

  const token = github.addUser('octo');
  await github.addRepository(NAME, { files: filesIn(EXAMPLE), allowAutoMerge: true });
  await github.commit(NAME, 'change', filesIn(changedExample(folder)), 'A change to review');

  const pem = { format: 'pem', type: 'pkcs8' } as const;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    ...{ modulusLength: 2048, publicKeyEncoding: { format: 'pem', type: 'spki' } },
    privateKeyEncoding: pem,
  });
  const key = join(folder, 'app.pem');
  writeFileSync(key, privateKey, { mode: 0o600 });
  const manifest = manifestSchema.parse(parse(readFileSync(MANIFEST, 'utf8')));
  const app = github.addApp('rustward', publicKey, manifest.default_permissions);
  const secret = randomBytes(32).toString('hex');
  github.setWebhook(app, { url: webhook, secret, events: manifest.default_events });
  github.install(app, [NAME]);
  const client = github.addSignIn(app, [new URL('/overview/callback', webhook).href]);

  const pull = { title: 'A change to review', head: 'change', base: 'main' };
  await fetch(`${github.url}/repos/${NAME}/pulls`, {
    ...{ method: 'POST', headers: { authorization: `token ${token}` }, body: JSON.stringify(pull) },
  });
  process.stdout.write(`# ${NAME} has pull request 1; octo owns it.
# git clone ${github.url}/${NAME}.git
GITHUB_API_URL=${github.url}
GITHUB_SERVER_URL=${github.url}
GITHUB_TOKEN=${token}
APP_ID=${app}
PRIVATE_KEY_PATH=${key}
WEBHOOK_SECRET=${secret}
CLIENT_ID=${client.clientId}
CLIENT_SECRET=${client.clientSecret}
`);
}

/** The example with the change to it that the demonstration reviews. */
function changedExample(folder: string): string {
  const copy = join(folder, 'example');
  cpSync(EXAMPLE, copy, { recursive: true });
  execFileSync('git', ['apply', '--', `${EXAMPLE}.patch`], { cwd: copy });
  return copy;
}

function filesIn(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path)]));
}
