import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { streamOf } from '../../../src/equivalence/rust-api/stream-traits.ts';

test.each([
  ['dyn Write', 'writes'],
  ['dyn std::io::Write + Send', 'writes'],
  ['impl Read + Seek', 'reads'],
  [": io::BufRead + ?Sized + 'a", 'reads'],
  ['(dyn Write + Send)', 'writes'],
  ['dyn Read + Write', undefined],
  ['dyn Fn(u8) -> u8', undefined],
  ['impl Iterator<Item = u8>', undefined],
  ['dyn Send', undefined],
])('%s', (text, does) => {
  expect(streamOf(text)).toEqual(does === undefined ? undefined : { kind: 'stream', does });
});

test('any text is a stream or none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = streamOf(text);
      if (found !== undefined) expect(text).toMatch(/Read|Write/);
    }),
  );
});
