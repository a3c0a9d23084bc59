import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, Probot } from 'probot';
import type { WebhookEvent } from './accept-event.ts';

/** Where GitHub sends webhooks. */
export const WEBHOOK_PATH = '/api/github/webhooks';

/** Answers a webhook whose body has been read. */
export type HandleWebhook = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => Promise<void>;

/** What Probot needs of the App's settings. */
interface AppSecrets {
  readonly appId: number;
  readonly privateKey: string;
  readonly webhookSecret: string;
  readonly apiUrl: string;
}

/**
 * Checks the signatures of webhooks: `X-Hub-Signature-256` is the HMAC-SHA256 of the body under the
 * secret of the App. Probot's middleware compares them in constant time, and answers 400 where they
 * differ; `accept` is given only what GitHub has signed.
 */
export async function openSignedWebhooks(
  settings: AppSecrets,
  log: Logger,
  accept: (event: WebhookEvent) => Promise<void>,
): Promise<HandleWebhook> {
  // Probot's own server would begin with a page for setting up, and does not limit what it reads.
  const probot = new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    baseUrl: settings.apiUrl,
    log,
  });
  await probot.ready();
  probot.onAny(({ id, name, payload }) => accept({ id, name, payload }));
  const webhooks = await probot.getNodeMiddleware({ log, path: WEBHOOK_PATH });
  return async (request, response, body) => {
    await webhooks(Object.assign(request, { body }), response);
  };
}

/** Whether a request has no signature at all, so that its body need not be read. */
export function isUnsigned({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers['x-hub-signature-256'] === undefined;
}
