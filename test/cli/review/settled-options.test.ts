import { describe, expect, test } from '@jest/globals';
import {
  NO_SETTINGS,
  type RepositorySettings,
} from '../../../src/cli/options/repository-settings.ts';
import { addScanOptions, parseScanOptions } from '../../../src/cli/options/scan-options.ts';
import { addTriageOptions, parseTriageOptions } from '../../../src/cli/options/triage-options.ts';
import {
  loadSettings,
  settledCaps,
  settledOptions,
  settledTriage,
} from '../../../src/cli/review/settled-options.ts';
import { findingSettingsIn } from '../../../src/github/configuration/finding-settings-in.ts';
import { parseConfiguration } from '../../../src/github/configuration/parse-configuration.ts';
import {
  leastConfidence,
  ruleOffIn,
  severityCeiling,
} from '../../../src/security/selection/finding-settings.ts';
import { commandWith } from '../../support/parsed-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What a repository settles by this file. */
const settings = (yaml: string): RepositorySettings => {
  const configuration = parseConfiguration(yaml);
  return { ...NO_SETTINGS, configuration, findings: findingSettingsIn(configuration) };
};

const FOLDERS = `
review:
  folders:
    - { path: tools, min_confidence: 0.6, severity: { double_free: high } }
`;

function scanOptions(settled: RepositorySettings, ...args: string[]) {
  const command = commandWith(addScanOptions, args);
  const given = { ...parseScanOptions(command), findingSettings: NO_SETTINGS.findings };
  return settledOptions(command, given, settled);
}

describe('of a scan', () => {
  const settled = settings('review:\n  fail_on: low\n  min_confidence: 0.9\n');

  test('what the repository has settled counts', () => {
    expect(scanOptions(settled)).toMatchObject({ failOn: 'low', minConfidence: 0.9 });
  });

  test('an option goes before it, also where it is what is preset', () => {
    const options = scanOptions(settled, '--fail-on=high', '--min-confidence=0.4');
    expect(options).toMatchObject({ failOn: 'high', minConfidence: 0.4 });
  });

  test('what fails the run says where it was settled', () => {
    const from = (settledIn: RepositorySettings, ...args: string[]) => {
      const { failOn, failOnFrom, limits } = scanOptions(settledIn, ...args);
      return { failOn, failOnFrom, limits };
    };
    expect(from(NO_SETTINGS)).toEqual({ failOn: 'high', failOnFrom: undefined, limits: [] });
    expect(from(settled).failOnFrom).toBe('fail_on in .github/rustward.yml');
    expect(from(settled, '--fail-on=medium').failOnFrom).toBe('--fail-on');
    const limiting = settings('review:\n  fail_above: { medium: 3, CWE-416: 0 }\n');
    const inFile = 'fail_above in .github/rustward.yml';
    expect(from(limiting, '--fail-above', 'medium=5', '--fail-above', 'low=9').limits).toEqual([
      { of: 'medium', most: 5, from: '--fail-above', at: '--fail-above' },
      { of: 'CWE-416', most: 0, from: inFile, at: '.github/rustward.yml:2' },
      { of: 'low', most: 9, from: '--fail-above', at: '--fail-above' },
    ]);
    expect(() => from(NO_SETTINGS, '--fail-above', 'unsafe_apy=1')).toThrow(
      'there is no rule unsafe_apy; did you mean unsafe_api?',
    );
  });

  test('existing findings are included where either says so, and not where only new ones are wanted', () => {
    const including = settings('review:\n  include_existing: true\n');
    const included = (from: RepositorySettings, ...args: string[]) =>
      scanOptions(from, ...args).includeExisting;
    expect(included(including)).toBe(true);
    expect(included(NO_SETTINGS, '--include-existing')).toBe(true);
    expect(included(NO_SETTINGS)).toBe(false);
    expect(included(including, '--only-new', '--baseline=b.json')).toBe(false);
  });

  test('files are left out that either leaves out, and what is compiled is what both say', () => {
    const build = { ...NO_SETTINGS.build, define: ['A=1', 'B'] };
    const options = scanOptions(
      { ...NO_SETTINGS, exclude: ['gen/'], build },
      ...['--exclude=old/', '-D', 'A=2'],
    );
    expect(options).toMatchObject({ exclude: ['gen/', 'old/'], define: ['B', 'A=2'] });
  });
});

describe('rules of the command line', () => {
  const findings = [{ folder: 'sub', rules: { '*': 'off' } }] as const;
  const chosen = (...args: string[]) =>
    scanOptions({ ...NO_SETTINGS, findings }, ...args).findingSettings;

  test('go before what the repository says of folders, and so does how sure findings have to be', () => {
    const settled = { ...NO_SETTINGS, findings: settings(FOLDERS).findings };
    const given = (...args: string[]) => scanOptions(settled, ...args).findingSettings ?? [];
    const at = (rule: string) => ({
      file: 'tools/a.c',
      pattern: rule,
      cwe: [],
      category: 'bounds',
    });
    expect(severityCeiling(given(), at('double_free'))).toBe('high');
    expect(ruleOffIn(given('--exclude-rule=double_free'), at('double_free'))).toBeDefined();
    expect(ruleOffIn(given('--only-rule=memory_leak'), at('double_free'))).toBeDefined();
    expect(ruleOffIn(given('--only-rule=double_free'), at('double_free'))).toBeUndefined();
    const least = (...args: string[]) => leastConfidence(given(...args), 'tools/a.c', 0.7);
    expect([least(), least('--min-confidence=0.3')]).toEqual([0.6, 0.3]);
  });

  test('stand beside what the repository says of folders', () => {
    expect(chosen()).toEqual(findings);
    expect(chosen('--exclude-rule=double_free')).toEqual([
      ...findings,
      { folder: '', rules: { double_free: 'off' }, isGiven: true },
    ]);
    expect(chosen('--only-rule=CWE-416')).toEqual([
      ...findings,
      { folder: '', rules: {}, only: ['CWE-416'], isGiven: true },
    ]);
  });

  test.each(['double_free', 'use_*', 'CWE-416', 'cwe-416', 'category:memory', 'pack/any'])(
    '%s is taken for one',
    (name) => {
      expect(chosen(`--exclude-rule=${name}`)).toHaveLength(2);
    },
  );

  test.each([
    ['double_fre', 'did you mean double_free?'],
    ['qqqqqqqqqqqq', "'rustward rules' lists those there are"],
    ['CWE-999999', 'CWE-999999'],
    ['double_fre*x', "no rule is called double_fre*x; 'rustward rules' lists"],
  ])('%s is refused', (name, message) => {
    expect(() => chosen(`--exclude-rule=${name}`)).toThrow(message);
    expect(() => chosen(`--only-rule=${name}`)).toThrow(message);
  });
});

describe('of models', () => {
  const triage = (from: RepositorySettings, ...args: string[]) =>
    settledTriage(parseTriageOptions(commandWith(addTriageOptions, args)), from, {});

  test('a repository can say that its code is not run, and not that it is', () => {
    const not = settings('review:\n  reproduce: false\n');
    expect(triage(not).reproduce).toBe(false);
    expect(triage(NO_SETTINGS).reproduce).toBe(true);
    expect(triage(settings('review:\n  reproduce: true\n'), '--no-reproduce').reproduce).toBe(
      false,
    );
  });

  test('the least time counts, whoever names it', () => {
    const ten = settings('budgets:\n  max_minutes: 10\n');
    expect(triage(ten).maxMinutes).toBe(10);
    expect(triage(ten, '--max-minutes=5').maxMinutes).toBe(5);
    expect(triage(ten, '--max-minutes=20').maxMinutes).toBe(10);
    expect(triage(NO_SETTINGS).maxMinutes).toBeUndefined();
    const five = settings('budgets:\n  max_file_seconds: 5\n');
    expect(scanOptions(five).fileTimeout).toBe(5);
    expect(scanOptions(five, '--file-timeout=2').fileTimeout).toBe(2);
    expect(scanOptions(five, '--file-timeout=9').fileTimeout).toBe(5);
    expect(scanOptions(NO_SETTINGS).fileTimeout).toBeUndefined();
  });

  test('the least cost counts of the command line, or else the environment, and the repository', () => {
    const two = settings('budgets:\n  max_cost: 2\n  max_tokens: 200\n');
    const env = { RUSTWARD_MAX_COST: '1', RUSTWARD_MAX_TOKENS: '100' };
    expect(settledCaps({}, NO_SETTINGS, {})).toEqual({});
    expect(settledCaps({}, two, {})).toEqual({ maxCost: 2, maxTokens: 200 });
    expect(settledCaps({}, two, env)).toEqual({ maxCost: 1, maxTokens: 100 });
    expect(settledCaps({ maxCost: 1.5, maxTokens: 150 }, two, env)).toEqual({
      ...{ maxCost: 1.5, maxTokens: 150 },
    });
    expect(settledCaps({ maxCost: 3, maxTokens: 300 }, two, {})).toEqual({
      ...{ maxCost: 2, maxTokens: 200 },
    });
  });

  test('a cost in the environment that is none is no limit', () => {
    for (const cost of ['', '0', '-1', 'much']) {
      expect(settledCaps({}, NO_SETTINGS, { RUSTWARD_MAX_COST: cost }).maxCost).toBeUndefined();
    }
  });
});

test('with --no-config a repository settles nothing', async () => {
  const folder = temporaryFolder({ '.github/rustward.yml': 'review:\n  fail_on: none\n' });
  const failOn = async (...args: string[]) =>
    (await loadSettings(commandWith(addScanOptions, args), folder)).configuration.review.fail_on;
  expect([await failOn(), await failOn('--no-config')]).toEqual(['none', 'high']);
});
