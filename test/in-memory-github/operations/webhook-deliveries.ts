import { operation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { Caller } from '../state/caller.ts';
import { type Delivery, isDelivered, type Outcome } from '../state/webhook.ts';
import type { World } from '../state/world.ts';
import { again } from '../webhooks/enqueue.ts';
import { requireApp } from './apps.ts';
import { deliveryItemJson, deliveryJson } from './delivery-json.ts';

/** GitHub remembers deliveries no longer, in milliseconds. */
const KEPT = 3 * 24 * 3_600_000;

export const webhookDeliveryOperations = [
  operation('apps/list-webhook-deliveries', ({ world, caller, query, url }) => {
    const { cursor, status, per_page = 30 } = query;
    const all = tried(world, caller)
      .filter(
        ({ delivery }) => status === undefined || isDelivered(delivery) === (status === 'success'),
      )
      .reverse();
    const start = cursor === undefined ? 0 : all.findIndex((one) => cursorOf(one) === cursor);
    if (start < 0) throw new Refusal(422, 'Invalid cursor');
    const size = Math.min(Math.max(per_page, 1), 100);
    const next = all[start + size];
    const target = new URL(url);
    if (next !== undefined) target.searchParams.set('cursor', cursorOf(next));
    return {
      status: 200,
      body: all
        .slice(start, start + size)
        .map(({ delivery, outcome }) => deliveryItemJson(delivery, outcome)),
      ...(next !== undefined && { headers: { link: `<${target.href}>; rel="next"` } }),
    };
  }),

  operation('apps/get-webhook-delivery', ({ world, caller, path }) => {
    const { delivery, outcome } = find(world, caller, path.delivery_id);
    return { status: 200, body: deliveryJson(delivery, outcome) };
  }),

  operation('apps/redeliver-webhook-delivery', ({ world, caller, path }) => {
    const { delivery } = find(world, caller, path.delivery_id);
    const webhook = world.webhooks.get(delivery.app);
    if (webhook === undefined) throw notFound();
    world.outbox.post(again(world, webhook, delivery));
    return { status: 202, body: {} };
  }),
];

interface Tried {
  readonly delivery: Delivery;
  readonly outcome: Outcome;
}

/** The deliveries of an app that were tried, the oldest first. */
function tried(world: World, caller: Caller): Tried[] {
  const app = requireApp(caller);
  const oldest = world.now() - KEPT;
  return [...world.deliveries.values()].flatMap((delivery) => {
    const { outcome } = delivery;
    if (delivery.app !== app.id || outcome === undefined) return [];
    return Date.parse(outcome.at) < oldest ? [] : [{ delivery, outcome }];
  });
}

function find(world: World, caller: Caller, id: number): Tried {
  const found = tried(world, caller).find(({ delivery }) => delivery.id === id);
  if (found === undefined) throw notFound();
  return found;
}

function cursorOf({ delivery }: Tried): string {
  return `v1_${delivery.id}`;
}
