import { setTimeout as sleep } from 'node:timers/promises';
import { nothingSaid } from './deliveries.ts';
import type { Fault } from './fault.ts';
import { CHANGE } from './project.ts';
import { type Pull, type Scene, until } from './scene.ts';
import { checksOf } from './shown.ts';

const AT_ONCE = 6;

/** What people do while a review is under way. */
export const PUSHES: readonly Fault[] = [
  pushDuring('pulls/create-review', 5000),
  pushDuring('code-scanning/upload-sarif', 4000),
  {
    name: 'a push while the sources are read',
    async run(scene, calm) {
      const pull = await underWay(scene);
      const old = await scene.headOf(pull);
      await scene.push(pull, notes(1));
      await scene.settled(pull, calm.opened);
      return `the old check is ${endOf(pull, old, ['cancelled'])}`;
    },
  },
  {
    name: 'a force-push while the sources are read',
    async run(scene, calm) {
      const prepared = await scene.prepare();
      const sha = await scene.github.commit(
        ...([prepared.name, 'other', { ...CHANGE, ...notes(1) }, 'instead'] as const),
      );
      const pull = await underWay(scene, await scene.open(prepared));
      const old = await scene.headOf(pull);
      await scene.ada.rest.git.updateRef({
        ...{ ...pull.place, ref: 'heads/topic', sha, force: true },
      });
      await scene.settled(pull, calm.opened);
      return `the old check is ${endOf(pull, old, ['cancelled'])}`;
    },
  },
  {
    name: `${AT_ONCE} pushes, one after the other`,
    async run(scene, calm) {
      const pull = await underWay(scene);
      for (let number = 1; number <= AT_ONCE; number += 1) {
        await scene.push(pull, notes(number));
        await sleep(400);
      }
      await scene.settled(pull, calm.opened);
      return `${checksOf(pull.repository).length} checks, ${scene.attempts(pull)} attempts`;
    },
  },
  {
    name: 'closed while the sources are read',
    async run(scene) {
      const pull = await underWay(scene);
      await scene.ada.rest.pulls.update({
        ...{ ...pull.place, pull_number: pull.number, state: 'closed' },
      });
      await nothingSaid(scene, pull);
      return `the check is ${checksOf(pull.repository)[0]?.conclusion}`;
    },
  },
];

/** A push that comes while GitHub is at a request of the publication. */
function pushDuring(operation: string, delay: number): Fault {
  return {
    name: `a push during ${operation}`,
    async run(scene, calm) {
      scene.github.fail({ operation, kind: 'slow', delay });
      const pull = await scene.open();
      const old = await scene.headOf(pull);
      await until(async () =>
        scene.github.faultsLeft().length === 0 ? undefined : `nobody asks for ${operation}`,
      );
      await scene.push(pull, notes(1));
      await scene.settled(pull, calm.opened);
      return `the old check is ${endOf(pull, old, ['cancelled', 'failure'])}`;
    },
  };
}

async function underWay(scene: Scene, given?: Pull): Promise<Pull> {
  const pull = given ?? (await scene.open());
  await until(async () => (checksOf(pull.repository).length > 0 ? undefined : 'there is no check'));
  return pull;
}

function endOf({ repository }: Pull, head: string, allowed: readonly string[]): string {
  const ends = checksOf(repository)
    .filter(({ headSha }) => headSha === head)
    .map(({ conclusion }) => `${conclusion}`);
  const wrong = ends.find((one) => !allowed.includes(one));
  if (wrong !== undefined) throw new Error(`the check of the old head is ${wrong}`);
  return ends.join(', ');
}

function notes(number: number) {
  return { NOTES: `${number}\n` };
}
