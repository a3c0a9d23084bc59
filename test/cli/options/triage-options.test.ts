import { describe, expect, test } from '@jest/globals';
import { addTriageOptions, parseTriageOptions } from '../../../src/cli/options/triage-options.ts';
import { commandWith } from '../../support/parsed-options.ts';

const parsed = (...args: string[]) => parseTriageOptions(commandWith(addTriageOptions, args));

test('without options a review asks models, has findings refuted, and runs them', () => {
  expect(parsed()).toMatchObject({
    ...{ model: true, verify: true, reproduce: true, toolServer: [] },
    ...{ allowUnsandboxed: false, strictReplay: false, models: { strictReplay: false } },
  });
});

test.each([
  ['--no-model', { model: false }],
  ['--no-verify', { verify: false }],
  ['--no-reproduce', { reproduce: false }],
  ['--strict-replay', { strictReplay: true, models: { strictReplay: true } }],
  ['--allow-unsandboxed', { allowUnsandboxed: true }],
  ['--reproductions=out', { reproductions: 'out' }],
  ['--until=scan', { until: 'scan' }],
  ['--max-cost=2', { models: { maxCost: 2 } }],
])('%s is taken as it is meant', (option, expected) => {
  expect(parsed(option)).toMatchObject(expected);
});

describe.each([
  ['--concurrency', 'concurrency', 1, 64],
  ['--cluster-limit', 'clusterLimit', 1, 200],
  ['--discover-limit', 'discoverLimit', 0, 10_000],
] as const)('%s', (option, name, least, most) => {
  test('is taken at its bounds', () => {
    for (const value of [least, most]) expect(parsed(`${option}=${value}`)[name]).toBe(value);
  });

  test('is refused beyond them, and where it is no whole number', () => {
    for (const value of [least - 1, most + 1, '1.5', '1e1', 'x1', '1x', '']) {
      expect(() => parsed(`${option}=${value}`)).toThrow(`from ${least} to ${most}`);
    }
  });
});

test('--max-minutes is above nothing, and a week at most', () => {
  expect(parsed('--max-minutes=0.5').maxMinutes).toBe(0.5);
  expect(parsed('--max-minutes=10000').maxMinutes).toBe(10_000);
  for (const value of ['0', '-1', '10001', 'NaN', 'long']) {
    expect(() => parsed(`--max-minutes=${value}`)).toThrow('--max-minutes');
  }
});

test('a tool server that is to read has no more permission than that', () => {
  const servers = ['--tool-server', 'docs:read=docs --stdio', '--tool-server', 'run=tool'];
  expect(parsed(...servers).toolServer).toEqual([
    { name: 'docs', permission: 'read', command: ['docs', '--stdio'] },
    { name: 'run', permission: 'run', command: ['tool'] },
  ]);
  expect(() => parsed('--tool-server', 'nothing')).toThrow('--tool-server');
});

describe('without models', () => {
  test('no stage can be asked for that needs them', () => {
    expect(() => parsed('--no-model', '--until=review')).toThrow('--no-model and --until');
    expect(() => parsed('--no-model', '--strict-replay')).toThrow('--no-model and --strict-replay');
  });

  test('the scan can be', () => {
    expect(parsed('--no-model', '--until=scan')).toMatchObject({ model: false, until: 'scan' });
    expect(parsed('--until=review')).toMatchObject({ model: true, until: 'review' });
  });
});
