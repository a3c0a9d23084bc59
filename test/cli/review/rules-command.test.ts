import { describe, expect, test } from '@jest/globals';
import { rulesText } from '../../../src/cli/review/rules.ts';
import { rustward } from '../../support/command-line.ts';
import { RULE } from '../../support/rules.ts';

describe('rustward rules', () => {
  test('lists the rules, one a line', () => {
    expect(rulesText(undefined, false, [RULE])).toMatch(
      /^test_rule +high +CWE-120 +c cpp rust +Something is wrong\n$/,
    );
    expect(JSON.parse(rulesText(undefined, true, [RULE]))).toEqual([RULE]);
  });

  test('explains one with its examples', () => {
    const text = rulesText('test_rule', false, [RULE]);
    for (const part of [
      'Something is wrong',
      'CWE-787',
      'Do it right.',
      '    bad();',
      '    good();',
    ]) {
      expect(text).toContain(part);
    }
    expect(JSON.parse(rulesText('test_rule', true, [RULE]))).toEqual(RULE);
  });

  test('knows the nearest name', () => {
    const ask = () => rulesText('tst_rule', false, [RULE]);
    expect(ask).toThrow('there is no rule tst_rule; did you mean test_rule?');
  });

  test('prints a list that can be parsed', () => {
    const { status, stdout } = rustward(['rules', '--format', 'json']);
    expect(status).toBe(0);
    expect(Array.isArray(JSON.parse(stdout))).toBe(true);
  });
});
