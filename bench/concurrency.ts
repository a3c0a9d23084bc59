/**
 * What asking several models at a time gains: `npm run bench:concurrency`. A served model that takes
 * a second for each answer is asked about 100 groups of candidates, 16 at a time, then about 10, one
 * at a time. Seconds are those from the first question to the last answer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openModelServer } from '../test/fakes/open-model-server.ts';
import { askedOf, reviewingModel } from '../test/fakes/reviewing-model.ts';
import { readers } from '../test/support/readers.ts';

const ANSWER_MS = 1000;
const RUNS = [
  { groups: 100, concurrency: 16 },
  { groups: 10, concurrency: 1 },
];

const folder = mkdtempSync(join(tmpdir(), 'rustward-bench-'));
try {
  process.stdout.write('groups  at a time  seconds  whole run  in order\n');
  for (const run of RUNS) print(run, await measure(run.groups, run.concurrency));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(groups: number, concurrency: number) {
  const tree = join(folder, `tree${groups}`);
  mkdirSync(tree);
  for (let at = 0; at < groups; at += 1) {
    writeFileSync(join(tree, `${String(at).padStart(4, '0')}.c`), readers(1));
  }
  const answer = reviewingModel({ isRisk: () => false });
  const files: string[] = [];
  const times: number[] = [];
  const server = await openModelServer(({ messages }) => {
    times.push(performance.now());
    files.push(askedOf(messages).candidates[0]?.file ?? '');
    const until = sleep(ANSWER_MS).then(() => times.push(performance.now()));
    return { kind: 'answer', content: answer(messages), until };
  });
  const start = performance.now();
  const program = resolve(import.meta.dirname, '../bin/rustward');
  const options = ['--no-state', '--no-cache', '--quiet', '--fail-on', 'none'];
  const args = ['review', tree, '--concurrency', String(concurrency), ...options];
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    RUSTWARD_MODEL_BASE_URL: server.baseUrl,
    RUSTWARD_MODEL_NAME: 'm',
    RUSTWARD_MODEL_CACHE: 'off',
  };
  const [status] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'close');
  const whole = performance.now() - start;
  await server.close();
  if (status !== 0 || files.length !== groups) {
    throw new Error(`status ${status} after ${files.length} questions about ${groups} groups`);
  }
  return {
    seconds: (Math.max(...times) - Math.min(...times)) / 1000,
    whole: whole / 1000,
    isInOrder: files.join() === files.toSorted().join(),
  };
}

function print(
  { groups, concurrency }: (typeof RUNS)[number],
  { seconds, whole, isInOrder }: Awaited<ReturnType<typeof measure>>,
): void {
  const cells = [
    String(groups).padStart(6),
    String(concurrency).padStart(9),
    seconds.toFixed(2).padStart(7),
    whole.toFixed(2).padStart(9),
    (isInOrder ? 'yes' : 'no').padStart(8),
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
}
