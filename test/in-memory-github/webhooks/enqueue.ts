import { createHmac } from 'node:crypto';
import type { Installation } from '../state/caller.ts';
import { uuid } from '../state/uuid.ts';
import type { Delivery, Webhook } from '../state/webhook.ts';
import type { World } from '../state/world.ts';
import { payloadProblem } from './payload-check.ts';

/** GitHub sends no payload that is larger. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Puts an event on its way to an app. What GitHub would not send is reported. */
export function enqueue(
  world: World,
  webhook: Webhook,
  { id: installation, app }: Installation,
  event: {
    readonly guid: string;
    readonly name: string;
    readonly action: string | null;
    readonly repository: number | null;
    readonly payload: unknown;
  },
): void {
  const body = JSON.stringify(event.payload);
  if (Buffer.byteLength(body) > MAX_BYTES) return;
  const problem = payloadProblem(event.name, event.action, JSON.parse(body));
  if (problem !== undefined) world.report(problem);
  const { guid, name, action, repository } = event;
  const delivery: Delivery = {
    ...{ id: world.nextId(), guid, app: app.id, event: name, action, installation, repository },
    ...{ redelivery: false, url: webhook.url, body, outcome: undefined },
    headers: headers(webhook, app.id, name, guid, body),
  };
  world.deliveries.set(delivery.id, delivery);
  world.outbox.post(delivery);
}

/** A delivery once more: to where the app is now, with its secret of now. */
export function again(world: World, webhook: Webhook, before: Delivery): Delivery {
  const { app, event, guid, body } = before;
  const delivery: Delivery = {
    ...{ ...before, id: world.nextId(), redelivery: true, url: webhook.url, outcome: undefined },
    headers: headers(webhook, app, event, guid, body),
  };
  world.deliveries.set(delivery.id, delivery);
  return delivery;
}

/** The id that all deliveries of one event share. */
export function newGuid(world: World): string {
  return uuid(world.nextId());
}

function headers({ id, secret }: Webhook, app: number, event: string, guid: string, body: string) {
  const signature = (algorithm: string) =>
    `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`;
  return {
    Accept: '*/*',
    'Content-Type': 'application/json',
    'User-Agent': 'GitHub-Hookshot/0000000',
    'X-GitHub-Delivery': guid,
    'X-GitHub-Event': event,
    'X-GitHub-Hook-ID': `${id}`,
    'X-GitHub-Hook-Installation-Target-ID': `${app}`,
    'X-GitHub-Hook-Installation-Target-Type': 'integration',
    'X-Hub-Signature': signature('sha1'),
    'X-Hub-Signature-256': signature('sha256'),
  };
}
