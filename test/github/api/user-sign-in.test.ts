import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import {
  exchangeSignInCode,
  revokeUserToken,
  signInPage,
} from '../../../src/github/api/user-sign-in.ts';
import { closeServer, listen } from '../../../src/github/server/listen.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function appAt(listener: RequestListener) {
  const server = createServer(listener);
  const url = await listen(server, { host: '127.0.0.1', port: 0 });
  closers.push(() => closeServer(server));
  return { clientId: 'Iv1.a', clientSecret: 'the secret', apiUrl: url, serverUrl: url };
}

test.each([
  ['no JSON', 200, '<html>ghu_abc'],
  ['another form', 200, '{"access_token":7}'],
  ['a refusal of the app', 200, '{"error":"incorrect_client_credentials"}'],
  ['a breakdown', 502, 'ghu_abc'],
])('%s is told without what is secret', async (_what, status, body) => {
  const app = await appAt((_request, response) => response.writeHead(status).end(body));
  const thrown: unknown = await exchangeSignInCode(app, 'the code', 'v').catch((one) => one);
  expect(thrown).toBeInstanceOf(IncompleteError);
  expect(`${thrown}`).not.toMatch(/the code|the secret|ghu_/);
});

test('the secret goes to no other address that GitHub may lead to', async () => {
  const seen: string[] = [];
  const elsewhere = await appAt((request, response) => {
    seen.push(request.url ?? '');
    response.end('{"access_token":"ghu_abc"}');
  });
  const app = await appAt((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.serverUrl}/x` }).end();
  });
  await expect(exchangeSignInCode(app, 'a', 'v')).rejects.toThrow('gave no answer');
  await revokeUserToken(app, 'ghu_abc');
  expect(seen).toEqual([]);
});

test('the page asks for the app alone, and has the proof of who began it', () => {
  const app = { clientId: 'Iv1.a', clientSecret: 'the secret', apiUrl: 'https://api.x' };
  const page = signInPage(
    { ...app, serverUrl: 'https://github.example' },
    // The pair that RFC 7636 gives as an example.
    { state: 's&t', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
  );
  const { origin, pathname, searchParams } = new URL(page);
  expect([origin, pathname]).toEqual(['https://github.example', '/login/oauth/authorize']);
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ client_id: 'Iv1.a', state: 's&t', allow_signup: 'false' },
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
});

test('a code becomes a token once, and what GitHub does not take is none', async () => {
  const asked: string[] = [];
  let body = '{"access_token":"ghu_abc"}';
  const app = await appAt((request, response) => {
    let form = '';
    request.on('data', (part: Buffer) => {
      form += part.toString();
    });
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers.accept} ${form}`);
      response.end(body);
    });
  });
  expect(await exchangeSignInCode(app, 'c1', 'v')).toBe('ghu_abc');
  body = '{"error":"bad_verification_code"}';
  expect(await exchangeSignInCode(app, 'c1', 'v')).toBeUndefined();
  const form = 'client_id=Iv1.a&client_secret=the+secret&code=c1&code_verifier=v';
  const line = `POST /login/oauth/access_token application/json ${form}`;
  expect(asked).toEqual([line, line]);
});

test('a token is ended in the name of the app', async () => {
  const asked: unknown[] = [];
  const app = await appAt((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      const { accept, authorization, 'content-type': type } = request.headers;
      asked.push({ to: `${request.method} ${request.url}`, accept, authorization, type, text });
      response.writeHead(204).end();
    });
  });
  await revokeUserToken(app, 'ghu_abc');
  expect(asked).toEqual([
    {
      ...{ to: 'DELETE /applications/Iv1.a/token', accept: 'application/vnd.github+json' },
      authorization: `Basic ${Buffer.from('Iv1.a:the secret').toString('base64')}`,
      ...{ type: 'application/json', text: '{"access_token":"ghu_abc"}' },
    },
  ]);
});
