import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joinFacts, sameFacts } from '../../../../src/code/flow/domain/facts-lattice.ts';
import type { Taint } from '../../../../src/code/flow/domain/taint.ts';
import {
  constant,
  linearSum,
  plus,
  type RootFacts,
  sameValue,
  TOP_FACTS,
  times,
  type Value,
  ZERO,
} from '../../../../src/code/flow/domain/value.ts';
import { LIMITS } from '../../../../src/code/limits.ts';

const small = fc.integer({ min: -100, max: 100 });
const value: fc.Arbitrary<Value> = fc.oneof(
  small.map(constant),
  fc.record({
    root: fc.integer({ min: 1, max: 3 }),
    scale: small.filter((n) => n !== 0),
    add: small,
  }),
);
const roots = fc.tuple(small, small, small);

/** What a value is when the roots are these numbers. */
function number(of: Value, [first, second, third]: readonly [number, number, number]): number {
  const root = [0, first, second, third][of.root] ?? 0;
  return of.scale * root + of.add;
}

const taint: fc.Arbitrary<Taint | undefined> = fc.option(
  fc.constantFrom('argv', 'network', 'parameter').map((kind) => ({
    kind: kind === 'argv' ? 'argv' : kind === 'network' ? 'network' : 'parameter',
    source: kind,
    parameters: [],
    fieldLocations: [],
    bytes: 'same' as const,
    steps: [],
  })),
  { nil: undefined },
);
const facts: fc.Arbitrary<RootFacts> = fc
  .record({
    ends: fc.tuple(small, small),
    mayBeNull: fc.boolean(),
    mayBeNonNull: fc.boolean(),
    uninitialised: fc.constantFrom('no' as const, 'maybe' as const, 'yes' as const),
    checkedAbove: fc.boolean(),
    checkedBelow: fc.boolean(),
    from: fc.constantFrom('', 'malloc', 'read'),
    taint,
    targets: fc.uniqueArray(fc.record({ object: fc.nat(2), offset: small.map(constant) }), {
      maxLength: 2,
      selector: ({ object, offset }) => `${object} ${offset.add}`,
    }),
  })
  .map(({ ends, ...rest }) => ({
    ...TOP_FACTS,
    ...rest,
    lo: Math.min(...ends),
    hi: Math.max(...ends),
  }));

describe('linear values', () => {
  test('a sum or difference is that of the numbers', () => {
    fc.assert(
      fc.property(
        value,
        value,
        roots,
        fc.constantFrom(1 as const, -1 as const),
        (a, b, at, sign) => {
          const sum = linearSum(a, b, sign);
          if (sum === undefined)
            expect(a.root !== b.root && a.root !== 0 && b.root !== 0).toBe(true);
          else expect(number(sum, at)).toBe(number(a, at) + sign * number(b, at));
        },
      ),
    );
  });

  test('a multiple and a shifted value are those of the number', () => {
    fc.assert(
      fc.property(value, small, roots, (a, n, at) => {
        expect(number(times(a, n), at) + 0).toBe(number(a, at) * n + 0);
        expect(number(plus(a, n), at)).toBe(number(a, at) + n);
      }),
    );
  });

  test('a value less itself is the constant zero', () => {
    fc.assert(
      fc.property(value, (a) => {
        const difference = linearSum(a, a, -1);
        expect(difference?.root).toBe(0);
        expect(difference !== undefined && sameValue({ ...difference, add: 0 }, ZERO)).toBe(true);
        expect(Math.abs(difference?.add ?? 1)).toBe(0);
      }),
    );
  });
});

/** Whether everything that the narrower facts allow is allowed by the wider ones. */
function covers(wide: RootFacts, narrow: RootFacts): boolean {
  return (
    wide.lo <= narrow.lo &&
    wide.hi >= narrow.hi &&
    (wide.mayBeNull || !narrow.mayBeNull) &&
    (wide.mayBeNonNull || !narrow.mayBeNonNull) &&
    (wide.uninitialised === 'maybe' || wide.uninitialised === narrow.uninitialised) &&
    (!wide.checkedAbove || narrow.checkedAbove) &&
    (!wide.checkedBelow || narrow.checkedBelow) &&
    (wide.from === '' || wide.from === narrow.from) &&
    (wide.taint !== undefined || narrow.taint === undefined) &&
    narrow.targets.every((target) =>
      wide.targets.some(
        (known) => known.object === target.object && sameValue(known.offset, target.offset),
      ),
    )
  );
}

describe('facts where paths meet', () => {
  test('allow what either path allows', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const joined = joinFacts(a, b);
        expect([covers(joined, a), covers(joined, b)]).toEqual([true, true]);
      }),
    );
  });

  test('are the same in either order, up to the order of targets and equal sources', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const sorted = (joined: RootFacts): RootFacts => ({
          ...joined,
          taint: a.taint?.kind === b.taint?.kind ? joined.taint : undefined,
          targets: [...joined.targets].sort(
            (x, y) => x.object - y.object || x.offset.add - y.offset.add,
          ),
        });
        expect(sorted(joinFacts(a, b))).toEqual(sorted(joinFacts(b, a)));
      }),
    );
  });

  test('of a path with itself are its own', () => {
    fc.assert(
      fc.property(facts, (a) => {
        expect(joinFacts(a, { ...a })).toEqual(a);
        expect(sameFacts(joinFacts(a, { ...a }), a)).toBe(true);
      }),
    );
  });

  test('keep a bounded number of targets', () => {
    const with_ = (from: number): RootFacts => ({
      ...TOP_FACTS,
      targets: [0, 1, 2].map((index) => ({ object: from + index, offset: ZERO })),
    });
    expect(joinFacts(with_(0), with_(3)).targets).toHaveLength(LIMITS.targets);
  });

  test('name the real source of untrusted data rather than a parameter', () => {
    const from = (kind: 'parameter' | 'network'): RootFacts => ({
      ...TOP_FACTS,
      taint: {
        kind,
        source: kind,
        parameters: [],
        fieldLocations: [],
        bytes: 'same' as const,
        steps: [],
      },
    });
    expect(joinFacts(from('parameter'), from('network')).taint?.kind).toBe('network');
    expect(joinFacts(from('network'), from('parameter')).taint?.kind).toBe('network');
  });
});
