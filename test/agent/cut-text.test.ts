import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutText } from '../../src/agent/cut-text.ts';
import { ANY_CHARACTER } from '../support/any-character.ts';

describe('cutText', () => {
  test('leaves a short text alone', () => {
    expect(cutText('short', 5)).toBe('short');
  });

  test('keeps whole lines of the head and the tail, and says how to read the rest', () => {
    const whole = Array.from({ length: 100 }, (_, at) => `line ${String(at).padStart(2, '0')}`);
    const cut = cutText(whole.join('\n'), 200);
    expect(cut).toMatch(/^line 00\nline 01\n/);
    const kept = cut.split('\n').filter((line) => !line.startsWith('['));
    expect(kept.filter((line) => !whole.includes(line))).toEqual([]);
    expect(cut).toMatch(/\nline 98\nline 99$/);
    expect(cut).toMatch(
      /\n\[\d+ characters, \d+ lines, are left out here: ask again for a smaller part to read them\]\n/,
    );
  });

  test('what is kept is the head and the tail, and no character is torn', () => {
    const text = fc.string({ unit: ANY_CHARACTER, maxLength: 400 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 300 }), (whole, maxChars) => {
        const cut = cutText(whole, maxChars);
        if (whole.length <= maxChars) return expect(cut).toBe(whole);
        const at = cut.search(/\n\[\d+ characters, \d+ lines, are left out here: [^\]]*\]\n/);
        const head = cut.slice(0, at);
        const tail = cut.slice(cut.indexOf(']\n', at) + 2);
        expect(whole.startsWith(head)).toBe(true);
        expect(whole.endsWith(tail)).toBe(true);
        expect(head.length + tail.length).toBeLessThanOrEqual(maxChars);
        expect(cut.isWellFormed()).toBe(whole.isWellFormed());
        return undefined;
      }),
    );
  });
});
