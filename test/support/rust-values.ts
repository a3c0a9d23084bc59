import fc from 'fast-check';
import type { CaseValue } from '../../src/equivalence/cases/shape.ts';
import type { RustApiType } from '../../src/equivalence/rust-api/rust-type.ts';
import { ANY_CHARACTER } from './any-character.ts';

/** A value of a Rust type. */
export interface TypedValue {
  readonly type: RustApiType;
  readonly value: CaseValue;
}

type IntegerType = Extract<RustApiType, { kind: 'integer' }>;

const INTEGERS = ([8, 16, 32, 64] as const).flatMap((bits) => [
  integer(`u${bits}`, bits),
  integer(`i${bits}`, bits),
]);

function integer(name: string, bits: IntegerType['bits']): IntegerType {
  return { kind: 'integer', name, bits, signed: name.startsWith('i') };
}

const integerTypes = fc.constantFrom(...INTEGERS, integer('usize', 64), integer('isize', 64));

const scalars = fc.oneof(
  integerTypes,
  fc.constantFrom<RustApiType>(
    { kind: 'float', bits: 32 },
    { kind: 'float', bits: 64 },
    { kind: 'boolean' },
    { kind: 'char' },
  ),
);
const slices: fc.Arbitrary<RustApiType> = fc.record({ kind: fc.constant('slice'), of: scalars });
const unsized = fc.oneof(slices, fc.constant<RustApiType>({ kind: 'str' }));

/** References stand outermost, or in what is not behind one that can change. */
const { type } = fc.letrec<{ type: RustApiType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.constant<RustApiType>({ kind: 'string' }),
    fc.record({ kind: fc.constantFrom('vec', 'option', 'box'), of: tie('type') }),
    fc.record({ kind: fc.constant('array'), of: tie('type'), length: fc.nat(20) }),
    fc.record({ kind: fc.constant('tuple'), items: fc.tuple(tie('type'), tie('type')) }),
    fc.record({ kind: fc.constant('box'), of: unsized }),
    fc.record({
      kind: fc.constant('reference'),
      to: fc.oneof(unsized, tie('type')),
      mutable: fc.constant(false),
    }),
  ),
}));
const signatures = fc.oneof(
  type,
  fc.record({
    kind: fc.constant('reference' as const),
    to: fc.oneof(unsized, type),
    mutable: fc.boolean(),
  }),
);

/** Types that stand in a signature, each with a value. */
export const typedValues: fc.Arbitrary<TypedValue> = signatures.chain((each) =>
  valuesOf(each).map((value) => ({ type: each, value })),
);

function valuesOf(type: RustApiType): fc.Arbitrary<CaseValue> {
  switch (type.kind) {
    case 'integer':
      return integersOf(type);
    case 'float':
      return type.bits === 32 ? fc.float() : fc.double();
    case 'boolean':
      return fc.boolean();
    case 'char':
      return fc
        .string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 1 })
        .map((text) => BigInt(text.codePointAt(0) ?? 0));
    case 'str':
    case 'string':
      return fc
        .oneof(fc.string({ unit: ANY_CHARACTER }), fc.string())
        .map((text) => Uint8Array.from(Buffer.from(text)));
    case 'option':
      return fc.option(valuesOf(type.of));
    case 'box':
      return valuesOf(type.of);
    case 'reference':
      return valuesOf(type.to);
    case 'vec':
    case 'slice':
      return listsOf(type.of, 0, 60);
    case 'array':
      return listsOf(type.of, type.length, type.length);
    case 'tuple':
      return fc.tuple(...type.items.map(valuesOf));
    default:
      throw new Error(`no values of ${type.kind}`);
  }
}

function integersOf({ bits, signed }: IntegerType): fc.Arbitrary<bigint> {
  const size = 1n << BigInt(bits);
  const [least, most] = signed ? [-size / 2n, size / 2n - 1n] : [0n, size - 1n];
  return fc.oneof(
    fc.bigInt(least, most),
    fc.constantFrom(least, most, 0n, 1n),
    fc.nat(bits - 2).map((exponent) => 1n << BigInt(exponent)),
  );
}

/** Lists of any elements, or with long runs of one. */
function listsOf(of: RustApiType, least: number, most: number): fc.Arbitrary<CaseValue> {
  const isByte = of.kind === 'integer' && of.bits === 8;
  const length = { minLength: least, maxLength: most };
  const any = fc.array(valuesOf(of), length);
  const runs = fc
    .tuple(fc.array(valuesOf(of), length), valuesOf(of), fc.nat(most))
    .map(([list, one, from]) => list.map((each, at) => (at >= from ? one : each)));
  const text = fc.array(fc.integer({ min: 32, max: 126 }).map(BigInt), length);
  if (!isByte) return fc.oneof(any, runs);
  return fc
    .oneof(any, runs, text)
    .map((list) =>
      Uint8Array.from(list, (byte) => Number(BigInt.asUintN(8, BigInt(String(byte))))),
    );
}

/** In hexadecimal: integers little-endian, a list behind its length, an option behind a 0 or 1. */
export function encodedBy(type: RustApiType, value: CaseValue): string {
  switch (type.kind) {
    case 'char':
    case 'integer': {
      const bits = type.kind === 'integer' ? type.bits : 32;
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt.asUintN(bits, BigInt(String(value))));
      return bytes.subarray(0, bits / 8).toString('hex');
    }
    case 'float': {
      const bytes = Buffer.alloc(type.bits / 8);
      if (type.bits === 32) bytes.writeFloatLE(Number(value));
      else bytes.writeDoubleLE(Number(value));
      return bytes.toString('hex');
    }
    case 'boolean':
      return value === true ? '01' : '00';
    case 'option':
      return value === null ? '00' : `01${encodedBy(type.of, value)}`;
    case 'box':
      return encodedBy(type.of, value);
    case 'reference':
      return encodedBy(type.to, value);
    case 'tuple':
      return partsOf(value)
        .map((part, at) => encodedBy(type.items[at] ?? { kind: 'unit' }, part))
        .join('');
    case 'vec':
    case 'slice':
    case 'array':
      return counted(partsOf(value).map((part) => encodedBy(type.of, part)));
    case 'str':
    case 'string':
      return counted(partsOf(value).map((part) => Number(part).toString(16).padStart(2, '0')));
    default:
      throw new Error(`no encoding of ${type.kind}`);
  }
}

function partsOf(value: CaseValue): readonly CaseValue[] {
  if (value instanceof Uint8Array) return Array.from(value, BigInt);
  return Array.isArray(value) ? value : [];
}

function counted(parts: readonly string[]): string {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(parts.length);
  return `${length.toString('hex')}${parts.join('')}`;
}
