import { describe, expect, test } from '@jest/globals';
import { loadAppManifest } from '../../../src/github/registration/app-manifest.ts';
import { grantProblems } from '../../../src/github/registration/grant-problems.ts';

const manifest = loadAppManifest();
const ALL = { permissions: manifest.default_permissions, events: manifest.default_events };
const { checks: _, ...WITHOUT_CHECKS } = ALL.permissions;

function texts(
  ...args: Parameters<typeof grantProblems> extends [unknown, ...infer R] ? R : never
) {
  return grantProblems(manifest, ...args).map(({ text, needed }) => [text, needed]);
}

describe('what was not granted', () => {
  test('is nothing where all was, or more', () => {
    const more = { ...ALL.permissions, statuses: 'write', workflows: 'write' };
    const installation = { ...ALL, account: 'ada' };
    expect(texts({ permissions: more, events: [...ALL.events, 'push'] }, [installation])).toEqual(
      [],
    );
  });

  test('is named with all that stops', () => {
    const { contents: _contents, ...permissions } = ALL.permissions;
    expect(texts({ ...ALL, permissions }, [])).toEqual([
      [
        'the app lacks the permission contents: write; without it, it cannot fetch what it reviews, nor ' +
          'resolve its threads, write down what maintainers settled, or push fixes and migrations',
        true,
      ],
    ]);
    expect(texts({ ...ALL, permissions: { ...permissions, contents: 'read' } }, [])).toEqual([
      [
        'the app lacks the permission contents: write; without it, it cannot resolve its threads, write ' +
          'down what maintainers settled, or push fixes and migrations',
        false,
      ],
    ]);
  });

  test('is named once where the app itself lacks it', () => {
    const lacking = { ...ALL, permissions: WITHOUT_CHECKS };
    const installation = { ...lacking, account: 'ada' };
    expect(texts(lacking, [installation, installation])).toHaveLength(1);
  });

  test('names some of the accounts that have not accepted it', () => {
    const on = (account: string) => ({ ...ALL, permissions: WITHOUT_CHECKS, account });
    const rest =
      'lack the permission checks: write; without it, it cannot publish its checks, and hear';
    expect(texts(ALL, ['a', 'b'].map(on))).toEqual([
      [expect.stringContaining(`the installations on a, b ${rest}`), true],
    ]);
    expect(texts(ALL, ['a', 'b', 'c', 'd', 'e'].map(on))).toEqual([
      [expect.stringContaining(`the installations on a, b, c and 2 more ${rest}`), true],
    ]);
  });
});
