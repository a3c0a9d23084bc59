import { accountJson } from '../operations/account-json.ts';
import { repositoryJson } from '../operations/repository-json.ts';
import type { Account, Installation } from '../state/caller.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { enqueue, newGuid } from '../webhooks/enqueue.ts';
import { isSubscribed } from '../webhooks/subscriptions.ts';

/** Something that happened in a repository. */
export interface Happening {
  readonly name: string;
  /** Null for the events that have none. */
  readonly action: string | null;
  readonly repository: Repository;
  /** Who did it. */
  readonly sender: Account;
  /** The app that alone hears of it. */
  readonly only?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Tells every app that is there and subscribed; also the one that did it.
 * @param fields what the payload has beside what all payloads have, as things are now; asked for
 * only when somebody listens
 */
export async function emit(
  world: World,
  { name, action, repository, sender, only }: Happening,
  fields: () => Fields | Promise<Fields>,
): Promise<void> {
  const listening = [...world.installations.values()].filter(
    (one) =>
      one.repositories.has(repository.id) &&
      (only === undefined || one.app.id === only) &&
      hears(world, one, name),
  );
  if (listening.length === 0) return;
  const payload = {
    ...(action !== null && { action }),
    ...(await fields()),
    ...{ repository: repositoryJson(world, repository), sender: accountJson(world, sender) },
  };
  const event = { guid: newGuid(world), name, action, repository: repository.id };
  for (const one of listening) {
    const webhook = world.webhooks.get(one.app.id);
    const installation = { id: one.id, node_id: `IN_${one.id}` };
    if (webhook) enqueue(world, webhook, one, { ...event, payload: { ...payload, installation } });
  }
}

function hears(world: World, { app, permissions }: Installation, name: string): boolean {
  const webhook = world.webhooks.get(app.id);
  return webhook !== undefined && isSubscribed(name, webhook.events, permissions);
}
