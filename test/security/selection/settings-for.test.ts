import { expect, test } from '@jest/globals';
import {
  type FindingSettings,
  leastConfidence,
  ruleOffIn,
  severityCeiling,
  suppressesGenerated,
} from '../../../src/security/selection/finding-settings.ts';
import { settingsFor } from '../../../src/security/selection/settings-for.ts';

const NAMES = ['memory_leak', 'memory_*', 'CWE-401', 'category:memory', '*', 'weak_crypto'];
const FOLDERS = ['', '', 'a', 'a', 'a/b', 'a/b/c', 'z'];
const LEVELS = ['off', 'low', 'medium', 'high'] as const;

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

function someSettings(next: (below: number) => number): FindingSettings[] {
  return FOLDERS.filter(() => next(3) > 0).map((folder) => ({
    folder,
    rules: Object.fromEntries(
      NAMES.filter(() => next(3) === 0).map((name) => [name, LEVELS[next(4)] ?? 'off']),
    ),
    ...(next(3) === 0 ? { minConfidence: next(10) / 10 } : {}),
    ...(next(3) === 0 ? { generated: next(2) === 0 ? ('report' as const) : 'suppress' } : {}),
  }));
}

test('what remains for a path decides of all below it as all settings do', () => {
  const next = numbers(7);
  for (let round = 0; round < 500; round += 1) {
    const all = someSettings(next);
    for (const path of ['', 'a', 'a/b', 'a/b/c', 'z']) {
      const { whole, folders, minConfidence, generated } = settingsFor(all, path, 0.4);
      const kept = [{ ...whole, minConfidence, generated }, ...folders];
      for (const file of ['x.c', 'b/x.c', 'b/c/x.c', 'c/x.c'].map((name) => `${path}/${name}`)) {
        const at = file.replace(/^\//, '');
        expect(leastConfidence(kept, at, 0.4)).toBe(leastConfidence(all, at, 0.4));
        expect(suppressesGenerated(kept, at)).toBe(suppressesGenerated(all, at));
        for (const [pattern, cwe, category] of [
          ['memory_leak', [401], 'memory'],
          ['memory_other', [401], 'other'],
          ['weak_crypto', [327], 'crypto'],
        ] as const) {
          const candidate = { file: at, pattern, cwe, category };
          const seen = [kept, all].map((some) => [
            ruleOffIn(some, candidate) === undefined,
            severityCeiling(some, candidate),
          ]);
          expect(seen[0]).toEqual(seen[1]);
        }
      }
    }
  }
});
