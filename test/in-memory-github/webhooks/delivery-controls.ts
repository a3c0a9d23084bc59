import type { Delivery } from '../state/webhook.ts';
import type { World } from '../state/world.ts';
import { again } from './enqueue.ts';
import type { DeliveryMode } from './outbox.ts';

/** How a test sees deliveries, and goes between. */
export interface DeliveryControls {
  /** All deliveries to an app, the oldest first; also those that wait, and those that failed. */
  deliveries(app: number): readonly Delivery[];
  /** Ends when every delivery was tried; also those that came of the others. Not those held back. */
  delivered(): Promise<void>;
  /** Whether deliveries are sent, held back, or lost from now on. Held ones go out with `send`. */
  setDeliveryMode(mode: DeliveryMode): void;
  /** Sends a delivery that is held back, or once more one that was tried. Returns what was sent. */
  deliver(id: number): Promise<Delivery>;
}

export function deliveryControls(world: World): DeliveryControls {
  return {
    deliveries: (app) => [...world.deliveries.values()].filter((one) => one.app === app),
    delivered: () => world.outbox.idle(),
    setDeliveryMode: (mode) => world.outbox.setMode(mode),
    async deliver(id) {
      const delivery = world.deliveries.get(id);
      const webhook = delivery && world.webhooks.get(delivery.app);
      if (delivery === undefined || webhook === undefined)
        throw new Error(`there is no delivery ${id}`);
      const next = delivery.outcome === undefined ? delivery : again(world, webhook, delivery);
      await world.outbox.sendNow(next);
      return next;
    },
  };
}
