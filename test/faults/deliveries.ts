import type { Delivery } from '../in-memory-github/state/webhook.ts';
import type { Fault } from './fault.ts';
import type { Pull, Scene } from './scene.ts';
import { checksOf } from './shown.ts';

const NOTES = { NOTES: 'nothing of interest\n' };

/** What GitHub tells the App: twice, late, in another order, not at all. */
export const DELIVERIES: readonly Fault[] = [
  {
    name: 'each delivery three times',
    async run(scene, calm) {
      scene.github.setDeliveryMode('hold');
      const pull = await scene.open();
      const held = of(scene, pull);
      scene.github.setDeliveryMode('send');
      for (const { id } of [...held, ...held]) await scene.github.deliver(id);
      await scene.settled(pull, calm.opened);
      for (const { id } of held) await scene.github.deliver(id);
      await scene.settled(pull, calm.opened);
      return counted(scene, pull, 1);
    },
  },
  {
    name: 'a push is told before the pull request',
    async run(scene, calm) {
      const pull = await heldEvents(scene, async (made) => void (await scene.push(made, NOTES)));
      await deliver(scene, pull, 'synchronize');
      await scene.settled(pull, calm.opened);
      await deliver(scene, pull, 'opened');
      await scene.settled(pull, calm.opened);
      return counted(scene, pull);
    },
  },
  {
    name: 'the end is told before the beginning',
    async run(scene) {
      const pull = await heldEvents(scene, (made) => setState(scene, made, 'closed'));
      await deliver(scene, pull, 'closed');
      await deliver(scene, pull, 'opened');
      await nothingSaid(scene, pull);
      return counted(scene, pull);
    },
  },
  {
    name: 'closed and opened again, told the other way round',
    async run(scene, calm) {
      const pull = await heldEvents(scene, async (made) => {
        await setState(scene, made, 'closed');
        await setState(scene, made, 'open');
      });
      for (const action of ['reopened', 'opened', 'closed']) await deliver(scene, pull, action);
      await scene.settled(pull, calm.opened);
      return counted(scene, pull);
    },
  },
  {
    name: 'nobody is there when GitHub delivers',
    async run(scene, calm) {
      await scene.end('SIGTERM');
      const pull = await scene.open();
      await scene.push(pull, NOTES);
      await scene.github.delivered();
      await scene.start();
      await scene.settled(pull, calm.opened);
      return counted(scene, pull);
    },
  },
];

/** A pull request of which the App has not heard yet, and what was done with it meanwhile. */
async function heldEvents(scene: Scene, act: (pull: Pull) => Promise<void>): Promise<Pull> {
  const prepared = await scene.prepare();
  scene.github.setDeliveryMode('hold');
  const pull = await scene.open(prepared);
  await act(pull);
  return pull;
}

async function deliver(scene: Scene, pull: Pull, action: string): Promise<void> {
  const delivery = of(scene, pull).find((one) => one.action === action);
  if (delivery === undefined) throw new Error(`there is no delivery of ${action}`);
  const { outcome } = await scene.github.deliver(delivery.id);
  if (outcome?.code !== 200) throw new Error(`${action} was answered ${outcome?.code}`);
  // What is not told here is told by nobody.
  if (of(scene, pull).every((one) => one.outcome !== undefined)) {
    scene.github.setDeliveryMode('send');
  }
}

function of({ github, app }: Scene, { repository }: Pull): Delivery[] {
  return github
    .deliveries(app.id)
    .filter((one) => one.repository === repository.id && one.event === 'pull_request');
}

async function setState(scene: Scene, pull: Pull, state: 'open' | 'closed'): Promise<void> {
  await scene.ada.rest.pulls.update({ ...pull.place, pull_number: pull.number, state });
}

/** That a pull request which is closed has no comment, and no check that says anything. */
export async function nothingSaid(scene: Scene, { repository }: Pull): Promise<void> {
  await scene.idle();
  if (repository.reviewComments.size > 0) throw new Error('there are comments');
  const said = checksOf(repository).filter(({ conclusion }) => conclusion !== 'cancelled');
  if (said.length > 0) throw new Error(`a check is ${said[0]?.conclusion ?? said[0]?.status}`);
}

function counted(scene: Scene, pull: Pull, most = Number.POSITIVE_INFINITY): string {
  const attempts = scene.attempts(pull);
  if (attempts > most) throw new Error(`${attempts} attempts, and ${most} would have done`);
  return `${attempts} attempts`;
}
