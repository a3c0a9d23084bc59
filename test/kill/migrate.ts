/**
 * Kills a migration with SIGKILL at random moments and resumes it: `npm run test:kill:migrate`.
 *
 *   npm run test:kill:migrate -- [ROUNDS=30] [SEED]
 *
 * Each time the crate, the map, the commits and the progress must in the end be those of a run that
 * nobody disturbed, and nothing may be left uncommitted. What a person has changed and not committed
 * must be as they left it: beside the crate all the time, and in the crate, every other round,
 * between the kill and the next run, which has to refuse.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSymbolMap } from '../../src/migration/state/symbol-map.ts';
import { openModelServer } from '../fakes/open-model-server.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { askedOf, goodAnswer } from '../support/tally-answers.ts';
import { Child, ROOT, readRounds } from './child.ts';

const { rounds, seed } = readRounds('test:kill:migrate', 30);
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
  await start(calm).ended(0);
  const duration = performance.now() - started;
  const expected = resultOf(calm);
  process.stdout.write(`undisturbed: ${Math.round(duration)} ms; seed ${seed}\n`);
  const random = randomNumbers(seed);
  let [resumed, finished, refused] = [0, 0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const tree = copy(`round-${round}`);
    const delay = random() * duration;
    await start(tree).killedAt(new Promise((done) => setTimeout(done, delay)));
    const commits = Number(git(tree, 'rev-list', '--count', 'HEAD'));
    if (commits > 1) resumed += 1;
    if (existsSync(join(tree, '.rustward/c2rust/pending.json'))) finished += 1;
    if (round % 2 === 0) refused += await keepsWork(tree);
    await start(tree).ended(0);
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
      `${finished} finished what was being written, ${refused} refused to touch uncommitted work\n`,
  );
}

function copy(name: string): string {
  // The crate is called as its folder is.
  const tree = join(folder, name, 'tally');
  cpSync(join(ROOT, 'test/migration/fixtures/tally'), tree, { recursive: true });
  writeFileSync(join(tree, 'notes.txt'), 'as they were');
  git(tree, 'init', '--quiet', '--initial-branch=main');
  git(tree, 'config', 'user.name', 'Test');
  git(tree, 'config', 'user.email', 'test@example.org');
  git(tree, 'add', '--all');
  git(tree, 'commit', '--quiet', '--message=The C');
  writeFileSync(join(tree, 'notes.txt'), 'changed');
  writeFileSync(join(tree, 'staged.txt'), 'staged');
  git(tree, 'add', 'staged.txt');
  writeFileSync(join(tree, 'staged.txt'), 'staged, then changed');
  return tree;
}

function git(tree: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: tree, encoding: 'utf8' });
}

function start(tree: string): Child {
  const { baseUrl } = server;
  const home = process.env['HOME'];
  return new Child(['migrate', 'run', tree], { folder, home, baseUrl });
}

/**
 * Changes a file of the crate as a person does, sees that a run refuses and leaves it, and undoes it.
 * @returns how many files of the crate there were to change: 0 or 1
 */
async function keepsWork(tree: string): Promise<number> {
  const file = join(tree, 'rust/src/lib.rs');
  if (!existsSync(file)) return 0;
  const [before, mine] = [readFileSync(file, 'utf8'), '// mine\n'];
  writeFileSync(file, mine);
  const child = start(tree);
  await child.ended(2);
  if (!child.said.includes('rust/src/lib.rs')) throw new Error(`it refused for: ${child.said}`);
  if (readFileSync(file, 'utf8') !== mine) throw new Error(`the work in ${file} is lost`);
  writeFileSync(file, before);
  return 1;
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
    map: timeless(JSON.stringify(loadSymbolMap(tree))),
    progress: timeless(read('.rustward/c2rust/progress.json')),
    commits: git(tree, 'log', '--format=%s'),
    uncommitted: git(tree, 'status', '--porcelain'),
    work: [git(tree, 'show', ':staged.txt'), read('staged.txt'), read('notes.txt')].join('\n'),
    pending: String(existsSync(join(tree, '.rustward/c2rust/pending.json'))),
  };
}
