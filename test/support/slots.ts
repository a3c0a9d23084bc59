import fc from 'fast-check';
import type { Slot } from '../../src/equivalence/cases/case.ts';
import type { IntegerShape, Shape } from '../../src/equivalence/cases/shape.ts';
import type { CallSignature } from '../../src/equivalence/inputs/call-signature.ts';
import type { Constants } from '../../src/equivalence/inputs/values/constants.ts';
import { typeRange } from '../../src/equivalence/inputs/values/type-range.ts';

const anyIntegers: fc.Arbitrary<IntegerShape> = fc.record({
  kind: fc.constant('integer' as const),
  bits: fc.constantFrom(8, 16, 32, 64),
  signed: fc.boolean(),
});

const within = (shape: IntegerShape): fc.Arbitrary<bigint> => {
  const { least, most } = typeRange(shape.bits, shape.signed);
  return fc.bigInt(least, most);
};
const ranged = anyIntegers.chain((shape) =>
  fc.tuple(within(shape), within(shape)).map(
    ([a, b]): IntegerShape => ({
      ...shape,
      range: a < b ? { least: a, most: b } : { least: b, most: a },
    }),
  ),
);
const chosen = anyIntegers.chain((shape) =>
  fc
    .uniqueArray(within(shape), { minLength: 1, maxLength: 4 })
    .map((only): IntegerShape => ({ ...shape, only })),
);
const integers = fc.oneof({ weight: 4, arbitrary: anyIntegers }, ranged, chosen);

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    integers,
    fc.record({ kind: fc.constant('float' as const), bits: fc.constantFrom(32, 64) }),
    fc.constant<Shape>({ kind: 'boolean' }),
    fc.record({
      kind: fc.constant('array' as const),
      of: tie('shape'),
      length: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ kind: fc.constant('list' as const), of: tie('shape') }),
    fc.record({
      kind: fc.constant('record' as const),
      name: fc.constant('Point'),
      fields: fc.array(fc.record({ name: fc.constantFrom('x', 'y', 'z'), shape: tie('shape') }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({ kind: fc.constant('nullable' as const), of: tie('shape') }),
  ),
}));

/** Any shape, not deep. */
const shapes: fc.Arbitrary<Shape> = shape;

const lengths = fc
  .tuple(fc.nat(6), fc.nat(300))
  .map(([least, more]) => ({ least, most: least + more }));

const plain = shapes.map((each) => ({ shape: each }));
const limited = fc
  .tuple(integers, fc.array(fc.bigInt(0n, 9n), { minLength: 1, maxLength: 4 }))
  .map(([each, likely]) => ({ shape: each, limits: { likely } }));
const bytes: Shape = { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } };
const texts = fc
  .tuple(lengths, fc.boolean(), fc.boolean())
  .map(([length, isText, isUtf8]) => ({ shape: bytes, limits: { length, isText, isUtf8 } }));
const lists = fc
  .tuple(fc.oneof(integers, shapes), lengths, fc.boolean())
  .map(([of, length, isNullable]) => {
    const list: Shape = { kind: 'list', of };
    return {
      shape: isNullable ? { kind: 'nullable' as const, of: list } : list,
      limits: { length },
    };
  });

/** Slots of one call, some with limits, some related to the list that is called `list`. */
export const slotLists: fc.Arbitrary<readonly Slot[]> = fc
  .tuple(
    fc.array(fc.oneof<fc.Arbitrary<Omit<Slot, 'name'>>[]>(plain, limited, texts, lists), {
      maxLength: 3,
    }),
    anyIntegers,
    fc.option(fc.tuple(shapes, fc.boolean(), fc.boolean())),
  )
  .map(([own, index, related]) => {
    const named: Slot[] = own.map((slot, at) => ({ ...slot, name: `own${at}` }));
    if (related === null) return named;
    const [of, hasTwin, hasIndex] = related;
    const list: Slot = { name: 'list', shape: { kind: 'list', of } };
    const twin: Slot = { name: 'twin', shape: bytes, limits: { sameLengthAs: 'list' } };
    const place: Slot = { name: 'index', shape: index, limits: { within: 'list' } };
    return [...(hasIndex ? [place] : []), list, ...named, ...(hasTwin ? [twin] : [])];
  });

export const constantLists: fc.Arbitrary<Constants> = fc.record({
  integers: fc.array(fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n), { maxLength: 4 }),
  tabled: fc.array(fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n), { maxLength: 4 }),
  floats: fc.array(fc.double({ noNaN: true }), { maxLength: 2 }),
  words: fc.array(fc.uint8Array({ minLength: 1, maxLength: 8 }), { maxLength: 3 }),
  characters: fc.array(fc.nat(255), { maxLength: 3 }),
});

/** Calls on a type with a constructor, operations and a destructor, all with inputs of any kind. */
export const callLists: fc.Arbitrary<readonly CallSignature[]> = fc
  .tuple(slotLists, slotLists, slotLists)
  .map(([make, change, read]) => [
    { name: 'make', inputs: make, makes: 'stack' },
    { name: 'change', inputs: change, takes: [{ type: 'stack', use: 'changes' }] },
    { name: 'read', inputs: read, takes: [{ type: 'stack', use: 'reads' }] },
    {
      name: 'join',
      inputs: [],
      makes: 'stack',
      takes: [
        { type: 'stack', use: 'consumes' },
        { type: 'stack', use: 'reads' },
      ],
    },
    { name: 'free', inputs: [], takes: [{ type: 'stack', use: 'consumes' }] },
  ]);
