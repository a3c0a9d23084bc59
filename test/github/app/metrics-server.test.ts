import { expect, test } from '@jest/globals';
import { openMetricsServer } from '../../../src/github/app/metrics-server.ts';

test('metrics are served, and nothing else', async () => {
  let works = true;
  const metrics = () =>
    works ? Promise.resolve('rustward_jobs_total 1\n') : Promise.reject(new Error('no database'));
  const server = await openMetricsServer({ host: '127.0.0.1', port: 0 }, metrics);
  try {
    const asked = await fetch(`${server.url}/metrics`);
    expect([asked.status, await asked.text()]).toEqual([200, 'rustward_jobs_total 1\n']);
    const other = await fetch(`${server.url}/`);
    expect([other.status, (await other.text()).trim()]).toEqual([404, expect.stringMatching(/\w/)]);
    works = false;
    expect((await fetch(`${server.url}/metrics`)).status).toBe(500);
  } finally {
    await server.close();
  }
});
