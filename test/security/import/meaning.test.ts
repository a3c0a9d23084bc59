import { describe, expect, test } from '@jest/globals';
import type { ReportingDescriptor, Result } from 'sarif';
import { RULES } from '../../../src/rules/index.ts';
import { categoryFinder } from '../../../src/security/import/category-finder.ts';
import { parseSarif } from '../../../src/security/import/parse-sarif.ts';
import { rateResult } from '../../../src/security/import/rate-result.ts';
import { messageText } from '../../../src/security/import/sarif-message.ts';
import { ruleFinder } from '../../../src/security/import/sarif-rule-finder.ts';
import { resultSchema } from '../../../src/security/import/sarif-schema.ts';
import { weaknessesOf } from '../../../src/security/import/weaknesses.ts';
import { sarifLog } from '../../support/sarif-log.ts';

/** A result and its rule as an import reads them. */
function read(given: Partial<Result>, rule: Partial<ReportingDescriptor> = {}) {
  const rules = [{ id: 'rule', ...rule }];
  const [run] = parseSarif(sarifLog([], { tool: { driver: { name: 'Lint', rules } } }));
  if (run === undefined) throw new Error('no run');
  const result = resultSchema.parse({ ruleId: 'rule', ...given });
  return { result, ...ruleFinder(run)(result) };
}

describe('weaknesses', () => {
  test.each<[string, Partial<Result>, Partial<ReportingDescriptor>, string, number[]]>([
    ['of CodeQL', {}, { properties: { tags: ['a', 'external/cwe/cwe-022'] } }, '', [22]],
    ['of semgrep', {}, { properties: { tags: ['CWE-78: OS Command Injection'] } }, '', [78]],
    ['of gcc', { taxa: [{ id: '415', toolComponent: { name: 'cwe' } }] }, {}, '', [415]],
    ['of another taxonomy', { taxa: [{ id: '415', toolComponent: { name: 'x' } }] }, {}, '', [710]],
    [
      'of a relationship',
      {},
      { relationships: [{ target: { id: 'CWE-120', toolComponent: { name: 'CWE' } } }] },
      '',
      [120],
    ],
    [
      'of the result before those of the rule',
      { properties: { tags: ['CWE-1', 'cwe-787'] } },
      { properties: { cwe: ['CWE-787', 20, -3, null] } },
      '',
      [1, 787, 20],
    ],
    ['in words', {}, {}, 'unix.Malloc Use of memory after it is freed', [416]],
    ['in other words', {}, {}, 'unix.Malloc Attempt to free released memory', [415]],
    ['in a name', {}, {}, 'core.NullDereference x', [476]],
    ['that nobody knows', {}, {}, 'style this is ugly', [710]],
    ['that are none', { properties: { tags: ['CWE-0', 'cwe-99999'] } }, {}, '', [710]],
  ])('%s', (_, given, described, words, expected) => {
    const { result, rule } = read(given, described);
    expect(weaknessesOf(result, rule, words)).toEqual(expected);
  });
});

describe('a category', () => {
  const categoryOf = categoryFinder(RULES);

  test.each([
    [[787], 'bounds'],
    [[120], 'bounds'],
    [[416], 'memory'],
    [[476], 'memory'],
    [[190], 'integer'],
    [[78], 'input'],
    [[798], 'crypto'],
    [[367], 'concurrency'],
    [[835], 'resource'],
    [[126], 'bounds'],
    [[805], 'bounds'],
    [[824], 'memory'],
    [[681], 'integer'],
    [[755], 'error_handling'],
    [[366], 'concurrency'],
    [[94], 'input'],
    [[326], 'crypto'],
    [[276], 'permissions'],
    [[404], 'resource'],
    [[710], 'other'],
    [[710, 134], 'input'],
  ])('of %j in C is %s', (cwe, category) => {
    expect(categoryOf(cwe, 'c')).toBe(category);
  });

  test('is, for the first weakness of most rules, the one of these rules', () => {
    const own = RULES.filter((rule) => categoryOf(rule.cwe, rule.languages[0]) === rule.category);
    expect(own.length / RULES.length).toBeGreaterThan(0.7);
  });
});

describe('weights', () => {
  const precise = (precision: string) => ({ properties: { precision } });
  test.each<[string, Partial<Result>, Partial<ReportingDescriptor>, object]>([
    ['without a word', {}, {}, { confidence: 0.7, ceiling: 'medium', precision: 'medium' }],
    ['error', { level: 'error' }, {}, { confidence: 0.75, ceiling: 'high', precision: 'medium' }],
    ['note', { level: 'note' }, {}, { confidence: 0.45, ceiling: 'low', precision: 'low' }],
    ['of the rule', {}, { defaultConfiguration: { level: 'error' } }, { ceiling: 'high' }],
    ['very high', {}, precise('very-high'), { confidence: 0.9, precision: 'very-high' }],
    ['low', { level: 'error' }, precise('low'), { confidence: 0.45 }],
    ['a precise remark', { level: 'note' }, precise('very-high'), { confidence: 0.45 }],
    ['open', { kind: 'open', level: 'error' }, {}, { confidence: 0.45 }],
    ['ranked', { rank: 50 }, {}, { confidence: 0.68 }],
    ['ranked highest', { rank: 100 }, {}, { confidence: 0.95 }],
    ['not ranked', { rank: -1 }, {}, { confidence: 0.7 }],
    ['severe', {}, { properties: { 'security-severity': '9.1' } }, { ceiling: 'high' }],
    ['mild', {}, { properties: { 'security-severity': 3.9 } }, { ceiling: 'low' }],
    ['no number', {}, { properties: { 'security-severity': 'bad' } }, { ceiling: 'medium' }],
  ])('%s', (_, given, described, expected) => {
    const { result, rule } = read(given, described);
    expect(rateResult(result, rule)).toMatchObject(expected);
  });
});

describe('a message', () => {
  test.each<[Result['message'], string]>([
    [{ text: ' a\n b\t' }, 'a b'],
    [{ text: 'x [is read](1) and \\[kept\\](2)' }, 'x is read and [kept](2)'],
    [{ text: "'{0}' of '{1}' {{0}} {2}", arguments: ['a', 'b'] }, "'a' of 'b' {0} {2}"],
    [{ id: 'known', arguments: ['b'] }, 'b is wrong'],
    [{ id: 'constructor' }, ''],
    [{ text: 'a\u202Eb\u0000' }, 'a⟨U+202E⟩b⟨U+0000⟩'],
  ])('%j', (message, expected) => {
    const { result, rule } = read(
      { message },
      { messageStrings: { known: { text: '{0} is wrong' } } },
    );
    expect(messageText(result.message, rule)).toBe(expected);
  });

  test('is cut where it is long', () => {
    const { result } = read({
      message: { text: '{0}'.repeat(5_000), arguments: ['x'.repeat(9_999)] },
    });
    expect(messageText(result.message)).toHaveLength(1_000);
  });
});
