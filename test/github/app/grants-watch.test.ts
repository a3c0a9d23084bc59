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

test('looks that are asked for at the same time share one, behind that which is under way', async () => {
  const { default_permissions: permissions, default_events: events } = loadAppManifest();
  let looks = 0;
  const access = {
    self() {
      looks += 1;
      if (looks === 2) return Promise.reject(new Error('GitHub is out'));
      return Promise.resolve({ slug: 'ward', permissions, events });
    },
    installationGrants: async () => [],
  };
  const look = watchGrants(access, () => {});
  const first = look();
  await Promise.resolve();
  const [second, third] = [look(), look()];
  await first;
  await expect(second).rejects.toThrow('out');
  await expect(third).rejects.toThrow('out');
  await look();
  expect(looks).toBe(3);
});
