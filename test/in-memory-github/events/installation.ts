import { accountJson } from '../operations/account-json.ts';
import { installationJson } from '../operations/app-json.ts';
import type { Installation } from '../state/caller.ts';
import { fullName } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { enqueue, newGuid } from '../webhooks/enqueue.ts';

/** The app, and no other, hears where it was put and taken away. */
export function emitInstallation(
  world: World,
  installation: Installation,
  action: 'created' | 'deleted',
): void {
  const webhook = world.webhooks.get(installation.app.id);
  if (webhook === undefined) return;
  const repositories = [...world.repositories.values()]
    .filter(({ id }) => installation.repositories.has(id))
    .map((one) => ({
      ...{ id: one.id, node_id: `R_${one.id}`, name: one.name, private: one.private },
      full_name: fullName(one),
    }));
  enqueue(world, webhook, installation, {
    ...{ guid: newGuid(world), name: 'installation', action, repository: null },
    payload: {
      ...{ action, installation: installationJson(world, installation), repositories },
      ...{ requester: null, sender: accountJson(world, installation.account) },
    },
  });
}
