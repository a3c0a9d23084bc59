import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { LocationDecoder, type TokenLocation } from '../../../src/code/clang/token-location.ts';

const place: fc.Arbitrary<TokenLocation> = fc.record({
  file: fc.constantFrom('a.c', 'a.h', '<scratch space>'),
  line: fc.integer({ min: 1, max: 4 }),
  column: fc.integer({ min: 1, max: 80 }),
  offset: fc.nat(1000),
  length: fc.nat(20),
});

/** Where a token stands, where a macro and its text stand, or nowhere. */
const location = fc.oneof(
  place.map((at) => ({ kind: 'plain', at }) as const),
  fc.record({ kind: fc.constant('macro'), spelling: place, expansion: place } as const),
  fc.constant({ kind: 'none' } as const),
);

/** Leaves out what clang leaves out. */
function printer() {
  let file = '';
  let line = 0;
  return (at: TokenLocation) => {
    const shown: Record<string, unknown> = { offset: at.offset };
    if (at.file !== file) Object.assign(shown, { file: at.file, line: at.line });
    else if (at.line !== line) shown['line'] = at.line;
    file = at.file;
    line = at.line;
    // The file that includes this one is named as well, and is nobody's place.
    return { ...shown, col: at.column, tokLen: at.length, includedFrom: { file: 'other.c' } };
  };
}

test('what clang leaves out is what was printed before', () => {
  fc.assert(
    fc.property(fc.array(location), (locations) => {
      const print = printer();
      const reader = new LocationDecoder();
      for (const found of locations) {
        if (found.kind === 'none') expect(reader.decode({})).toBeUndefined();
        else if (found.kind === 'plain') expect(reader.decode(print(found.at))).toEqual(found.at);
        else {
          const printed = {
            spellingLoc: print(found.spelling),
            expansionLoc: print(found.expansion),
          };
          expect(reader.decode(printed)).toEqual(found.expansion);
        }
      }
    }),
  );
});

test('nothing but places comes out, whatever goes in', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      const reader = new LocationDecoder();
      for (const value of values) {
        const found = reader.decode(value);
        if (found === undefined) continue;
        const { file, ...numbers } = found;
        expect(typeof file).toBe('string');
        expect(Object.values(numbers).every(Number.isSafeInteger)).toBe(true);
      }
    }),
  );
});
