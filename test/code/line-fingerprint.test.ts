import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lineFingerprints } from '../../src/code/line-fingerprint.ts';

/** The definition, term by term: 100 units after the line's start, base 37, modulo 2 ** 64. */
function byDefinition(text: string): string[] {
  const lines = text.replace(/[ \t]/g, '').split(/\r\n|\r|\n/);
  const seen = new Map<bigint, number>();
  return lines.map((_, index) => {
    const rest = `${lines.slice(index).join('\n')}\uffff`;
    let hash = 0n;
    for (let at = 0; at < 100; at++) {
      const unit = at < rest.length ? rest.charCodeAt(at) : 0;
      hash = BigInt.asUintN(64, hash * 37n + BigInt(unit));
    }
    seen.set(hash, (seen.get(hash) ?? 0) + 1);
    return `${hash.toString(16)}:${seen.get(hash)}`;
  });
}

const greeting = [
  'e9496ae3ebfced30:1',
  'fb7c023a8b9ccb3f:1',
  'ce8ba1a563dcdaca:1',
  'e20e36e16fcb0cc8:1',
  'b3edc88f2938467e:1',
  'c8e28b0b4002a3a0:1',
  'c129715d7a2bc9a3:1',
];

describe('values that GitHub computes', () => {
  test.each([
    ['an empty file', '', ['c129715d7a2bc9a3:1']],
    [
      'blanks before the text, no line ending at the end',
      ' a\nb\n  \t\tc\n d',
      ['271789c17abda88f:1', '54703d4cd895b18:1', '180aee12dab6264:1', 'a23a3dc5e078b07b:1'],
    ],
    ['line feeds', ' hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n', greeting],
    ['carriage returns', ' hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r', greeting],
    ['pairs', ' hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n', greeting],
    ['all three', ' hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n', greeting],
    [
      'repeated lines',
      'Lorem ipsum dolor sit amet.\n'.repeat(10),
      [
        ...[1, 2, 3, 4, 5, 6].map((count) => `a7f2ff13bc495cf2:${count}`),
        'a7f2ff1481e87703:1',
        'a9cf91f7bbf1862b:1',
        '55ec222b86bcae53:1',
        'cc97dc7b1d7d8f7b:1',
        'c129715d7a2bc9a3:1',
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(lineFingerprints(text)).toEqual(expected);
  });
});

const line = fc.string({ unit: fc.constantFrom('a', 'é', '{', '\uffff', '中'), maxLength: 130 });
const lineEnding = fc.constantFrom('\n', '\r\n', '\r');

test('agrees with the definition on any text', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(line, lineEnding), { maxLength: 8 }), line, (rows, last) => {
      const text = rows.map((row) => row.join('')).join('') + last;
      expect(lineFingerprints(text)).toEqual(byDefinition(text));
    }),
  );
});

test('lines inserted above change no fingerprint, and blanks change none at all', () => {
  const lines = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom('x', 'y', ';'), minLength: 101 }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 9 }), (rows, above) => {
      const before = lineFingerprints(rows.join('\n'));
      const inserted = Array.from({ length: above }, (_, index) => `// note ${index} z`.repeat(20));
      const after = lineFingerprints([...inserted, ...rows].join('\n'));
      expect(after.slice(above)).toEqual(before);
      expect(lineFingerprints(rows.map((row) => `\t ${row} `).join('\r\n'))).toEqual(before);
    }),
  );
});
