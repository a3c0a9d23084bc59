import { describe, expect, test } from '@jest/globals';
import { applyTextEdits, parseTextEdits } from '../../../src/migration/layout/text-edits.ts';

function answer(content: string, finish: 'stop' | 'length' = 'stop') {
  return { content, finish };
}

const FILES = new Map([
  ['Cargo.toml', '[package]\n'],
  ['src/a.rs', 'pub fn a() {}\n\npub fn b() {}\n\npub fn b() {}\n'],
]);

function edited(old: string, text: string, file = 'src/a.rs') {
  const parsed = parseTextEdits(
    answer(`<EDIT file="${file}">\n<OLD>\n${old}</OLD>\n<NEW>\n${text}</NEW>\n</EDIT>`),
  );
  if (!parsed.ok) throw new Error(parsed.problem);
  const applied = applyTextEdits(FILES, parsed.value);
  return 'problem' in applied ? applied.problem : applied.files.get('src/a.rs');
}

describe('edits of a text', () => {
  test('stand in the place of lines that are found once', () => {
    expect(edited('pub fn a() {}\n', 'pub fn c() {}\n')).toBe(
      'pub fn c() {}\n\npub fn b() {}\n\npub fn b() {}\n',
    );
    expect(edited('\npub fn b() {}\n\npub fn b() {}\n', '\npub fn b() {}\n')).toBe(
      'pub fn a() {}\n\npub fn b() {}\n',
    );
    expect(edited('pub fn a() {}\n\n', '')).toBe('pub fn b() {}\n\npub fn b() {}\n');
  });

  test.each([
    ['lines that are not there', 'pub fn d() {}\n', 'src/a.rs', /does not stand in the file/],
    ['a part of a line', 'pub fn a(', 'src/a.rs', /does not stand in the file/],
    ['lines at two places', 'pub fn b() {}\n', 'src/a.rs', /stands at lines 3 and 5/],
    [
      'a manifest',
      '[package]\n',
      'Cargo.toml',
      /Cargo\.toml was not written: you may write to src\/a\.rs$/,
    ],
    ['a file that is not there', 'x\n', 'src/../../a.c', /was not written/],
  ])('are refused for %s', (_, old, file, problem) => {
    expect(edited(old, 'x\n', file)).toMatch(problem);
  });

  test.each([
    ['no block', 'I would rename it.', /there is no <EDIT/],
    [
      'a block that is not closed',
      '<EDIT file="src/a.rs"><OLD>a</OLD><NEW>b</NEW>',
      /is not closed/,
    ],
    ['nothing to replace', '<EDIT file="src/a.rs"><OLD>\n</OLD><NEW>b</NEW></EDIT>', /is empty/],
  ])('are not read of %s', (_, content, problem) => {
    expect(parseTextEdits(answer(content))).toEqual({
      ok: false,
      problem: expect.stringMatching(problem),
    });
  });

  test('are not read of an answer that was cut off', () => {
    const whole = '<EDIT file="src/a.rs"><OLD>a</OLD><NEW>b</NEW></EDIT>';
    expect(parseTextEdits(answer(whole)).ok).toBe(true);
    expect(parseTextEdits(answer(whole, 'length')).ok).toBe(false);
  });
});
