import type { RegisteredApp } from '../api/exchange-manifest-code.ts';

const USUAL = { apiUrl: 'https://api.github.com', serverUrl: 'https://github.com' };

/**
 * The environment of an App. Every line is read alike by a shell, by systemd and by Docker, which takes
 * all that is behind the first `=` for the value: no quotes, no comments behind values, no line ends in
 * the key.
 */
export function credentialsText(
  app: RegisteredApp,
  { apiUrl, serverUrl }: { readonly apiUrl: string; readonly serverUrl: string },
): string {
  const isUsual = apiUrl === USUAL.apiUrl && serverUrl === USUAL.serverUrl;
  const place = isUsual ? [] : [`GITHUB_API_URL=${apiUrl}`, `GITHUB_SERVER_URL=${serverUrl}`];
  const lines = [
    '# Who can read this file can act as the App.',
    `APP_ID=${app.id}`,
    `PRIVATE_KEY=${Buffer.from(app.pem).toString('base64')}`,
    `WEBHOOK_SECRET=${app.webhook_secret}`,
    // Without these two there is no overview.
    `CLIENT_ID=${app.client_id}`,
    `CLIENT_SECRET=${app.client_secret}`,
    ...place,
  ];
  return `${lines.join('\n')}\n`;
}
