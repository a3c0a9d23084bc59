import type { Calm } from './fault.ts';
import { pace } from './kills.ts';
import { CHANGE, REPAIRED } from './project.ts';
import type { Scene } from './scene.ts';

/**
 * The same without any fault: what there is to be compared with.
 * @throws Error when that itself is not what the change calls for
 */
export async function calmReviews(scene: Scene): Promise<Calm> {
  const pull = await scene.open();
  const opened = await scene.settled(pull, undefined);
  await scene.push(pull, REPAIRED);
  const repaired = await scene.settled(pull, undefined);
  await scene.push(pull, CHANGE);
  const returned = await scene.settled(pull, undefined);
  const { comments, reviews, checks, alerts } = opened;
  const counts = [comments, reviews, checks, alerts].map(({ length }) => length).join(' ');
  const open = comments.filter((comment) => comment.endsWith(' open 0 replies'));
  const isRight =
    counts === '3 1 1 4' &&
    open.length === 3 &&
    checks[0] === 'completed, failure, 4 findings, 4 annotations' &&
    repaired.comments.every((comment) => comment.endsWith(' resolved 0 replies')) &&
    repaired.checks[0] === 'completed, failure, 1 finding, 1 annotations' &&
    returned.comments.every((comment) => comment.endsWith(' open 1 replies'));
  const calm = { opened, repaired, returned };
  if (!isRight) throw new Error(`undisturbed: ${JSON.stringify(calm, undefined, 2)}`);
  return { ...calm, pace: await pace(scene) };
}
