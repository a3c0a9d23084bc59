import type { ClangCType } from './types.ts';

/** Sizes of the target's types in bits, and what else differs between targets. */
export interface Target {
  readonly shortBits: IntegerBits;
  readonly intBits: IntegerBits;
  readonly longBits: IntegerBits;
  readonly longLongBits: IntegerBits;
  readonly longDoubleBits: 64 | 80 | 128;
  readonly isCharSigned: boolean;
  /** Whether an enum takes no more room than its constants need. */
  readonly hasShortEnums: boolean;
}

type IntegerBits = Extract<ClangCType, { kind: 'integer' }>['bits'];

/** Linux on x86-64 and the like. */
const USUAL: Target = {
  shortBits: 16,
  intBits: 32,
  longBits: 64,
  longLongBits: 64,
  longDoubleBits: 80,
  isCharSigned: true,
  hasShortEnums: false,
};

const SIZES: ReadonlyMap<string, IntegerBits> = new Map<string, IntegerBits>([
  ...([
    ['1', 8],
    ['2', 16],
    ['4', 32],
    ['8', 64],
    ['16', 128],
  ] as const),
]);

/** Bits of the mantissa of `long double`, and what it takes. */
const LONG_DOUBLES: ReadonlyMap<string, Target['longDoubleBits']> = new Map([
  ['53', 64],
  ['64', 80],
  ['113', 128],
]);

/**
 * @param predefined the macros that clang itself defines, by name: `__SIZEOF_LONG__` is `8`
 * @param flags what clang was called with: no macro tells of enums
 */
export function targetOf(
  predefined: ReadonlyMap<string, string>,
  flags: readonly string[],
): Target {
  const size = (name: string, usual: IntegerBits) =>
    SIZES.get(predefined.get(`__SIZEOF_${name}__`) ?? '') ?? usual;
  return {
    shortBits: size('SHORT', USUAL.shortBits),
    intBits: size('INT', USUAL.intBits),
    longBits: size('LONG', USUAL.longBits),
    longLongBits: size('LONG_LONG', USUAL.longLongBits),
    longDoubleBits:
      LONG_DOUBLES.get(predefined.get('__LDBL_MANT_DIG__') ?? '') ?? USUAL.longDoubleBits,
    isCharSigned: !predefined.has('__CHAR_UNSIGNED__'),
    hasShortEnums: flags.findLast((flag) => /^-f(no-)?short-enums$/.test(flag)) === '-fshort-enums',
  };
}

/** The type that basic words name on a target: `int long unsigned`, sorted. */
export function basicType(words: string, target: Target): ClangCType {
  const list = words.split(' ');
  const has = (word: string) => list.includes(word);
  const integer = (bits: IntegerBits, isCharacter = false): ClangCType => {
    const plain = has('char') && !has('signed') && !has('unsigned') ? target.isCharSigned : true;
    return { kind: 'integer', bits, signed: plain && !has('unsigned'), isCharacter };
  };
  if (has('void')) return { kind: 'void' };
  if (has('_Bool')) return { kind: 'boolean' };
  if (has('float')) return { kind: 'float', bits: 32 };
  if (has('double')) return { kind: 'float', bits: has('long') ? target.longDoubleBits : 64 };
  if (has('__float128') || has('_Float128')) return { kind: 'float', bits: 128 };
  if (has('__int128')) return integer(128);
  if (has('char')) return integer(8, true);
  if (has('short')) return integer(target.shortBits);
  const longs = list.filter((word) => word === 'long').length;
  if (longs === 0) return integer(target.intBits);
  return integer(longs === 1 ? target.longBits : target.longLongBits);
}
