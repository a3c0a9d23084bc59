import { operation } from '../server/operation.ts';
import { notFound } from '../server/refusal.ts';
import { appJson } from './app-json.ts';

export const appManifestOperations = [
  operation('apps/create-from-manifest', ({ world, path: { code } }) => {
    const registration = world.registrations.get(code);
    // Whoever comes second finds nothing.
    world.registrations.delete(code);
    if (registration === undefined || registration.expires <= world.now()) throw notFound();
    const { app, clientId, clientSecret, webhookSecret, pem } = registration;
    return {
      status: 201,
      body: {
        ...{ ...appJson(world, app), client_id: clientId, client_secret: clientSecret },
        ...{ webhook_secret: webhookSecret, pem },
      },
    };
  }),
];
