/**
 * Kills the App with SIGKILL at random moments while it carries functions over, and starts it again:
 * `npm run test:kill:github`.
 *
 *   npm run test:kill:github -- [ROUNDS=30] [SEED]
 *
 * In every third round the database and all else that the App keeps is lost as well. Two functions are
 * asked for by comments, the third by a tick on the dashboard, and CI passes on each. In the end there
 * must be one pull request for each function and one with the layout, none of them twice; each comment
 * must have one answer that says so; and each commit one gate, which is green, so that all are ready. The
 * reader is one that knows what it will say: what is killed is what carries plans to GitHub.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Octokit } from '@octokit/rest';
import { parseBranch } from '../../src/github/commands/migration-branch.ts';
import { GATE_NAME } from '../../src/github/migrate/checks/gate-check.ts';
import { knows } from '../fakes/migration-plans.ts';
import { type GitHub, openGitHub } from '../in-memory-github/open-github.ts';
import { type AppProcess, registerApp, startApp } from '../support/app-on-github.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { readRounds } from './child.ts';

const { rounds, seed } = readRounds('test:kill:github', 30);
const random = randomNumbers(seed);
const ASKED = ['one', 'two'];
const TICKED = 'three';
const NAMES = [...ASKED, TICKED];
/** What CI prints. */
const LOG = `   Compiling demo v0.1.0
    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in 0.01s
test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;
const PROGRAM = fileURLToPath(new URL('../support/migration-app.ts', import.meta.url));
const READER = fileURLToPath(new URL('../fakes/migration-worker.ts', import.meta.url));
const place = { owner: 'ada', repo: 'demo' };
/** Kills of one round. */
const KILLS = 1;
const MAX_MILLISECONDS = 300_000;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-kill-')));
let lost = 0;
for (let round = 1; round <= rounds; round += 1) await killedAndStarted(round);
process.stdout.write(
  `${rounds} kills, ${lost} of them with the loss of the database: no pull request twice, none lost\n`,
);
rmSync(folder, { recursive: true, force: true });

async function killedAndStarted(round: number): Promise<void> {
  const own = join(folder, `${round}`);
  const [repositories, reader, home] = ['github', 'reader', 'home'].map((name) => join(own, name));
  for (const path of [repositories, reader, home]) mkdirSync(path ?? '', { recursive: true });
  knows(
    reader ?? '',
    NAMES.map((name) => ({ name })),
  );
  const github = await openGitHub({ folder: repositories ?? '' });
  const ada = new Octokit({ baseUrl: github.url, auth: github.addUser('ada') });
  await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n' } });
  const app = await registerApp(github, ['ada/demo']);
  const program = [PROGRAM, READER, reader ?? ''];
  const start = () => startApp(github, { app, folder: home ?? '', program });
  let running: AppProcess | undefined;
  let others = Promise.resolve();
  const stop = new AbortController();
  try {
    running = await start();
    const { data: issue } = await ada.rest.issues.create({ ...place, title: 'To Rust' });
    for (const name of ASKED) {
      await ada.rest.issues.createComment({
        ...{ ...place, issue_number: issue.number, body: `/migrate ${name}` },
      });
    }
    others = actingOthers(github, ada, stop.signal);
    await github.delivered();
    const isLost = round % 3 === 0;
    let moment = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      moment = Math.floor(random() * 20_000);
      await sleep(moment);
      await running.stop('SIGKILL');
      if (isLost) rmSync(join(home ?? '', 'data'), { recursive: true, force: true });
      running = await start();
    }
    if (isLost) lost += 1;
    await until(async () => problemOf(ada, issue.number));
    // What comes late must not make anything twice.
    await sleep(500);
    const late = await problemOf(ada, issue.number);
    if (late !== undefined) throw new Error(late);
    if (github.problems.length > 0) throw new Error(github.problems.join('\n'));
    process.stdout.write(
      `${round}: killed after ${moment} ms${isLost ? ', database lost' : ''}: all there, once\n`,
    );
  } catch (thrown) {
    process.stderr.write(`round ${round}, seed ${seed}: see ${own}\n${running?.log() ?? ''}\n`);
    throw thrown;
  } finally {
    stop.abort();
    await others;
    await running?.stop('SIGKILL');
    await github.close();
  }
  rmSync(own, { recursive: true, force: true });
}

/** What goes on beside the App: a person ticks a box once there is one, and CI runs on each commit. */
async function actingOthers(github: GitHub, ada: Octokit, signal: AbortSignal): Promise<void> {
  const tested = new Set<string>();
  for (let isTicked = false; !signal.aborted; await sleep(200)) {
    if (!isTicked) {
      const { data } = await ada.rest.issues.listForRepo({ ...place, state: 'open' });
      const found = data.find(({ body }) => body?.includes(`- [ ] [\`${TICKED}\`]`));
      if (found !== undefined) {
        await github.tickBox('ada/demo', found.number, `\`${TICKED}\``, 'ada');
        isTicked = true;
      }
    }
    const { data: pulls } = await ada.rest.pulls.list({ ...place, state: 'open', per_page: 100 });
    for (const { number, head } of pulls.filter((pull) => parseBranch(pull.head.ref))) {
      if (tested.has(head.sha)) continue;
      tested.add(head.sha);
      const jobs = [{ name: 'cargo', conclusion: 'success' as const, log: LOG }];
      await github.runWorkflow('ada/demo', { pull: number, jobs });
    }
  }
}

/** What is missing or there twice; undefined once all is as it should be. */
async function problemOf(ada: Octokit, issue_number: number): Promise<string | undefined> {
  const { data: pulls } = await ada.rest.pulls.list({ ...place, state: 'all', per_page: 100 });
  const branches = pulls
    .map(({ head }) => head.ref)
    .filter((ref) => parseBranch(ref))
    .sort();
  const wanted = ['rustward/migrate-setup', ...NAMES.map((name) => `rustward/migrate/${name}`)];
  const twice = branches.find((branch, at) => branches.indexOf(branch) !== at);
  if (twice !== undefined) throw new Error(`there are two pull requests from ${twice}`);
  const missing = wanted.find((branch) => !branches.includes(branch));
  if (missing !== undefined) return `there is no pull request from ${missing}`;
  const { data: comments } = await ada.rest.issues.listComments({
    ...{ ...place, issue_number, per_page: 100 },
  });
  const said = comments.filter(({ user }) => user?.type === 'Bot').map(({ body = '' }) => body);
  for (const { head, draft, number } of pulls.filter((pull) => parseBranch(pull.head.ref))) {
    const { data } = await ada.rest.checks.listForRef({
      ...{ ...place, ref: head.sha, check_name: GATE_NAME, filter: 'all' },
    });
    const [gate, ...more] = data.check_runs;
    if (more.length > 0) throw new Error(`#${number} has ${data.total_count} gates`);
    if (gate?.conclusion !== 'success') return `#${number}: ${gate?.output.title ?? 'no gate'}`;
    if (draft === true) return `#${number} is a draft`;
  }
  if (said.length > ASKED.length)
    throw new Error(`${said.length} answers: ${said.join('\n---\n')}`);
  const open = said.find((body) => !/pull request #\d/.test(body));
  return said.length < ASKED.length ? 'an answer is missing' : open;
}

async function until(problem: () => Promise<string | undefined>): Promise<void> {
  const deadline = performance.now() + MAX_MILLISECONDS;
  for (;;) {
    const found = await problem();
    if (found === undefined) return;
    if (performance.now() > deadline) throw new Error(`it does not come to its end: ${found}`);
    await sleep(500);
  }
}
