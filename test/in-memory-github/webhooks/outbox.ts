import pLimit, { type LimitFunction } from 'p-limit';
import type { Delivery } from '../state/webhook.ts';
import { send, unreachable } from './send.ts';

/**
 * `send`: at once. `hold`: when they are sent by hand, or at the next `send`. `refuse`: to nobody,
 * as when the app's server is down.
 */
export type DeliveryMode = 'send' | 'hold' | 'refuse';

/** Sends deliveries: to each app one after the other. */
export interface Outbox {
  /** Sends a delivery, or keeps it, as the mode says. */
  post(delivery: Delivery): void;
  /** Sends it in every mode but `refuse`. */
  sendNow(delivery: Delivery): Promise<void>;
  setMode(mode: DeliveryMode): void;
  /** Ends when nothing is on its way; what is held is not. */
  idle(): Promise<void>;
  close(): void;
}

/** @param timeout milliseconds that an app has to answer */
export function openOutbox(now: () => number, timeout: number): Outbox {
  const lanes = new Map<number, LimitFunction>();
  const held = new Set<Delivery>();
  const under = new Set<Promise<void>>();
  const closing = new AbortController();
  let mode: DeliveryMode = 'send';

  const attempt = async (delivery: Delivery) => {
    if (closing.signal.aborted) return;
    delivery.outcome =
      mode === 'refuse' ? unreachable(now) : await send(now, delivery, timeout, closing.signal);
  };
  const sendNow = async (delivery: Delivery) => {
    held.delete(delivery);
    const lane = lanes.get(delivery.app) ?? pLimit(1);
    lanes.set(delivery.app, lane);
    const sent = lane(() => attempt(delivery));
    under.add(sent);
    await sent;
    under.delete(sent);
  };
  return {
    sendNow,
    post(delivery) {
      if (mode === 'hold') held.add(delivery);
      else void sendNow(delivery);
    },
    setMode(next) {
      mode = next;
      if (mode !== 'hold') for (const delivery of held) void sendNow(delivery);
    },
    async idle() {
      while (under.size > 0) await Promise.all(under);
    },
    close: () => closing.abort(),
  };
}
