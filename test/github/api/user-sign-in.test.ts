import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import { exchangeSignInCode, revokeUserToken } from '../../../src/github/api/user-sign-in.ts';
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
