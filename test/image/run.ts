/**
 * Builds the image of the App and uses it as `docs/install-app.md` says: `npm run test:image`.
 *
 * Needs root, podman, debootstrap, npm and rustc; takes minutes, and some 8 GB below the temporary folder and in Podman's
 * store. No registry of images is asked: what the Dockerfile begins with is made here (see `bases.ts`). `RUSTWARD_PODMAN`
 * is how Podman is called, such as `podman --runtime runc --cgroup-manager cgroupfs`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { BUILD_OPTIONS, localBases } from './bases.ts';
import { inContainer, podman, startContainer } from './podman.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'localhost/rustward-image-test';
const PORTS = { app: 3917, github: 3918 };
const CHECK = 'Rustward security review';

/** The options of `docker run` that docs/install-app.md tells of. */
const DOCUMENTED = documentedOptions();

const checksSchema = z.object({
  check_runs: z.array(z.object({ name: z.string(), status: z.string() })),
});

const pullSchema = z.object({ head: z.object({ sha: z.string() }) });

let failed = 0;
const folder = mkdtempSync(join(tmpdir(), 'rustward-image-'));
try {
  build();
  programs();
  sandbox();
  scan();
  await app();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(failed === 0 ? 'the image does what its page says' : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function build(): void {
  const file = join(folder, 'Dockerfile');
  writeFileSync(file, localBases(folder));
  const context = join(folder, 'context');
  execFileSync('git', ['clone', '--quiet', '--', ROOT, context]);
  podman([
    'build',
    ...BUILD_OPTIONS,
    '--format',
    'docker',
    '--tag',
    IMAGE,
    '--file',
    file,
    context,
  ]);
}

function programs(): void {
  const { status, text } = inContainer(IMAGE, ['--version']);
  expectThat('rustward runs', status === 0 && /^\d+\.\d+\.\d+\n$/.test(text), text);
  const shell = 'id -u; cargo clippy --version; cmake --version; make --version; clang --version';
  const built = inContainer(IMAGE, ['-c', shell], ['--entrypoint', 'sh']);
  expectThat(
    'it is no root, and has what projects are built with',
    built.text.startsWith('1000\n') && built.status === 0,
    built.text,
  );
}

function sandbox(): void {
  const { text } = inContainer(IMAGE, ['doctor'], DOCUMENTED);
  expectThat(
    'doctor finds the sandbox with the options of the page',
    /^ok +sandbox +bubblewrap$/m.test(text),
    text,
  );
  for (const option of DOCUMENTED.filter(
    (one) => one !== '--security-opt' && !/apparmor/.test(one),
  )) {
    const others = DOCUMENTED.filter((one, at) => one !== option && DOCUMENTED[at + 1] !== option);
    const without = inContainer(IMAGE, ['doctor'], others);
    expectThat(`it needs ${option}`, /^missing +sandbox/m.test(without.text), without.text);
  }
}

function scan(): void {
  const examples = join(ROOT, 'examples/archive-reader');
  const { status, text } = inContainer(
    IMAGE,
    ['scan', '/src'],
    ['--volume', `${examples}:/src:ro`],
  );
  expectThat(
    'a scan reads what is mounted',
    (status === 0 || status === 1) && /files, [\d,]+ lines/.test(text),
    text,
  );
}

async function app(): Promise<void> {
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
    const container = startContainer('rustward-image-test', IMAGE, [
      ...DOCUMENTED,
      '--env-file',
      env,
    ]);
    try {
      const ready = await until(
        async () => (await fetch(`http://127.0.0.1:${PORTS.app}/readyz`)).ok,
      );
      expectThat('the App is ready', ready, container.text());
      podman(['healthcheck', 'run', 'rustward-image-test']);
      const check = await until(() => reviewOf(settings));
      expectThat('a pull request is reviewed', check, container.text());
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

function documentedOptions(): string[] {
  const page = readFileSync(join(ROOT, 'docs/install-app.md'), 'utf8');
  return [...page.matchAll(/--security-opt (\S+)/g)].flatMap(([, value = '']) => [
    '--security-opt',
    value,
  ]);
}

function expectThat(what: string, holds: boolean, seen: string): void {
  say(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  if (holds) return;
  failed += 1;
  say(seen);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
