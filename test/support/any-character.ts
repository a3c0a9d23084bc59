import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const COUNT = 0x11_0000 - SURROGATES;

/**
 * Any character but half of a pair, just as `fc.string` has it under `unit: 'binary'`. That one lists
 * all million of them in a map before its first string, which takes longer than most tests.
 */
export const ANY_CHARACTER: fc.Arbitrary<string> = fc
  .nat({ max: COUNT - 1 })
  .map(characterAt, (character) => indexOf(character));

function characterAt(index: number): string {
  return String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);
}

/** @throws Error where it is not one character, as shrinking asks for */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || character !== String.fromCodePoint(code)) {
    throw new Error('not one character');
  }
  if (code < FIRST_SURROGATE) return code;
  if (code < FIRST_SURROGATE + SURROGATES) throw new Error('half of a pair');
  return code - SURROGATES;
}
