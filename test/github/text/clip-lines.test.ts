import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clipLines, fitLines } from '../../../src/github/text/clip-lines.ts';

const line = fc.oneof(
  fc.constantFrom('```', '````c', '```c', '', '  ```', 'é€😀'),
  fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/[\n\r]/g, ' ')),
);
const lines = fc.array(line, { maxLength: 40 });
const manyLines = fc.array(line, { minLength: 40, maxLength: 60 });
const NOTE = '… cut here';

function opensAFence(text: string): boolean {
  let open = '';
  for (const one of text.split('\n')) {
    const run = /^ {0,3}(`{3,})/.exec(one)?.[1] ?? '';
    if (open === '') open = run;
    else if (run.length >= open.length && one.trim() === run) open = '';
  }
  return open !== '';
}

test('what fits is left alone', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const text = some.join('\n');
      expect(clipLines(text, Buffer.byteLength(text), NOTE)).toBe(text);
    }),
  );
});

test('what is cut has whole lines, a note, no open fence, and at most so many bytes', () => {
  fc.assert(
    fc.property(manyLines, fc.integer({ min: 60, max: 150 }), (some, bytes) => {
      const text = some.join('\n');
      fc.pre(Buffer.byteLength(text) > bytes);
      const cut = clipLines(text, bytes, NOTE);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
      expect(cut.endsWith(`\n${NOTE}`)).toBe(true);
      expect(opensAFence(cut)).toBe(false);
      const kept = cut.split('\n').slice(0, -2);
      const closed = opensAFence(kept.slice(0, -1).join('\n')) ? kept.slice(0, -1) : kept;
      expect(some.slice(0, closed.length)).toEqual(closed);
    }),
  );
});

test('of a list as many items are left as fit, and the rest is counted', () => {
  const more = (left: number) => `- … and ${left} more`;
  expect(fitLines(['- a', '- b'], 7, more)).toBe('- a\n- b');
  fc.assert(
    fc.property(lines, fc.integer({ min: 30, max: 400 }), (some, bytes) => {
      const text = fitLines(some, bytes, more);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
      const left = Number(/and (\d+) more$/.exec(text)?.[1] ?? 0);
      if (text !== some.join('\n')) expect(text.split('\n')).toHaveLength(some.length - left + 1);
    }),
  );
});
