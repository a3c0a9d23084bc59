import { describe, expect, test } from '@jest/globals';
import {
  type FindingSettings,
  leastConfidence,
  namesSeveralRules,
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

function located(file: string, pattern: string) {
  return { file, pattern, cwe: [787, 120], category: 'bounds' };
}

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
    expect(severityCeiling(SETTINGS, located(file, pattern))).toBe(ceiling);
    expect(ruleOffIn(SETTINGS, located(file, pattern))?.folder).toBe(off);
  });

  test('holds for the former id of a rule as well', () => {
    const settings: FindingSettings[] = [{ folder: '', rules: { divide_by_zero: 'off' } }];
    expect(ruleOffIn(settings, located('a.rs', 'rust_divide_by_zero'))).toBeDefined();
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
  expect(ruleOffIn(settings, located('a/b.c', 'x'))).toBe(settings[1]);
});

test('in a folder that is examined by itself, paths begin there', () => {
  expect(settingsBelow(SETTINGS, '')).toBe(SETTINGS);
  expect(settingsBelow(SETTINGS, 'tools').map(({ folder }) => folder)).toEqual(['gen', '', '']);
  expect(settingsBelow(SETTINGS, 'tools/gen/x').map(({ folder }) => folder)).toEqual(['', '', '']);
  expect(settingsBelow(SETTINGS, 'src').map(({ folder }) => folder)).toEqual(['']);
});

test('a weakness, a category or all may be named, and what names less goes first', () => {
  const at = (rules: FindingSettings['rules']) => {
    const settings: FindingSettings[] = [{ folder: '', rules }];
    const one = located('a.c', 'unsafe_api');
    return ruleOffIn(settings, one) === undefined ? severityCeiling(settings, one) : 'off';
  };
  expect(at({ 'CWE-120': 'off' })).toBe('off');
  expect(at({ 'cwe-12': 'off', 'category:memory': 'off' })).toBeUndefined();
  expect(at({ '*': 'off', 'category:bounds': 'low' })).toBe('low');
  expect(at({ 'category:bounds': 'off', 'CWE-787': 'medium' })).toBe('medium');
  expect(at({ 'CWE-787': 'off', unsafe_api: 'high', '*': 'low' })).toBe('high');
  expect(at({ 'unsafe_*': 'low', 'CWE-787': 'off' })).toBe('low');
  expect(at({ 'unsafe_*': 'low', unsafe_api: 'off' })).toBe('off');
  expect(at({ 'unsafe_*_api': 'off' })).toBeUndefined();
  const only: FindingSettings[] = [{ folder: '', rules: {}, only: ['CWE-120'] }];
  expect(ruleOffIn(only, located('a.c', 'x'))).toBeUndefined();
  expect(ruleOffIn(only, { ...located('a.c', 'x'), cwe: [1] })).toBe(only[0]);
  const names = [
    '*',
    'CWE-416',
    'cwe-1',
    'category:bounds',
    'category:x',
    'CWE-',
    'CWE-0',
    'bounds',
  ];
  expect(names.filter(namesSeveralRules)).toEqual(names.slice(0, 4));
});
