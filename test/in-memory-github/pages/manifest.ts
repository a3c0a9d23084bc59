import * as z from 'zod';
import { subscriptionProblem } from '../webhooks/subscriptions.ts';

/** What GitHub takes from a manifest; what it would ignore is refused, as no caller means that. */
const manifestSchema = z.strictObject({
  // GitHub takes no longer name of an app.
  name: z.string().min(1).max(34),
  url: z.url(),
  hook_attributes: z.strictObject({ url: z.url(), active: z.boolean().optional() }),
  redirect_url: z.url(),
  callback_urls: z.array(z.url()).optional(),
  setup_url: z.url().optional(),
  description: z.string().optional(),
  public: z.boolean().optional(),
  default_events: z.array(z.string()),
  default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
  request_oauth_on_install: z.boolean().optional(),
  setup_on_update: z.boolean().optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** @throws Error that says what GitHub has against a manifest */
export function parseManifest(text: string | null): Manifest {
  const manifest = manifestSchema.parse(JSON.parse(text ?? ''));
  const { hook_attributes: hook, default_events: events, default_permissions } = manifest;
  if (/^(localhost|127\.|\[::1\])/.test(new URL(hook.url).hostname)) {
    throw new Error(
      "Hook url is not supported because it isn't reachable over the public Internet",
    );
  }
  const problem = subscriptionProblem(events, default_permissions);
  if (problem !== undefined) throw new Error(problem);
  return manifest;
}
