import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { openAppClients } from '../../../src/github/api/app-clients.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

test('a list of deliveries that never comes is given up as soon as the process is to end', async () => {
  const urls: string[] = [];
  const silent = createServer(({ url = '' }) => urls.push(url)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ending = new AbortController();
  const access = openAppClients(
    { appId: 1, privateKey, apiUrl: `http://127.0.0.1:${port}` },
    { signal: ending.signal },
  );
  try {
    const asked = once(silent, 'request');
    const page = access.deliveries().next();
    await Promise.race([asked, page]);
    expect(urls).toEqual(['/app/hook/deliveries?per_page=100']);
    ending.abort(new Error('the process is about to end'));
    await expect(page).rejects.toThrow('the process is about to end');
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
  // It would be given up after half a minute.
}, 20_000);
