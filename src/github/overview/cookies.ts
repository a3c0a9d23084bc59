import type { IncomingMessage } from 'node:http';

// Browsers take cookies of such names over HTTPS alone, and none that is meant for other hosts, too.
export const SESSION_COOKIE = '__Host-rustward-session';
export const SIGN_IN_COOKIE = '__Host-rustward-sign-in';

type CookieName = typeof SESSION_COOKIE | typeof SIGN_IN_COOKIE;

/**
 * What sets a cookie that no script sees, and that no other site's form is sent with.
 * @param seconds how long it is kept; 0 takes it away
 */
export function setCookie(name: CookieName, value: string, seconds: number): string {
  // Not `Strict`: who comes back from GitHub would seem to have none.
  return `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}

/** The value of a cookie; empty where the browser has sent none. */
export function cookieIn({ headers }: IncomingMessage, name: CookieName): string {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return '';
}
