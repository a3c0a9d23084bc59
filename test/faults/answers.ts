import type { Fault as GitHubFault } from '../in-memory-github/server/faults.ts';
import type { Fault } from './fault.ts';
import { CHANGE, REPAIRED } from './project.ts';
import { type Pull, type Scene, until } from './scene.ts';

/** The reviews of a pull request, one after the other; something goes wrong in the last. */
const STAGES = ['opened', 'repaired', 'returned'] as const;

type Stage = (typeof STAGES)[number];

/** Every write of a review, with which of its requests; more than one update of a check run. */
const WRITES: readonly (readonly [Stage, string, number])[] = [
  ['opened', 'checks/create', 0],
  ['opened', 'checks/update', 0],
  ['opened', 'checks/update', 1],
  ['opened', 'checks/update', 2],
  ['opened', 'pulls/create-review', 0],
  ['opened', 'code-scanning/upload-sarif', 0],
  ['repaired', 'graphql', 0],
  ['repaired', 'graphql', 1],
  ['repaired', 'graphql', 3],
  ['repaired', 'pulls/update-review-comment', 1],
  ['returned', 'graphql', 2],
  ['returned', 'pulls/create-reply-for-review-comment', 1],
];

const lostAnswers = WRITES.map(([stage, operation, after]) =>
  answer(`502 after ${operation} ${after + 1}`, stage, () => [
    { operation, after, kind: 'lose-answer' },
  ]),
);

const killed = WRITES.map(([stage, operation, after]) =>
  answer(
    `killed after ${operation} ${after + 1}`,
    stage,
    () => [{ operation, after, kind: 'lose-answer' }],
    kill,
  ),
);

const refusedWrites = WRITES.map(([stage, operation, after]) =>
  answer(`502 instead of ${operation} ${after + 1}`, stage, () => [
    { operation, after, kind: 'refuse' },
  ]),
);

const READS = [
  'pulls/get',
  'pulls/list-files',
  'pulls/list-reviews',
  'apps/create-installation-access-token',
  'repos/get-content',
];

const refusedReads = READS.map((operation) =>
  answer(`502 instead of ${operation}`, 'opened', () => [{ operation, kind: 'refuse' }]),
);

/** So often that the attempt gives up, and another one takes its place. */
const outages = ['checks/update', 'pulls/create-review'].map((operation) =>
  answer(`502 instead of ${operation}, five times`, 'opened', () => [
    { operation, kind: 'refuse', times: 5 },
  ]),
);

/** GitHub's ways to say that somebody is too fast. */
const LIMITS: readonly (readonly [string, () => Pick<GitHubFault, 'status' | 'headers'>])[] = [
  ['secondary limit', () => ({ status: 403, headers: { 'retry-after': '2' } })],
  ['429', () => ({ status: 429, headers: { 'retry-after': '1' } })],
  ['primary limit', () => ({ status: 403, headers: exhausted(2) })],
];

const LIMITED = [
  'checks/create',
  'pulls/create-review',
  'code-scanning/upload-sarif',
  'pulls/get',
  'apps/create-installation-access-token',
];

const limits = LIMITS.flatMap(([name, refusal]) =>
  LIMITED.map((operation) =>
    answer(`${name} at ${operation}`, 'opened', () => [
      { operation, kind: 'refuse', ...refusal() },
    ]),
  ),
);

/** Nobody waits for that: the attempt ends, and GitHub has recovered when the next one comes. */
const longLimits = ['pulls/create-review', 'pulls/get'].map((operation) =>
  answer(`primary limit for an hour at ${operation}`, 'opened', () => [
    { operation, kind: 'refuse', status: 403, headers: exhausted(3600) },
  ]),
);

const hung = ['pulls/create-review', 'checks/update', 'pulls/get'].map((operation) =>
  answer(`no answer to ${operation}`, 'opened', () => [{ operation, kind: 'hang' }]),
);

/** As long as GitHub lets any request take. */
const slow = ['checks/create', 'pulls/create-review', 'graphql'].map((operation) =>
  answer(`${operation} after 9 seconds`, operation === 'graphql' ? 'repaired' : 'opened', () => [
    { operation, kind: 'slow', delay: 9000 },
  ]),
);

/** GitHub's answers to the App. */
export const ANSWERS: readonly Fault[] = [
  ...[...lostAnswers, ...killed, ...refusedWrites, ...refusedReads],
  ...[...outages, ...limits, ...longLimits, ...hung, ...slow],
];

/** @param seconds until GitHub answers again */
function exhausted(seconds: number): Readonly<Record<string, string>> {
  const reset = Math.ceil(Date.now() / 1000) + seconds;
  return { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${reset}` };
}

/** @param meanwhile what is done once the fault waits for the App */
function answer(
  name: string,
  stage: Stage,
  faults: () => readonly GitHubFault[],
  meanwhile: (scene: Scene) => Promise<void> = () => Promise.resolve(),
): Fault {
  return {
    name,
    async run(scene, calm) {
      const started = performance.now();
      const prepared = await scene.prepare();
      let pull: Pull | undefined;
      for (const at of STAGES.slice(0, STAGES.indexOf(stage) + 1)) {
        if (at === stage) for (const fault of faults()) scene.github.fail(fault);
        if (pull === undefined) pull = await scene.open(prepared);
        else await scene.push(pull, at === 'repaired' ? REPAIRED : CHANGE);
        if (at === stage) await meanwhile(scene);
        await scene.settled(pull, calm[at]);
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      return `${seconds} s, ${pull === undefined ? 0 : scene.attempts(pull)} attempts`;
    },
  };
}

/** Once a write has happened whose answer nobody hears of. */
async function kill(scene: Scene): Promise<void> {
  await until(async () =>
    scene.github.faultsLeft().length === 0 ? undefined : 'nobody has written yet',
  );
  await scene.end('SIGKILL');
  await scene.start();
}
