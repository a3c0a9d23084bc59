import type { Delivery, Outcome } from '../state/webhook.ts';

/** A delivery as the list shows it. */
export function deliveryItemJson(
  { id, guid, redelivery, event, action, installation, repository }: Delivery,
  { at, seconds, status, code }: Outcome,
) {
  return {
    ...{ id, guid, redelivery, event, action, delivered_at: at, duration: seconds, status },
    ...{ status_code: code, installation_id: installation, repository_id: repository },
    throttled_at: null,
  };
}

/** A delivery by itself: with what was sent, and what came back. */
export function deliveryJson(delivery: Delivery, outcome: Outcome) {
  return {
    ...deliveryItemJson(delivery, outcome),
    url: delivery.url,
    request: { headers: delivery.headers, payload: JSON.parse(delivery.body) },
    response: { headers: outcome.headers, payload: outcome.body },
  };
}
