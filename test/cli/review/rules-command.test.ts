import { describe, expect, test } from '@jest/globals';
import { rulesText } from '../../../src/cli/review/rules.ts';
import { rustward } from '../../support/command-line.ts';
import { RULE } from '../../support/rules.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

  test.each(['CWE-787', 'cwe-787', '787', 'CWE-0787'])(
    'lists the rules of the weakness %s',
    (cwe) => {
      const first = { ...RULE, id: 'first_rule', cwe: [787] } as const;
      const other = { ...RULE, id: 'other_rule', cwe: [416] } as const;
      const text = rulesText(cwe, false, [RULE, other, first]);
      expect(text.split('\n').map((line) => line.split(' ')[0])).toEqual([
        'first_rule',
        'test_rule',
        '',
      ]);
      expect(JSON.parse(rulesText(cwe, true, [RULE, other, first]))).toEqual([first, RULE]);
    },
  );

  test('says of which weaknesses there are rules', () => {
    expect(() => rulesText('CWE-1', false, [RULE])).toThrow(
      'there is no rule for CWE-1; there are rules for 120, 787',
    );
  });

  test('lists and explains the rules of a package', () => {
    const id = 'acme/a_rule_with_a_name_that_is_rather_long';
    const rule = { ...RULE, id, languages: ['c'], cwe: [1099] };
    const text = `export const rules = [{ ...${JSON.stringify(rule)}, inspect() {} }];`;
    const folder = temporaryFolder({ 'rules.mjs': text });
    const run = (...args: string[]) =>
      rustward(['rules', ...args, '--rules', './rules.mjs'], folder);
    const all = run();
    expect([all.status, all.stderr]).toEqual([0, '']);
    expect(all.stdout).toMatch(new RegExp(`^${id} high +CWE-1099 +c +Something is wrong$`, 'm'));
    expect(all.stdout).toMatch(/^double_free /m);
    expect(run('1099').stdout.split('\n')).toHaveLength(2);
    expect(run(id).stdout).toContain('What to do: Do it right.');
    expect(JSON.parse(run(id, '--format', 'json').stdout)).toEqual(rule);
  });

  test('prints a list that can be parsed', () => {
    const { status, stdout } = rustward(['rules', '--format', 'json']);
    expect(status).toBe(0);
    expect(Array.isArray(JSON.parse(stdout))).toBe(true);
  });

  test('runs rules of a package on their own examples', () => {
    const rule = (id: string, name: string, examples: object) =>
      `{ ...${JSON.stringify({ ...RULE, id, languages: ['c'], examples })}, inspect(unit, report) {
        for (const fn of unit.functions)
          if (fn.name === '${name}') report(fn, 'it is called so', { confidence: 0.7 });
      } }`;
    const examples = {
      bad: ['int x;\nvoid forbidden(void) {} // defect\n', 'void forbidden(void) {}'],
      good: ['void fine(void) {}'],
    };
    const rules = [rule('acme/right', 'forbidden', examples), rule('acme/wrong', 'fine', examples)];
    const folder = temporaryFolder({ 'rules.mjs': `export const rules = [${rules.join(', ')}];` });
    const run = (...args: string[]) => rustward(['rules', ...args, '--test'], folder);
    const all = run('--rules', './rules.mjs');
    expect([all.status, all.stdout.split('\n')]).toEqual([
      1,
      [
        'acme/right: 3 examples are as they say',
        'acme/wrong: its bad example 1 is not reported; expected: line 2',
        'acme/wrong: its bad example 2 is not reported; expected: any line',
        'acme/wrong: its good example 1 is reported in line 1; expected: nothing',
        '',
      ],
    ]);
    expect(run('acme/right', '--rules', './rules.mjs').status).toBe(0);
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('with --rules') });
  });

  test('a rule without a bad example is not tested, which is status 1', () => {
    const rule = (id: string, examples: object) => ({ id, title: 'T', pattern: 'f($X)', examples });
    const rules = [
      rule('acme/none', {}),
      rule('acme/good', { good: ['void g(void) { h(1); }'] }),
      rule('acme/both', { bad: ['void g(void) { f(1); } // defect'] }),
    ];
    const folder = temporaryFolder({ 'rules.yml': JSON.stringify({ rules }) });
    const run = (...args: string[]) =>
      rustward(['rules', ...args, '--test', '--rules', './rules.yml'], folder);
    const why =
      'is not tested: it has no bad example, and nothing shows that it finds anything; write one under examples';
    expect(run()).toMatchObject({
      status: 1,
      stdout: `acme/none ${why}\nacme/good ${why}\nacme/both: 1 example is as it says\n`,
    });
    expect(run('acme/both').status).toBe(0);
  });
});
