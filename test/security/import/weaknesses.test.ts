import { expect, test } from '@jest/globals';
import { resultSchema } from '../../../src/security/import/sarif-schema.ts';
import { weaknessesOf } from '../../../src/security/import/weaknesses.ts';

/** The weakness where no CWE is given, by the words that names of rules are made of, in each way to join them. */
test.each([
  ['double free', 415],
  ['use after free', 416],
  ['use after move', 672],
  ['mismatched dealloc', 762],
  ['free of non heap', 590],
  ['return local addr', 562],
  ['null pointer', 476],
  ['null deref', 476],
  ['div by zero', 369],
  ['sql injection', 89],
  ['command injection', 78],
  ['os injection', 78],
  ['path traversal', 22],
  ['format string', 134],
  ['integer overflow', 190],
  ['out of bounds', 119],
  ['buffer overflow', 119],
  ['unsafe function', 676],
  ['double lock', 667],
  ['data race', 362],
  ['race condition', 362],
  ['unchecked return', 252],
])('%s is CWE-%i, however its words are joined', (words, weakness) => {
  const result = resultSchema.parse({ ruleId: 'rule' });
  for (const joined of [words, words.replaceAll(' ', '-'), words.replaceAll(' ', '_')]) {
    expect([joined, weaknessesOf(result, undefined, joined)]).toEqual([joined, [weakness]]);
  }
});
