import { CALLBACK_PATH } from '../server/callback-path.ts';
import { WEBHOOK_PATH } from '../webhooks/verify-signature.ts';
import type { AppManifest } from './app-manifest.ts';

export interface RegistrationPlace {
  /** Where GitHub reaches the App, without a slash at the end. */
  readonly address: string;
  /** Where GitHub sends the person when the App is registered. */
  readonly redirect: string;
}

/** What is posted to GitHub: `app.yml`, and what differs from one App to the next. */
export function registrationManifest(
  manifest: AppManifest,
  { address, redirect }: RegistrationPlace,
): string {
  return JSON.stringify({
    ...manifest,
    hook_attributes: { url: `${address}${WEBHOOK_PATH}`, active: true },
    redirect_url: redirect,
    callback_urls: [`${address}${CALLBACK_PATH}`],
  });
}

/** GitHub's page that a manifest is posted to. @param serverUrl of GitHub's pages */
export function newAppPage(
  serverUrl: string,
  state: string,
  organisation: string | undefined,
): string {
  const owner =
    organisation === undefined ? '' : `/organizations/${encodeURIComponent(organisation)}`;
  return `${serverUrl}${owner}/settings/apps/new?state=${state}`;
}
