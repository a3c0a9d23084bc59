import { describe, expect, test } from '@jest/globals';
import type { CParamRole } from '../../../src/equivalence/pairing/mapping.ts';
import type { Meaning } from '../../../src/equivalence/pairing/meaning.ts';
import {
  accessPathsOf,
  meaningWords,
  roleWords,
} from '../../../src/migration/signature/meaning-words.ts';

describe('a C parameter is', () => {
  const roles: readonly (readonly [CParamRole, string])[] = [
    [{ role: 'value' }, 'a value'],
    [{ role: 'pointer', nullable: false }, 'points to one value, which is read and written'],
    [
      { role: 'pointer', nullable: true },
      'points to one value, which is read and written, or null',
    ],
    [{ role: 'text', nullable: false }, 'a C string, up to its NUL'],
    [{ role: 'text', nullable: true }, 'a C string, up to its NUL, or null'],
    [{ role: 'elements', nullable: false }, 'points to elements'],
    [{ role: 'elements', length: 1, nullable: false }, 'points to 1 element'],
    [{ role: 'elements', length: 2, nullable: true }, 'points to 2 elements, or null'],
    [{ role: 'elements', length: 'n', nullable: false }, 'points to as many elements as `n` tells'],
    [{ role: 'output' }, 'only written'],
    [{ role: 'output', room: 4 }, 'only written, with room for 4 elements'],
    [{ role: 'output', room: 'n' }, 'only written, with room for as many elements as `n` tells'],
    [{ role: 'length', of: 'data' }, 'the length of `data`, which Rust knows'],
    [{ role: 'offset', of: 'data' }, 'points into `data`, or behind its last element'],
    [{ role: 'descriptor', of: 'file' }, 'the descriptor of a file'],
    [{ role: 'callback' }, 'a function of the caller'],
    [
      { role: 'callback', context: 'user' },
      'a function of the caller, which is called with `user`',
    ],
    [{ role: 'constant', value: 7n }, 'always 7 here: Rust has no such parameter'],
    [{ role: 'constant', value: null }, 'always null here: Rust has no such parameter'],
  ];

  test.each(roles)('%j: %s', (role, words) => {
    expect(roleWords(role)).toBe(words);
  });
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ rust: `R${at}`, c: BigInt(at) }));

const MEANINGS: readonly (readonly [Meaning, string, readonly string[]])[] = [
  ['return', 'what is returned', ['return']],
  ['*out', 'what `*out` points to', ['*out']],
  [{ tuple: ['return', 'n'] }, 'a tuple of what is returned, what `n` points to', ['return', 'n']],
  [
    { fields: { x: 'return', y: { sign: 'b' } } },
    '`x` is what is returned, `y` is the sign of what `b` points to',
    ['return', 'b'],
  ],
  [
    { ok: 'out', errors: 'return' },
    'success is `Ok` with what `out` points to; what is returned else is the error',
    ['out'],
  ],
  [
    { ok: 'out', success: -1n, errors: 'errno' },
    '−1 is `Ok` with what `out` points to; −1 is `Err` with the value of `errno`',
    ['out'],
  ],
  [
    { ok: 'out', success: 0n, errors: 'any' },
    '0 is `Ok` with what `out` points to; all else is `Err`',
    ['out'],
  ],
  [
    {
      ok: 'out',
      success: 0n,
      errors: [
        { error: 'E::A', return: -1n },
        { error: 'E::B', return: -2n, errno: [2, 13] },
      ],
    },
    '0 is `Ok` with what `out` points to; −1 is `E::A`, −2 with errno 2 or 13 is `E::B`',
    ['out'],
  ],
  [
    { some: 'return', none: 'null' },
    'a null pointer is `None`; `Some` is what is returned',
    ['return'],
  ],
  [{ some: 'out', none: -1n }, '−1 is `None`; `Some` is what `out` points to', ['out']],
  [
    { some: 'return', none: { field: 'at', is: 'null' } },
    '`at` being null is `None`; `Some` is what is returned',
    ['return'],
  ],
  [
    { some: 'return', none: { field: 'at', is: 3n } },
    '`at` being 3 is `None`; `Some` is what is returned',
    ['return'],
  ],
  [{ buffer: 'return', length: 'nul' }, 'the text that is returned', ['return']],
  [{ buffer: 'out', length: 'room' }, 'all that `out` points to', ['out']],
  [{ buffer: 'out', length: 1n }, 'what `out` points to: 1 element', ['out']],
  [{ buffer: 'out', length: 3n }, 'what `out` points to: 3 elements', ['out']],
  [
    { buffer: 'return', length: 'n' },
    'what is returned: as many elements as `n` tells',
    ['return'],
  ],
  [{ allocated: 'return' }, 'new memory, by its length: what is returned', ['return']],
  [{ offset: 'data' }, 'an index: how far behind `data` the pointer is', ['return']],
  [{ sign: 'return' }, 'the sign of what is returned', ['return']],
  [{ of: 'return', match: numbered(2) }, 'what is returned: 0 is `R0`, 1 is `R1`', ['return']],
];

describe('a Rust value is', () => {
  test.each(MEANINGS)('%#', (meaning, words, paths) => {
    expect(meaningWords(meaning)).toBe(words);
    expect(accessPathsOf(meaning)).toEqual(paths);
  });

  test('told with twelve members at most', () => {
    const words = (count: number) => meaningWords({ of: 'return', match: numbered(count) });
    expect(words(12)).toMatch(/11 is `R11`$/);
    expect(words(13)).toMatch(/11 is `R11`, and 1 more$/);
    expect(words(20)).toMatch(/, and 8 more$/);
  });
});
