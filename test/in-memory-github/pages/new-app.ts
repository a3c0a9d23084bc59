import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Account } from '../state/caller.ts';
import { ensureAccount } from '../state/look-up.ts';
import type { World } from '../state/world.ts';
import type { Manifest } from './manifest.ts';

const HOUR = 3_600_000;

/** Makes an app of a manifest. @returns the code that is exchanged for its credentials, once, within an hour */
export function newApp(world: World, manifest: Manifest, owner: Account): string {
  const slug = manifest.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const { publicKey, privateKey: pem } = generateKeyPairSync('rsa', {
    ...{ modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' } },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const id = world.nextId();
  const bot = ensureAccount(world, `${slug}[bot]`, 'Bot');
  const app = { id, slug, bot, owner, publicKey, permissions: manifest.default_permissions };
  world.apps.set(id, app);
  const text = (what: string) => createHash('sha256').update(`${what} of ${id}`).digest('hex');
  const webhookSecret = text('webhook secret').slice(0, 40);
  const { url } = manifest.hook_attributes;
  const events = manifest.default_events;
  world.webhooks.set(id, { id: world.nextId(), url, secret: webhookSecret, events });
  const clientId = `Iv1.${text('client').slice(0, 16)}`;
  const secret = text('client secret').slice(0, 40);
  const callbacks = manifest.callback_urls ?? [];
  world.oauthClients.set(clientId, { app, clientId, secret, callbacks });
  const code = text('code').slice(0, 40);
  world.registrations.set(code, {
    ...{ app, pem, webhookSecret, expires: world.now() + HOUR },
    ...{ clientId, clientSecret: secret },
  });
  return code;
}
