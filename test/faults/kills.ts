import { setTimeout as sleep } from 'node:timers/promises';
import type { Repository } from '../in-memory-github/state/repository.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import type { Calm, Fault } from './fault.ts';
import { type Prepared, type Scene, until } from './scene.ts';
import { checksOf } from './shown.ts';

/** What there is on GitHub of a review, in the order in which it comes there. */
const MILESTONES: readonly (readonly [string, (repository: Repository) => boolean])[] = [
  ['the event', () => true],
  ['the check', (repository) => checksOf(repository).length > 0],
  ['the comments', ({ reviews }) => reviews.size > 0],
  ['the alerts', ({ alerts }) => alerts.size > 0],
  [
    'the annotations',
    (repository) => checksOf(repository).some((one) => one.annotations.length > 0),
  ],
  ['the end', (repository) => checksOf(repository).some(({ status }) => status === 'completed')],
];

/** Milliseconds from each milestone to the next, in a review that nobody disturbs. */
export async function pace(scene: Scene): Promise<number[]> {
  const prepared = await scene.prepare();
  const opening = scene.open(prepared);
  const times: number[] = [];
  for (const at of MILESTONES.keys()) {
    await reached(prepared, at);
    times.push(performance.now());
  }
  await scene.settled(await opening, undefined);
  // The job itself ends a little after its check.
  return times.map((time, at) => (times[at + 1] ?? time + 300) - time);
}

/**
 * Kills of whoever is at a review, with SIGKILL, at random moments that cover all of it; the process
 * is started again at once.
 * @param seed of the moments
 */
export function kills(count: number, seed: number, where: string): Fault[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const part = (index + random()) / count;
    return {
      name: `kill ${index + 1} on ${where}`,
      async run(scene: Scene, calm: Calm) {
        const { at, delay, name } = momentOf(part, calm.pace);
        const prepared = await scene.prepare();
        const opening = scene.open(prepared);
        await reached(prepared, at);
        await sleep(delay);
        const pull = await opening;
        const victim = scene.holderOf(pull) ?? 'app';
        await scene.end('SIGKILL', victim);
        const started = performance.now();
        await scene.start(victim);
        await scene.settled(pull, calm.opened);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        return `${name}; well again after ${seconds} s, ${scene.attempts(pull)} attempts`;
      },
    };
  });
}

/** A part of a review, from 0 to 1, as so many milliseconds after a milestone. */
function momentOf(part: number, gaps: readonly number[]) {
  let left = part * gaps.reduce((sum, gap) => sum + gap, 0);
  let at = 0;
  for (const gap of gaps.slice(0, -1)) {
    if (left < gap) break;
    left -= gap;
    at += 1;
  }
  return { at, delay: left, name: `${Math.round(left)} ms after ${MILESTONES[at]?.[0]}` };
}

async function reached({ repository }: Prepared, at: number): Promise<void> {
  const there = MILESTONES[at]?.[1] ?? (() => true);
  await until(async () => (there(repository) ? undefined : `${MILESTONES[at]?.[0]} is missing`), 5);
}
