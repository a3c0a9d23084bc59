import type { Fault as GitHubFault } from '../github/server/faults.ts';
import type { Fault } from './fault.ts';
import { CHANGE, REPAIRED } from './project.ts';

/** Who reviews when something goes wrong. */
type Stage = 'opened' | 'repaired' | 'returned';

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
  ...[...lostAnswers, ...refusedWrites, ...refusedReads],
  ...[...outages, ...limits, ...longLimits, ...hung, ...slow],
];

/** @param seconds until GitHub answers again */
function exhausted(seconds: number): Readonly<Record<string, string>> {
  const reset = Math.ceil(Date.now() / 1000) + seconds;
  return { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${reset}` };
}

function answer(name: string, stage: Stage, faults: () => readonly GitHubFault[]): Fault {
  return {
    name,
    async run(scene, calm) {
      const begin = () => {
        for (const fault of faults()) scene.github.fail(fault);
      };
      const started = performance.now();
      if (stage === 'opened') begin();
      const pull = await scene.open();
      await scene.settled(pull, calm.opened);
      if (stage !== 'opened') {
        if (stage === 'repaired') begin();
        await scene.push(pull, REPAIRED);
        await scene.settled(pull, calm.repaired);
      }
      if (stage === 'returned') {
        begin();
        await scene.push(pull, CHANGE);
        await scene.settled(pull, calm.returned);
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      return `${seconds} s, ${scene.attempts(pull)} attempts`;
    },
  };
}
