import { randomBytes } from 'node:crypto';
import { exchangeSignInCode, type SignInApp, signInPage } from '../api/user-sign-in.ts';
import { isSameText } from '../server/same-text.ts';
import { derivedText, openSignedText, signText } from './signed-text.ts';

/** How long a person may take on GitHub's page. */
export const SIGN_IN_SECONDS = 600;

const PURPOSE = 'sign-in';

/** A sign-in that was begun. */
interface BegunSignIn {
  /** Where the browser goes. */
  readonly page: string;
  /** For the cookie that binds it to this browser. */
  readonly cookie: string;
}

export interface SignIn {
  begin(): BegunSignIn;
  /**
   * Ends a sign-in with what the browser comes back with.
   * @param cookie of the browser
   * @returns a token of the user; undefined where this browser has begun no sign-in, or GitHub knows the code not
   */
  finish(cookie: string, query: URLSearchParams): Promise<string | undefined>;
}

/**
 * The way of a browser to GitHub and back. What it began with is in a cookie of its own; the state and
 * the verifier come of that and of the key, so that who sees an address on the way can do nothing
 * with it.
 */
export function openSignIn(app: SignInApp, key: Uint8Array, now: () => number): SignIn {
  const stateOf = (text: string) => derivedText(key, 'state', text);
  const verifierOf = (text: string) => derivedText(key, 'verifier', text);
  return {
    begin() {
      const expires = now() + SIGN_IN_SECONDS * 1000;
      const text = `${randomBytes(32).toString('base64url')}.${expires}`;
      const page = signInPage(app, { state: stateOf(text), verifier: verifierOf(text) });
      return { page, cookie: signText(key, PURPOSE, text) };
    },
    async finish(cookie, query) {
      const text = openSignedText(key, PURPOSE, cookie);
      if (text === undefined || Number(text.split('.')[1]) <= now()) return undefined;
      if (!isSameText(query.get('state') ?? '', stateOf(text))) return undefined;
      const code = query.get('code') ?? '';
      if (!/^[\w-]{1,200}$/.test(code)) return undefined;
      return await exchangeSignInCode(app, code, verifierOf(text));
    },
  };
}
