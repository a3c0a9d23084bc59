import { expect, test } from '@jest/globals';
import type { Diagnostic, Position } from 'vscode-languageserver/node';
import { hoverAt } from '../../../src/cli/language-server/hover.ts';
import type { RuleInfo } from '../../../src/security/report/report.ts';

const rule = (id: string, title: string, help: string): RuleInfo => {
  const kind = {
    category: 'memory',
    cwe: [416],
    severity: 'high',
    precision: 'high',
  } as const;
  return { id, title, help, ...kind };
};

const RULES: ReadonlyMap<string, RuleInfo> = new Map([
  ['use_after_free', rule('use_after_free', 'Use after free', 'It is used after it is freed.')],
  ['double_free', rule('double_free', 'Double free', 'It is freed twice.')],
]);

/** A finding from the third character of line 3 to the fifth of line 5. */
function finding(code: string): Diagnostic {
  const range = { start: { line: 3, character: 3 }, end: { line: 5, character: 5 } };
  return { range, code, message: code };
}

const shownAt = (line: number, character: number, ...codes: string[]): string | undefined => {
  const position: Position = { line, character };
  const contents = hoverAt(codes.map(finding), RULES, position)?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
};

test('above a finding stands its rule in full', () => {
  expect(shownAt(4, 0, 'double_free')).toBe(
    '**Double free** (`double_free`)\n\nIt is freed twice.',
  );
});

test('of several findings in one place each rule stands once, with a line between them', () => {
  const text = shownAt(4, 0, 'double_free', 'use_after_free', 'double_free');
  expect(text?.split('\n\n---\n\n')).toEqual([
    expect.stringContaining('Double free'),
    expect.stringContaining('Use after free'),
  ]);
});

test.each([
  [3, 3, true],
  [3, 2, false],
  [2, 9, false],
  [4, 0, true],
  [5, 5, true],
  [5, 6, false],
  [6, 0, false],
])('line %i, character %i is within: %s', (line, character, isWithin) => {
  expect(shownAt(line, character, 'double_free') !== undefined).toBe(isWithin);
});

test('of a rule that the report does not explain there is nothing to show', () => {
  expect(shownAt(4, 0, 'another')).toBeUndefined();
});
