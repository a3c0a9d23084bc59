import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ByteReader,
  ByteWriter,
  decodeValue,
  encodeValue,
} from '../../../src/equivalence/cases/encode.ts';
import type { CaseValue, Shape } from '../../../src/equivalence/cases/shape.ts';
import { isSameValue } from '../../../src/equivalence/evidence/compare.ts';

interface Typed {
  readonly shape: Shape;
  readonly value: CaseValue;
}

const scalar: fc.Arbitrary<Typed> = fc.oneof(
  fc
    .record({
      bits: fc.constantFrom(8 as const, 16 as const, 32 as const, 64 as const),
      signed: fc.boolean(),
    })
    .chain(({ bits, signed }) => {
      const least = signed ? -(1n << BigInt(bits - 1)) : 0n;
      const most = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
      return fc
        .bigInt(least, most)
        .map((value): Typed => ({ shape: { kind: 'integer', bits, signed }, value }));
    }),
  fc.double().map((value): Typed => ({ shape: { kind: 'float', bits: 64 }, value })),
  fc.float().map((value): Typed => ({ shape: { kind: 'float', bits: 32 }, value })),
  fc.boolean().map((value): Typed => ({ shape: { kind: 'boolean' }, value })),
);

const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.uint8Array().map(
      (value): Typed => ({
        shape: { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } },
        value: new Uint8Array(value),
      }),
    ),
    fc.array(tie('typed'), { maxLength: 4 }).map(
      (parts): Typed => ({
        shape: {
          kind: 'record',
          name: 'r',
          fields: parts.map(({ shape }, at) => ({ name: `f${at}`, shape })),
        },
        value: parts.map(({ value }) => value),
      }),
    ),
    fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).chain((parts) =>
      fc.nat(parts.length - 1).map((at): Typed => {
        const choices = parts.map(({ shape }, tag) => ({
          ...{ name: `V${tag}`, tag: BigInt(tag), isEnd: false },
          fields: [{ name: '0', shape }],
        }));
        const { value } = parts[at] ?? { value: null };
        const shape = { kind: 'choice', name: 'E', bits: 32, signed: true, choices } as const;
        return { shape, value: [BigInt(at), value] };
      }),
    ),
    fc.record({ one: tie('typed'), isNull: fc.boolean() }).map(
      ({ one, isNull }): Typed => ({
        shape: { kind: 'nullable', of: one.shape },
        value: isNull ? null : one.value,
      }),
    ),
    fc
      .record({ one: scalar, count: fc.nat(5), isArray: fc.boolean() })
      .map(({ one, count, isArray }): Typed => {
        const { shape: of } = one;
        const isByte = of.kind === 'integer' && of.bits === 8;
        const bytes = new Uint8Array(count).fill(
          typeof one.value === 'bigint' ? Number(one.value) : 0,
        );
        const value = isByte ? bytes : Array<CaseValue>(count).fill(one.value);
        return {
          shape: isArray ? { kind: 'array', of, length: count } : { kind: 'list', of },
          value,
        };
      }),
  ),
}));

describe('values in bytes', () => {
  test('come back as they were', () => {
    fc.assert(
      fc.property(typed, ({ shape, value }) => {
        const writer = new ByteWriter();
        encodeValue(writer, shape, value);
        const reader = new ByteReader(writer.take());
        const back = decodeValue(reader, shape);
        expect(isSameValue(shape, back, value)).toBe(true);
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });

  test('that end too early are an error', () => {
    fc.assert(
      fc.property(typed, ({ shape, value }) => {
        const writer = new ByteWriter();
        encodeValue(writer, shape, value);
        const bytes = writer.take();
        fc.pre(bytes.length > 0);
        const cut = new ByteReader(Buffer.from(bytes.subarray(0, bytes.length - 1)));
        expect(() => decodeValue(cut, shape)).toThrow(RangeError);
      }),
    );
  });

  test('a value of another shape is refused', () => {
    const writer = new ByteWriter();
    expect(() => encodeValue(writer, { kind: 'boolean' }, 1n)).toThrow(TypeError);
    expect(() =>
      encodeValue(writer, { kind: 'list', of: { kind: 'boolean' } }, new Uint8Array(1)),
    ).toThrow(TypeError);
  });
});

describe('floats', () => {
  const shape = { kind: 'float', bits: 64 } as const;

  test('are the same by their bits, and any NaN is any other', () => {
    expect(isSameValue(shape, Number.NaN, Number.NaN)).toBe(true);
    expect(isSameValue(shape, 0, -0)).toBe(false);
    expect(isSameValue(shape, 0.1 + 0.2, 0.3)).toBe(false);
  });
});
