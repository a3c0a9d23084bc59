/**
 * Kills a full review with SIGKILL at random moments and resumes it: `npm run test:kill`.
 *
 *   npm run test:kill -- [ROUNDS=50] [SEED]
 *
 * Each time the artifacts and the report must in the end be the same bytes as those of a run that
 * nobody disturbed, and no batch that was written down before the kill may be asked about again. The
 * cache of answers is off, so that the state files alone have to see to that.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openModelServer } from '../fakes/open-model-server.ts';
import { askedOf, reviewingModel } from '../fakes/reviewing-model.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { Child, ROOT, readRounds } from './child.ts';

const FILES = ['candidates.jsonl', 'clusters.jsonl', 'analysis.jsonl', 'discovery.jsonl'];
const CONCURRENCY = 4;

const { rounds, seed } = readRounds('test:kill', 50);

/** What was asked about: functions to look at, a batch to group, reasons to review, or a group to analyse and verify. */
interface Asked {
  readonly stage: 'discover' | 'cluster' | 'review' | 'analyze' | 'reproduce';
  readonly place: string;
  /** The number of the run. */
  readonly run: number;
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-kill-')));
const asked: Asked[] = [];
let run = 0;
/** Hears of each question, before it is answered. */
let onQuestion: () => void = () => undefined;

const STAGES = {
  ...({ discoverer: 'discover', clusterer: 'cluster', reviewer: 'review' } as const),
  ...({ analyst: 'analyze', verifier: 'analyze', reproducer: 'reproduce' } as const),
} as const;

const answer = reviewingModel({
  isClaimed: ({ line }) => line % 4 === 0,
  isInvalid: ({ line }) => line % 5 === 0,
  isReasonSufficient: ({ line }) => line % 2 === 0,
  isRisk: ({ line }) => line % 3 !== 0,
  isValid: ({ line }) => line % 2 === 1,
});

const server = await openModelServer((request) => {
  const { role, candidates, functions } = askedOf(request.messages);
  const place = role === 'discoverer' ? functionOf(functions[0]) : placeOf(candidates[0]);
  asked.push({ stage: STAGES[role], place, run });
  onQuestion();
  const until = new Promise((resolve) => setTimeout(resolve, 5 + ((asked.length * 7) % 30)));
  return { kind: 'answer', content: answer(request.messages), until };
});

try {
  await main();
  // What is left of a round that failed is there to be looked at.
  rmSync(folder, { recursive: true, force: true });
} finally {
  await server.close();
}

async function main(): Promise<void> {
  const calm = copy('calm');
  // The first scan fills the cache of analyses; kills are to hit the stages that ask models.
  await start(calm, '--until', 'scan').ended(0, 1);
  const started = performance.now();
  await start(calm).ended(0, 1);
  const duration = performance.now() - started;
  const expected = artifacts(calm);
  const calls = asked.length;
  process.stdout.write(`undisturbed: ${calls} calls, ${Math.round(duration)} ms; seed ${seed}\n`);
  const random = randomNumbers(seed);
  let [resumed, repeated] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const tree = copy(`round-${round}`);
    asked.length = 0;
    run = 0;
    const moment = momentOf(random, duration, calls);
    let known = new Set<string>();
    await start(tree).killedAt(reached(moment), () => {
      known = writtenDown(tree);
    });
    // What was written while the signal was under way is known as well, and only makes it stricter.
    run = 1;
    await start(tree).ended(0, 1);
    const again = asked.filter((one) => one.run === 1 && known.has(`${one.stage} ${one.place}`));
    if (again.length > 0) fail(round, moment, `asked again: ${JSON.stringify(again)}`);
    const differs = FILES.concat('report.json').find(
      (_, at) => artifacts(tree)[at] !== expected[at],
    );
    if (differs !== undefined) fail(round, moment, `${differs} differs; see ${tree}`);
    if (asked.length > calls + 2 * CONCURRENCY) fail(round, moment, `${asked.length} calls`);
    if (known.size > 0) resumed += 1;
    repeated += asked.length - calls;
    rmSync(tree, { recursive: true, force: true });
    process.stdout.write(`${round}: killed ${nameOf(moment)}, ${known.size} batches kept\n`);
  }
  process.stdout.write(
    `${rounds} kills: the same artifacts each time; ${resumed} runs went on from kept batches; ` +
      `${(repeated / rounds).toFixed(1)} calls a kill were lost in flight, none was paid for twice after that\n`,
  );
}

/** Both examples, one of them with its planted defects, as one tree. */
function copy(name: string): string {
  const tree = join(folder, name);
  cpSync(join(ROOT, 'examples/archive-reader'), tree, { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: tree, stdio: 'ignore' });
  git('init', '--quiet');
  git('apply', '--', join(ROOT, 'examples/archive-reader.patch'));
  cpSync(join(ROOT, 'examples/kv-store'), join(tree, 'kv'), { recursive: true });
  rmSync(join(tree, '.git'), { recursive: true });
  return tree;
}

function start(tree: string, ...more: string[]): Child {
  const limits = ['--jobs', '1', '--discover-limit', '1000'];
  const args = ['review', tree, '--quiet', '--concurrency', String(CONCURRENCY), ...limits];
  const report = ['--report', `json=${join(folder, `${tree.split('/').at(-1)}.json`)}`];
  const { baseUrl } = server;
  return new Child([...args, ...report, ...more], { folder, home: folder, baseUrl });
}

function artifacts(tree: string): string[] {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const report = read(join(folder, `${tree.split('/').at(-1)}.json`)).replaceAll(tree, 'TREE');
  return [...FILES.map((name) => read(join(tree, '.rustward/sec', name))), report];
}

/** The batches that the state files hold whole, as `stage place`. */
function writtenDown(tree: string): Set<string> {
  const [candidates = '', clusters = '', analyses = '', discoveries = ''] = artifacts(tree);
  const places = new Map(lines(candidates).map((one) => [one['gid'], placeOf(one)]));
  const first = new Map<unknown, string>();
  const known = new Set<string>();
  for (const one of lines(clusters)) {
    const gids = Array.isArray(one['gids']) ? one['gids'] : [];
    const place = places.get(gids[0]) ?? '';
    if (one['reviewed'] === undefined) {
      first.set(one['cluster_id'], place);
      if (one['cluster_index'] === 0) known.add(`cluster ${place}`);
    } else known.add(`review ${first.get(String(one['reviewed']).split(' ')[0])}`);
  }
  for (const one of lines(analyses)) {
    const gids = Array.isArray(one['gids']) ? one['gids'] : [];
    // Claims are in no artifact of the scan.
    const place = places.get(gids[0]);
    if (place !== undefined) known.add(`analyze ${place}`);
  }
  for (const one of lines(discoveries)) {
    const [first] = Array.isArray(one['functions']) ? one['functions'] : [];
    known.add(`discover ${String(first)}`);
  }
  return known;
}

function lines(text: string): Record<string, unknown>[] {
  // The last line may be half written.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** A function as `discovery.jsonl` names it. */
function functionOf(
  shown: { readonly file: string; readonly function: string } | undefined,
): string {
  return `${shown?.file}: ${shown?.function}`;
}

/** Where a candidate is and what it is about, as the model and the artifact have it. */
function placeOf(one: object | undefined): string {
  const { file, line, rule, pattern }: Record<string, unknown> = { ...one };
  return `${file}:${line} ${rule ?? pattern}`;
}

/** So long after the start, or so long after the question with this number. */
interface Moment {
  readonly question: number | undefined;
  readonly delay: number;
}

/** One in five by the clock, which mostly is during the scan; the others among the questions. */
function momentOf(random: () => number, duration: number, calls: number): Moment {
  if (random() < 0.2) return { question: undefined, delay: random() * duration };
  return { question: 1 + Math.floor(random() * calls), delay: random() * 40 };
}

async function reached({ question, delay }: Moment): Promise<void> {
  if (question !== undefined) {
    await new Promise<void>((resolve) => {
      onQuestion = () => {
        if (asked.length >= question) resolve();
      };
    });
  }
  await new Promise((resolve) => setTimeout(resolve, delay));
}

function nameOf({ question, delay }: Moment): string {
  const since = question === undefined ? 'the start' : `question ${question}`;
  return `${Math.round(delay)} ms after ${since}`;
}

function fail(round: number, moment: Moment, problem: string): never {
  throw new Error(`round ${round}, killed ${nameOf(moment)}: ${problem}`);
}
