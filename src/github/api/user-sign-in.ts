import { createHash } from 'node:crypto';
import * as z from 'zod';
import { IncompleteError } from '../../errors.ts';

/** The app as users are asked about it, and where GitHub is. */
export interface SignInApp {
  readonly clientId: string;
  /** Only the app may know it. */
  readonly clientSecret: string;
  /** Of the REST interface: `https://api.github.com`. */
  readonly apiUrl: string;
  /** Of GitHub's pages. */
  readonly serverUrl: string;
}

/** What shows GitHub that the code of a sign-in comes back to who began it (PKCE, RFC 7636). */
interface Proof {
  /** Comes back with the code. */
  readonly state: string;
  /** A secret of 43 characters at least, told when the code is exchanged. */
  readonly verifier: string;
}

/** In milliseconds: a person waits for the page. */
const ANSWER_MILLISECONDS = 10_000;

/** GitHub's page on which a user lets the app know who they are, and what they may read. */
export function signInPage({ clientId, serverUrl }: SignInApp, { state, verifier }: Proof): string {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  // Without an address to come back to, GitHub takes the one that the app was registered with.
  const query = new URLSearchParams({
    ...{ client_id: clientId, state, allow_signup: 'false' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  });
  return `${serverUrl}/login/oauth/authorize?${query}`;
}

// GitHub answers a refusal with status 200, too.
const answerSchema = z.union([
  z.object({ access_token: z.string().min(1) }),
  z.object({ error: z.string().max(100) }),
]);

/**
 * Exchanges the code that a user came back with for a token of theirs. GitHub does that once, so it is
 * not tried again.
 * @returns the token; undefined where GitHub does not take the code
 * @throws IncompleteError when GitHub gives no answer, or refuses the app
 */
export async function exchangeSignInCode(
  { clientId, clientSecret, serverUrl }: SignInApp,
  code: string,
  verifier: string,
): Promise<string | undefined> {
  const form = { client_id: clientId, client_secret: clientSecret, code, code_verifier: verifier };
  const answer = await post(`${serverUrl}/login/oauth/access_token`, form);
  if ('access_token' in answer) return answer.access_token;
  if (answer.error === 'bad_verification_code') return undefined;
  throw new IncompleteError(`GitHub gave out no token of a user: ${answer.error}`);
}

async function post(address: string, form: Readonly<Record<string, string>>) {
  try {
    const response = await fetch(address, {
      ...{ method: 'POST', body: new URLSearchParams(form), redirect: 'error' },
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
    return answerSchema.parse(await response.json());
  } catch {
    // What was thrown may quote the answer.
    throw new IncompleteError('GitHub gave no answer to a sign-in');
  }
}

/** Ends a token of a user. Where GitHub does not hear of it, the token ends by itself within hours. */
export async function revokeUserToken(
  { clientId, clientSecret, apiUrl }: SignInApp,
  token: string,
): Promise<void> {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  await fetch(`${apiUrl}/applications/${encodeURIComponent(clientId)}/token`, {
    ...{ method: 'DELETE', body: JSON.stringify({ access_token: token }), redirect: 'error' },
    headers: {
      ...{ accept: 'application/vnd.github+json', 'content-type': 'application/json' },
      authorization: `Basic ${credentials}`,
    },
    signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
  }).catch(() => undefined);
}
