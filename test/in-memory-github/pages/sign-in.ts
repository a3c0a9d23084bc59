import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OAuthClient } from '../state/caller.ts';
import type { World } from '../state/world.ts';
import { answerPage, escaped, hiddenInputs } from './html.ts';

const AUTHORIZE = '/login/oauth/authorize';
const TOKEN = '/login/oauth/access_token';

const CODE_MILLISECONDS = 600_000;
const TOKEN_MILLISECONDS = 8 * 3_600_000;

/** A challenge of PKCE. */
const CHALLENGE = /^[\w-]{43}$/;

/**
 * The page on which a user lets an app know who they are, what its buttons do, and the exchange of the
 * code. There is no login: who opens the page chooses who they are.
 * @returns whether the request was for one of them
 */
export async function serveSignIn(
  world: World,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<boolean> {
  if (url.pathname === TOKEN && request.method === 'POST') {
    const form = new URLSearchParams(await text(request));
    const answer = exchange(world, form);
    // Without it GitHub answers with a form.
    if (request.headers.accept !== 'application/json')
      world.report('a token was asked for as a form');
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(answer));
    return true;
  }
  if (url.pathname !== AUTHORIZE) return false;
  const query =
    request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams;
  const client = world.oauthClients.get(query.get('client_id') ?? '');
  const back = client && callbackOf(client, query);
  if (client === undefined || back === undefined) {
    answerPage(response, 404, '<p>The app or its address is not known.</p>');
    return true;
  }
  const challenge = query.get('code_challenge') ?? undefined;
  const isOdd = challenge !== undefined && !CHALLENGE.test(challenge);
  if (isOdd || (query.get('code_challenge_method') ?? 'S256') !== 'S256') {
    world.report('a challenge of PKCE is not by SHA-256');
  }
  if (request.method !== 'POST') {
    answerPage(response, 200, choice(world, client, query));
    return true;
  }
  const user = world.accounts.get(query.get('login') ?? '');
  if (user === undefined) back.searchParams.set('error', 'access_denied');
  else {
    const code = textOf(`code ${world.nextId()}`).slice(0, 20);
    const expires = world.now() + CODE_MILLISECONDS;
    world.authorisations.set(code, { client, user, challenge, expires });
    back.searchParams.set('code', code);
  }
  back.searchParams.set('state', query.get('state') ?? '');
  response.writeHead(302, { location: back.href }).end();
  return true;
}

/** Where to send a user; undefined for an address that the app was not registered with. */
function callbackOf({ callbacks }: OAuthClient, query: URLSearchParams): URL | undefined {
  const wanted = query.get('redirect_uri') ?? callbacks[0];
  return wanted !== undefined && callbacks.includes(wanted) ? new URL(wanted) : undefined;
}

/** A token for a code, once; GitHub's refusals have status 200. */
function exchange(world: World, form: URLSearchParams): object {
  const client = world.oauthClients.get(form.get('client_id') ?? '');
  if (client === undefined || client.secret !== form.get('client_secret')) {
    return {
      error: 'incorrect_client_credentials',
      error_description: 'The client_id is incorrect.',
    };
  }
  const code = form.get('code') ?? '';
  const found = world.authorisations.get(code);
  world.authorisations.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isProven = found?.challenge === undefined || found.challenge === challenge;
  if (found === undefined || found.client !== client || found.expires <= world.now() || !isProven) {
    return {
      error: 'bad_verification_code',
      error_description: 'The code is incorrect or expired.',
    };
  }
  const token = `ghu_${textOf(`token ${world.nextId()}`)}`.slice(0, 40);
  const expires = world.now() + TOKEN_MILLISECONDS;
  world.tokens.set(token, { kind: 'user', user: found.user, app: client.app, expires });
  const refresh = { refresh_token: `ghr_${textOf(token)}`, refresh_token_expires_in: 15_897_600 };
  const life = { expires_in: TOKEN_MILLISECONDS / 1000, ...refresh };
  return { access_token: token, token_type: 'bearer', scope: '', ...life };
}

function choice(world: World, { app }: OAuthClient, query: URLSearchParams): string {
  const people = [...world.accounts].filter(([, { type }]) => type === 'User');
  const buttons = people.map(
    ([key, { login }]) => `<button name="login" value="${escaped(key)}">${escaped(login)}</button>`,
  );
  return `<p>${escaped(app.slug)} wants to know who you are.</p>
<form method="post" action="${AUTHORIZE}">${hiddenInputs(Object.fromEntries(query))}
${buttons.join('\n')}
<button name="login" value="">Cancel</button></form>`;
}

function textOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}
