import { createHmac, timingSafeEqual } from 'node:crypto';
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
 * secret of the App, compared in constant time. Where they differ the answer is 400, and one line of the log says so: Probot,
 * which compares them as well, would write two. `accept` is given only what GitHub has signed. What is signed and
 * no event all the same is refused before, with 422: Probot looks up names and members of it.
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
    const refuse = (status: number, why: string) => {
      const type = { 'content-type': 'text/plain; charset=utf-8' };
      response.writeHead(status, type).end(`${why}\n`);
    };
    if (!isSigned(request, body, settings.webhookSecret)) {
      log.warn('a webhook is not signed with the secret of the App');
      return refuse(400, 'the signature is wrong');
    }
    if (!isEvent(request, body)) return refuse(422, 'this is no event of GitHub');
    await webhooks(Object.assign(request, { body }), response);
  };
}

function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(`${headers['x-hub-signature-256']}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Whether a request has the name of an event, and an object of JSON with nothing odd about it. */
function isEvent({ headers }: IncomingMessage, body: string): boolean {
  const name = `${headers['x-github-event']}`;
  if (!/^[a-z][a-z_]{0,99}$/.test(name) || name in Object.prototype) return false;
  let payload: unknown;
  try {
    payload = JSON.parse(body);
  } catch {
    return false;
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false;
  if ('installation' in payload && !isInstallation(payload.installation)) return false;
  if (!('action' in payload)) return true;
  const { action } = payload;
  return action === null || (typeof action === 'string' && !(action in Object.prototype));
}

/** Probot signs in as what a payload names, before anything is asked of it. */
function isInstallation(value: unknown): boolean {
  if (value === null) return true;
  const id = typeof value === 'object' && 'id' in value ? value.id : undefined;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}

/** Whether a request has no signature at all, so that its body need not be read. */
export function isUnsigned({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers['x-hub-signature-256'] === undefined;
}
