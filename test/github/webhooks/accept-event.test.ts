import { expect, test } from '@jest/globals';
import { acceptEvent, type DeliveryReport } from '../../../src/github/webhooks/accept-event.ts';
import type { AcceptDelivery } from '../../../src/jobs/queue/deliveries.ts';

const APP = 7;
const INSTALLATION = { action: 'deleted', installation: { id: 3 } };

async function accepted(name: string, payload: object, accept: AcceptDelivery) {
  const reports: Omit<DeliveryReport, 'milliseconds'>[] = [];
  const report = ({ milliseconds, ...told }: DeliveryReport) => {
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    reports.push(told);
  };
  const done = await acceptEvent({ id: 'd1', name, payload }, APP, accept, report).catch(
    (thrown: unknown) => thrown,
  );
  return { done, reports };
}

const timers = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

test.each([
  [true, 'accepted'],
  [false, 'known'],
])('a delivery that is new: %s', async (isNew, outcome) => {
  const stored: object[] = [];
  const before = timers();
  const { done, reports } = await accepted('installation', INSTALLATION, (delivery) => {
    stored.push(delivery);
    return Promise.resolve(isNew);
  });
  expect(done).toBe(isNew);
  expect(reports).toEqual([{ id: 'd1', event: 'installation', outcome }]);
  expect(stored).toEqual([
    { id: 'd1', event: 'installation', jobs: [], ended: { owner: '3', forgets: true } },
  ]);
  // One that was left would hold the end of the process, and the delivery, for seconds.
  await Promise.resolve();
  expect(timers()).toBe(before);
});

test('one that is not of the form that was expected is refused, and nothing is stored', async () => {
  const { done, reports } = await accepted('installation', { action: 'deleted' }, () => {
    throw new Error('it was stored');
  });
  expect(done).toMatchObject({
    ...{ status: 422, message: 'this installation is not of the form that was expected' },
  });
  expect(reports).toEqual([
    expect.objectContaining({
      outcome: 'unreadable',
      problem: expect.stringMatching('installation'),
    }),
  ]);
});

test('one that cannot be stored is refused, so that GitHub lists it as failed', async () => {
  const before = timers();
  const { done, reports } = await accepted('installation', INSTALLATION, () =>
    Promise.reject(new Error('the disk is full')),
  );
  expect(done).toMatchObject({ status: 503, message: 'the delivery could not be stored' });
  expect(reports).toEqual([
    expect.objectContaining({ outcome: 'not stored', problem: 'the disk is full' }),
  ]);
  expect(timers()).toBe(before);
});
