import { expect, test } from '@jest/globals';
import { namedConstants } from '../../../src/equivalence/planner/named-constants.ts';

function read(source: string) {
  return Object.fromEntries(namedConstants(source));
}

test.each<[string, string, Record<string, bigint>]>([
  ['defines', '#define E_OK 0\n# define E_IO  (-5) /* broken */\n', { E_OK: 0n, E_IO: -5n }],
  ['in other bases, with suffixes', '#define A 0x1F\n#define B 017UL\n', { A: 31n, B: 15n }],
  ['of others', '#define A 2\n#define B A\n#define C (A << 3)\n', { A: 2n, B: 2n, C: 16n }],
  ['enums, which count on', 'enum e { X, Y = 7, Z };', { X: 0n, Y: 7n, Z: 8n }],
  ['a list that ends with a comma', 'typedef enum { X = -1, Y, } e;', { X: -1n, Y: 0n }],
  ['in comments there are none', '/* #define A 1 */ // enum { B }\n', {}],
  ['macros with parameters, and text', '#define F(x) 1\n#define T "a"\n', {}],
  ['what is computed of what is unknown, and after it', 'enum { A = N, B, C = 3 };', { C: 3n }],
  ['a name with two values has none', '#define A 1\n#define A 2\n#define B 1\n', { B: 1n }],
])('%s', (_, source, constants) => {
  expect(read(source)).toEqual(constants);
});
