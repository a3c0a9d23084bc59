import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { listeningApp } from '../support/listening-app.ts';
import { openedGitHub } from '../support/opened-github.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 24 * 3_600_000;

/** A repository, and an app that hears of pushes there. */
async function opened(webhookTimeout = 10_000) {
  let now = NOW;
  const github = await openedGitHub({ now: () => now, webhookTimeout });
  await github.addRepository('ada/demo');
  const options = { events: ['push'], now: () => now };
  const app = await listeningApp(github, { contents: 'read' }, options);
  github.install(app.app, ['ada/demo']);
  await app.heard();
  const push = (text: string) => github.commit('ada/demo', 'main', { 'a.c': text });
  const later = (milliseconds: number) => {
    now += milliseconds;
  };
  /** The messages of the pushes that the app heard of. */
  const pushes = async () => {
    await github.delivered();
    return app.received.splice(0).map(({ payload }) => payload['after']);
  };
  return { github, app, push, pushes, later };
}

test('a delivery is signed, and says what it is', async () => {
  const { github, app, push } = await opened();
  await push('1');
  await github.delivered();
  const [received] = app.received;
  const [, delivery] = github.deliveries(app.app);
  const signature = createHmac('sha256', 'a secret').update(`${received?.body}`).digest('hex');
  expect(received?.headers).toMatchObject({
    'x-hub-signature-256': `sha256=${signature}`,
    'x-github-event': 'push',
    'x-github-delivery': delivery?.guid,
    'x-github-hook-installation-target-id': `${app.app}`,
    'x-github-hook-installation-target-type': 'integration',
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
  });
});

test('a failed delivery is listed, not sent again by itself, and sent again when asked', async () => {
  const { github, app, push } = await opened();
  app.answers.push(500);
  await push('1');
  await github.delivered();
  const { apps } = app.rest();
  const { data: failed } = await apps.listWebhookDeliveries({ status: 'failure' });
  const status = 'Invalid HTTP Response: 500';
  expect(failed).toMatchObject([{ event: 'push', status_code: 500, status, redelivery: false }]);
  expect(app.received).toHaveLength(1);
  const delivery_id = failed[0]?.id ?? 0;
  await apps.redeliverWebhookDelivery({ delivery_id });
  await github.delivered();
  const [first, second] = app.received;
  expect(second?.headers['x-github-delivery']).toBe(first?.headers['x-github-delivery']);
  expect(second?.body).toBe(first?.body);
  const { data } = await apps.listWebhookDeliveries({ per_page: 1 });
  expect(data).toMatchObject([{ redelivery: true, status: 'OK', guid: failed[0]?.guid }]);
  const got = await apps.getWebhookDelivery({ delivery_id });
  expect(got.data).toMatchObject({
    request: { headers: { 'X-GitHub-Event': 'push' }, payload: { ref: 'refs/heads/main' } },
    response: { payload: 'noted' },
  });
});

test('the list goes on at a cursor', async () => {
  const { github, app, push } = await opened();
  for (const text of ['1', '2', '3']) await push(text);
  await github.delivered();
  const { apps } = app.rest();
  const ids: number[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 4; pages += 1) {
    const { data, headers } = await apps.listWebhookDeliveries({
      ...{ per_page: 2, status: 'success', ...(cursor && { cursor }) },
    });
    ids.push(...data.map(({ id }) => id));
    cursor = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1];
    if (cursor === undefined) break;
  }
  const all = github.deliveries(app.app).map(({ id }) => id);
  expect(ids).toEqual(all.toReversed());
  await expect(apps.listWebhookDeliveries({ cursor: 'no' })).rejects.toThrow('Invalid cursor');
});

test('deliveries are held, sent in any order, sent twice', async () => {
  const { github, app, push, pushes } = await opened();
  github.setDeliveryMode('hold');
  const [a, b, c] = [await push('1'), await push('2'), await push('3')];
  expect(await pushes()).toEqual([]);
  const [, first, second] = github.deliveries(app.app);
  await github.deliver(second?.id ?? 0);
  await github.deliver(first?.id ?? 0);
  await github.deliver(first?.id ?? 0);
  expect(await pushes()).toEqual([b, a, a]);
  github.setDeliveryMode('send');
  const d = await push('4');
  expect(await pushes()).toEqual([c, d]);
});

test('deliveries to a server that is down are lost, and failed', async () => {
  const { github, app, push, pushes } = await opened();
  github.setDeliveryMode('refuse');
  await push('1');
  await github.delivered();
  github.setDeliveryMode('send');
  const second = await push('2');
  expect(await pushes()).toEqual([second]);
  github.setWebhook(app.app, { url: 'http://127.0.0.1:1/', secret: 's', events: ['push'] });
  await push('3');
  await github.delivered();
  const { data } = await app.rest().apps.listWebhookDeliveries({ status: 'failure' });
  const lost = { status: 'failed to connect to host', status_code: 502 };
  expect(data).toMatchObject([lost, lost]);
});

test('an app that does not answer in time has failed', async () => {
  const { github, app, push } = await opened(50);
  app.answers.push('hang');
  await push('1');
  await github.delivered();
  expect(github.deliveries(app.app).at(-1)?.outcome).toMatchObject({
    ...{ status: 'timed out', code: 504 },
  });
});

test('after three days nothing is known of a delivery', async () => {
  const { github, app, push, later } = await opened();
  app.answers.push(500);
  await push('1');
  await github.delivered();
  const delivery_id = github.deliveries(app.app).at(-1)?.id ?? 0;
  later(3 * DAY);
  expect((await app.rest().apps.listWebhookDeliveries()).data).toHaveLength(2);
  later(1000);
  expect((await app.rest().apps.listWebhookDeliveries()).data).toEqual([]);
  const late = app.rest().apps.redeliverWebhookDelivery({ delivery_id });
  await expect(late).rejects.toMatchObject({ status: 404 });
});
