/**
 * Kills a migration with SIGKILL at random moments and resumes it: `npm run test:kill:migrate`.
 *
 *   npm run test:kill:migrate -- [ROUNDS=30] [SEED]
 *
 * Each time the crate, the map, the commits and the progress must in the end be those of a run that
 * nobody disturbed, and nothing may be left uncommitted.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSymbolMap } from '../../src/migration/state/symbol-map.ts';
import { openModelServer } from '../fakes/open-model-server.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { askedOf, goodAnswer } from '../support/tally-answers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run test:kill:migrate -- [ROUNDS=30] [SEED]\n');
  process.exit(2);
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-kill-')));
const server = await openModelServer((request) => ({
  ...{ kind: 'answer', content: goodAnswer(askedOf(request)) },
}));

try {
  await main();
  rmSync(folder, { recursive: true, force: true });
} finally {
  await server.close();
}

async function main(): Promise<void> {
  const calm = copy('calm');
  const started = performance.now();
  await ended(start(calm));
  const duration = performance.now() - started;
  const expected = resultOf(calm);
  process.stdout.write(`undisturbed: ${Math.round(duration)} ms; seed ${seed}\n`);
  const random = randomNumbers(seed);
  let [resumed, finished] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const tree = copy(`round-${round}`);
    const delay = random() * duration;
    const child = start(tree);
    await Promise.race([once(child, 'close'), new Promise((done) => setTimeout(done, delay))]);
    child.kill('SIGKILL');
    await ended(child, true);
    const commits = Number(git(tree, 'rev-list', '--count', 'HEAD'));
    if (commits > 1) resumed += 1;
    if (existsSync(join(tree, '.rustward/c2rust/pending.json'))) finished += 1;
    await ended(start(tree));
    const result = resultOf(tree);
    const differs = Object.keys(expected).find((name) => result[name] !== expected[name]);
    if (differs !== undefined) {
      throw new Error(
        `round ${round}, killed after ${Math.round(delay)} ms: ${differs} differs; see ${tree}`,
      );
    }
    rmSync(tree, { recursive: true, force: true });
    process.stdout.write(
      `${round}: killed after ${Math.round(delay)} ms, ${commits} commits kept\n`,
    );
  }
  process.stdout.write(
    `${rounds} kills: the same crate, map and commits each time; ${resumed} runs went on from a commit, ` +
      `${finished} finished what was being written\n`,
  );
}

function copy(name: string): string {
  // The crate is called as its folder is.
  const tree = join(folder, name, 'tally');
  cpSync(join(ROOT, 'test/migration/fixtures/tally'), tree, { recursive: true });
  git(tree, 'init', '--quiet', '--initial-branch=main');
  git(tree, 'config', 'user.name', 'Test');
  git(tree, 'config', 'user.email', 'test@example.org');
  git(tree, 'add', '--all');
  git(tree, 'commit', '--quiet', '--message=The C');
  return tree;
}

function git(tree: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: tree, encoding: 'utf8' });
}

function start(tree: string): ChildProcess {
  const node = ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/cli.ts')];
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], RUSTWARD_MODEL_CACHE: 'off' },
    ...{ RUSTWARD_MODEL_BASE_URL: server.baseUrl, RUSTWARD_MODEL_NAME: 'm' },
  };
  return spawn(process.execPath, [...node, 'migrate', 'run', tree], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function ended(child: ChildProcess, killed = false): Promise<void> {
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  if (!killed && child.exitCode !== 0) throw new Error(`exit status ${child.exitCode}: ${said}`);
}

/** All that must be the same, by name. Times, durations and the names of commits are left out. */
function resultOf(tree: string): Record<string, string> {
  const read = (path: string) => readFileSync(join(tree, path), 'utf8');
  const crate = readdirSync(join(tree, 'rust'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:rs|toml|lock)$/.test(path))
    .sort();
  // How much is compared in the time that a comparison has depends on the machine, not on the kill.
  const timeless = (text: string) =>
    text
      .replaceAll(/"(?:updated_at|milliseconds|seconds|commit)":\s*(?:"[^"]*"|[\d.]+)/g, '""')
      .replaceAll(/"(?:cases|excluded)":\d+|"(?:limits|undefinedBehaviour)":\[[^\]]*\]/g, '""');
  return {
    ...Object.fromEntries(crate.map((path) => [path, read(`rust/${path}`)])),
    map: timeless(JSON.stringify(readSymbolMap(tree))),
    progress: timeless(read('.rustward/c2rust/progress.json')),
    commits: git(tree, 'log', '--format=%s'),
    uncommitted: git(tree, 'status', '--porcelain', '--', 'rust', '*.c', '*.h'),
    pending: String(existsSync(join(tree, '.rustward/c2rust/pending.json'))),
  };
}
