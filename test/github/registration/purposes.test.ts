import { describe, expect, test } from '@jest/globals';
import { loadAppManifest } from '../../../src/github/registration/app-manifest.ts';
import { EVENT_PURPOSES, PERMISSION_PURPOSES } from '../../../src/github/registration/purposes.ts';
import { toCommands } from '../../../src/github/webhooks/to-commands.ts';

const { default_permissions: permissions, default_events: events } = loadAppManifest();

describe('what app.yml asks for has a purpose', () => {
  test('each permission, at its level, and no other', () => {
    const levels = Object.entries(PERMISSION_PURPOSES).map(([name, { write }]) => {
      return [name, write === undefined ? 'read' : 'write'];
    });
    expect(Object.fromEntries(levels)).toEqual(permissions);
  });

  test('each event, and no other', () => {
    expect(Object.keys(EVENT_PURPOSES).sort()).toEqual([...events].sort());
  });

  test('each event is one that the App understands', () => {
    const known = events.filter((name) => {
      try {
        toCommands(name, {}, 1);
        return false;
      } catch {
        // It was looked for what GitHub sends with it.
        return true;
      }
    });
    expect(known).toEqual(events);
  });
});
