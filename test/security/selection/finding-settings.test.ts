import { describe, expect, test } from '@jest/globals';
import {
  type FindingSettings,
  leastConfidence,
  ruleOffIn,
  settingsBelow,
  severityCeiling,
} from '../../../src/security/selection/finding-settings.ts';

const ALL: FindingSettings = { folder: '', rules: { unsafe_api: 'low', memory_leak: 'off' } };
const TOOLS: FindingSettings = {
  ...{ folder: 'tools', minConfidence: 0.8 },
  rules: { memory_leak: 'medium', double_free: 'off' },
};
const DEEP: FindingSettings = { folder: 'tools/gen', rules: {}, minConfidence: 0.9 };
const SETTINGS = [DEEP, ALL, TOOLS];

describe('what is settled of a rule', () => {
  test.each([
    ['a.c', 'unsafe_api', 'low', undefined],
    ['a.c', 'memory_leak', undefined, ''],
    ['a.c', 'double_free', undefined, undefined],
    ['tools/a.c', 'memory_leak', 'medium', undefined],
    ['tools/gen/a.c', 'memory_leak', 'medium', undefined],
    ['tools/gen/a.c', 'double_free', undefined, 'tools'],
    ['tools/a.c', 'unsafe_api', 'low', undefined],
    // Only the beginning of a name is the same.
    ['tools2/a.c', 'double_free', undefined, undefined],
  ])('in %s of %s: at most %s, off in %s', (file, pattern, ceiling, off) => {
    expect(severityCeiling(SETTINGS, { file, pattern })).toBe(ceiling);
    expect(ruleOffIn(SETTINGS, { file, pattern })?.folder).toBe(off);
  });

  test('holds for the former id of a rule as well', () => {
    const settings: FindingSettings[] = [{ folder: '', rules: { divide_by_zero: 'off' } }];
    expect(ruleOffIn(settings, { file: 'a.rs', pattern: 'rust_divide_by_zero' })).toBeDefined();
  });
});

test('how sure a finding has to be is said by the deepest folder that says it', () => {
  const least = (file: string) => leastConfidence(SETTINGS, file, 0.4);
  expect([least('a.c'), least('tools/a.c'), least('tools/gen/a.c')]).toEqual([0.4, 0.8, 0.9]);
});

test('of two settings of one folder the later counts', () => {
  const settings: FindingSettings[] = [
    { folder: 'a', rules: { x: 'low' } },
    { folder: 'a', rules: { x: 'off' } },
  ];
  expect(ruleOffIn(settings, { file: 'a/b.c', pattern: 'x' })).toBe(settings[1]);
});

test('in a folder that is examined by itself, paths begin there', () => {
  expect(settingsBelow(SETTINGS, '')).toBe(SETTINGS);
  expect(settingsBelow(SETTINGS, 'tools').map(({ folder }) => folder)).toEqual(['gen', '', '']);
  expect(settingsBelow(SETTINGS, 'tools/gen/x').map(({ folder }) => folder)).toEqual(['', '', '']);
  expect(settingsBelow(SETTINGS, 'src').map(({ folder }) => folder)).toEqual(['']);
});
