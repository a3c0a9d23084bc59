import { expect, test } from '@jest/globals';
import type { Suggestion } from '../../../src/migration/crate/suggestions.ts';
import { clippyChanges } from '../../../src/migration/optimize/clippy-changes.ts';

const TEXT = '// größer – 😀\nfn f() -> u8 { return 1; }\nfn g() -> u8 { return 1; }\n';
const FILES = new Map([['src/lib.rs', TEXT]]);

/** Bytes of the UTF-8 of a part of the text. */
function bytesOf(part: string, from = 0): { start: number; end: number } {
  const at = TEXT.indexOf(part, from);
  const start = Buffer.byteLength(TEXT.slice(0, at));
  return { start, end: start + Buffer.byteLength(part) };
}

function suggestion(...replacements: Suggestion['replacements']): Suggestion {
  return { code: 'clippy::x', message: 'do it', file: 'src/lib.rs', line: 2, replacements };
}

const of = (part: string, text: string, from = 0) => {
  return { file: 'src/lib.rs', ...bytesOf(part, from), text };
};

test.each(['größer', '😀', '– 😀\nfn', 'return 1;', 'fn f'])(
  'bytes of %j are units of the text',
  (part) => {
    const [change] = clippyChanges(FILES, [suggestion(of(part, 'X'))]);
    expect(change).toMatchObject({
      kind: 'clippy',
      what: 'clippy::x: do it',
      file: 'src/lib.rs',
      line: 2,
    });
    const [edit] = change?.edits ?? [];
    expect([TEXT.slice(edit?.start, edit?.end), edit?.text]).toEqual([part, 'X']);
  },
);

test('edits that belong together are one change', () => {
  const [change, ...others] = clippyChanges(FILES, [
    suggestion(of('return ', ''), of('fn g', 'fn h')),
  ]);
  expect(change?.edits).toHaveLength(2);
  expect(others).toEqual([]);
});

test('what would change a file of others is none', () => {
  const elsewhere = { ...of('fn f', 'x'), file: '/registry/dep.rs' };
  expect(clippyChanges(FILES, [suggestion(of('fn f', 'x'), elsewhere)])).toEqual([]);
});

test('a change is known by what it changes, wherever that is by now', () => {
  const keyOf = (...all: Suggestion['replacements']) =>
    clippyChanges(FILES, [suggestion(...all)])[0]?.key;
  const first = keyOf(of('return 1;', '1'));
  expect(keyOf(of('return 1;', '1', TEXT.indexOf('fn g')))).toBe(first);
  expect(keyOf(of('return 1;', '2'))).not.toBe(first);
  expect(keyOf(of('return', '1'))).not.toBe(first);
});
