import { expect, test } from '@jest/globals';
import { watchGrants } from '../../../src/github/app/grants-watch.ts';
import { loadAppManifest } from '../../../src/github/registration/app-manifest.ts';

test('a problem is told once, and again when it comes back', async () => {
  const { default_permissions: permissions, default_events: events } = loadAppManifest();
  let heard = events.filter((name) => name !== 'status');
  const told: string[] = [];
  const access = {
    self: async () => ({ slug: 'ward', permissions, events: heard }),
    installationGrants: async () => [],
  };
  const look = watchGrants(access, ({ text }) => told.push(text));
  await look();
  await look();
  expect(told).toEqual([expect.stringContaining('lacks the event status')]);
  heard = events;
  await look();
  heard = [];
  await look();
  expect(told).toHaveLength(1 + events.length);
});
