import { expect, test } from '@jest/globals';
import { sarifRule } from '../../../../src/security/printers/sarif/rule.ts';
import type { RuleInfo } from '../../../../src/security/report/report.ts';

const rule = (changes: Partial<RuleInfo>): RuleInfo => ({
  ...{ id: 'lint/no_copy', title: 'Copies', category: 'bounds', cwe: [120] },
  ...{ severity: 'high', precision: 'high', help: 'It matters.' },
  ...changes,
});

test.each([1023, 1024, 1025, 5000])(
  'of %i characters GitHub gets no more than it keeps',
  (length) => {
    const { shortDescription, fullDescription } = sarifRule(
      rule({ title: 'a'.repeat(length), help: `${'b'.repeat(length - 1)}.` }),
    );
    for (const text of [shortDescription?.text ?? '', fullDescription?.text ?? '']) {
      expect(text).toHaveLength(Math.min(length, 1024));
      expect(text.endsWith('…')).toBe(length > 1024);
    }
  },
);

test('the first paragraph of the help describes a rule, and its title where there is none', () => {
  const described = (help: string) => sarifRule(rule({ help })).fullDescription?.text;
  expect(described('# Copies\n\nIt `copies`\ntoo much\n\nMore.')).toBe('It copies too much.');
  expect(described('```\nx\n```')).toBe('Copies.');
});

test('a rule of another scanner without words is called by its id', () => {
  const described = sarifRule(rule({ title: ' ', help: '' }));
  expect(described.name).toBe('LintNoCopy');
  expect(described.shortDescription?.text).toBe('lint/no_copy');
});

test('of many weaknesses as many are tags as GitHub keeps', () => {
  const cwe = Array.from({ length: 12 }, (_, at) => 100 + at);
  expect(sarifRule(rule({ cwe })).properties?.tags).toHaveLength(10);
});
