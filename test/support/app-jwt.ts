import { type KeyObject, sign } from 'node:crypto';

/** The JSON web token of an app, as it stands at `now` (milliseconds), good for some seconds. */
export function appJwt(app: number, key: KeyObject, now: number, seconds = 300): string {
  const at = Math.floor(now / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: app, iat: at - 30, exp: at + seconds };
  const text = `${part({ alg: 'RS256' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
