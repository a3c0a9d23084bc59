import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { State } from '../../../../src/code/flow/domain/state.ts';
import {
  constant,
  type Range,
  TOP_FACTS,
  type Value,
} from '../../../../src/code/flow/domain/value.ts';
import { ValueNumbering } from '../../../../src/code/flow/domain/value-numbering.ts';
import { collectGarbage } from '../../../../src/code/flow/join/collect-garbage.ts';
import { joinStates } from '../../../../src/code/flow/join/join-states.ts';
import { renameRoot } from '../../../../src/code/flow/join/rename-root.ts';

const ROOTS = 4;
const CELLS = 4;
const HEAD = 7;
const ROUNDS = 60;

/** A path by example: numbers for the roots, and what is said of them, which is true of the numbers. */
interface Path {
  readonly numbers: readonly number[];
  readonly slack: readonly (readonly [number, number])[];
  /** Bounds `root a - root b <= difference + slack`. */
  readonly bounds: readonly { readonly a: number; readonly b: number; readonly slack: number }[];
  /** What each cell holds: a root (or none), a factor and a summand. */
  readonly cells: readonly {
    readonly root: number;
    readonly scale: number;
    readonly add: number;
  }[];
}

const small = fc.integer({ min: -20, max: 20 });
const room = fc.nat(5);
const root = fc.nat(ROOTS - 1);
const path: fc.Arbitrary<Path> = fc.record({
  numbers: fc.array(small, { minLength: ROOTS, maxLength: ROOTS }),
  slack: fc.array(fc.tuple(room, room), { minLength: ROOTS, maxLength: ROOTS }),
  bounds: fc.array(fc.record({ a: root, b: root, slack: room }), { maxLength: 4 }),
  cells: fc.array(
    fc.record({
      root: fc.integer({ min: -1, max: ROOTS - 1 }),
      scale: fc.constantFrom(1, 1, 1, 2, -1),
      add: small,
    }),
    { minLength: CELLS, maxLength: CELLS },
  ),
});

/** A table, with the roots of the paths and the cells that they write. */
function world() {
  const ids = new ValueNumbering();
  const roots = Array.from({ length: ROOTS }, (_, index) => ids.root(index, 'root'));
  const cells = Array.from({ length: CELLS }, (_, index) => ids.cell(index + 1, ''));
  for (const each of roots) ids.anchor(each);
  return { ids, roots, cells };
}

type World = ReturnType<typeof world>;

function contentOf({ roots }: World, cell: Path['cells'][number]): Value {
  const of = roots[cell.root];
  return of === undefined ? constant(cell.add) : { root: of, scale: cell.scale, add: cell.add };
}

function numberIn(given: Path, cell: number): number {
  const { root: of, scale, add } = given.cells[cell] ?? { root: -1, scale: 0, add: 0 };
  return (given.numbers[of] ?? 0) * (of < 0 ? 0 : scale) + add;
}

function stateOf(at: World, given: Path): State {
  const state = new State(at.ids);
  at.roots.forEach((id, index) => {
    const number = given.numbers[index] ?? 0;
    const [below, above] = given.slack[index] ?? [0, 0];
    state.setFacts(id, { ...TOP_FACTS, lo: number - below, hi: number + above });
  });
  for (const { a, b, slack } of given.bounds) {
    const difference = (given.numbers[a] ?? 0) - (given.numbers[b] ?? 0);
    state.constrain(at.roots[a] ?? 0, at.roots[b] ?? 0, difference + slack);
  }
  at.cells.forEach((cell, index) => {
    const content = given.cells[index];
    if (content !== undefined) state.set(cell, contentOf(at, content));
  });
  return state;
}

/** Whether a state allows the numbers of a path. */
function allows(at: World, state: State, given: Path): boolean {
  const held = at.cells.map((cell) => state.get(cell) ?? constant(Number.NaN));
  return held.every((value, i) => {
    const number = numberIn(given, i);
    const { lo, hi } = state.range(value);
    const ordered = held.every(
      (other, j) => number - numberIn(given, j) <= state.upperDifference(value, other),
    );
    return lo <= number && number <= hi && ordered;
  });
}

/** The range of each cell. */
function rangesOf({ cells }: World, state: State): readonly Range[] {
  return cells.map((cell) => state.range(state.get(cell) ?? constant(0)));
}

const widen = (value: number, up: boolean): number => {
  if (Math.abs(value) > 30) return up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return up ? 30 : -30;
};

test('a state allows the numbers that it was made from', () => {
  fc.assert(
    fc.property(path, (given) => {
      const at = world();
      expect(allows(at, stateOf(at, given), given)).toBe(true);
    }),
  );
});

test('where paths meet, everything that holds on either is allowed', () => {
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 3 }), fc.boolean(), (paths, isHead) => {
      const at = world();
      const states = paths.map((given) => stateOf(at, given));
      const joined = joinStates(states, HEAD, undefined, undefined, isHead);
      if (isHead) collectGarbage(joined);
      for (const given of paths) expect(allows(at, joined, given)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a join leaves the states that it joins as they were', () => {
  fc.assert(
    fc.property(path, path, (one, two) => {
      const at = world();
      const states = [stateOf(at, one), stateOf(at, two)];
      joinStates(states, HEAD, undefined, undefined);
      states.forEach((state, index) => {
        expect(allows(at, state, index === 0 ? one : two)).toBe(true);
        expect(state.equals(stateOf(at, index === 0 ? one : two))).toBe(true);
      });
    }),
  );
});

test('states that are joined in another order say the same of each cell', () => {
  fc.assert(
    fc.property(path, path, (one, two) => {
      const at = world();
      const [a, b] = [stateOf(at, one), stateOf(at, two)];
      const there = joinStates([a, b], HEAD, undefined, undefined);
      const back = joinStates([b, a], HEAD, undefined, undefined);
      expect(rangesOf(at, there)).toEqual(rangesOf(at, back));
    }),
  );
});

test('a state joined with itself is itself', () => {
  fc.assert(
    fc.property(path, (given) => {
      const at = world();
      const state = stateOf(at, given);
      const joined = joinStates([state, state.copy()], HEAD, undefined, undefined);
      expect([state.equals(joined), joined.equals(state)]).toEqual([true, true]);
    }),
  );
});

test('widening allows the earlier round and the new one', () => {
  fc.assert(
    fc.property(path, path, path, (entry, first, second) => {
      const at = world();
      const [start, once] = [stateOf(at, entry), stateOf(at, first)];
      const before = joinStates([start, once], HEAD, undefined, undefined, true);
      const next = [start, stateOf(at, second)];
      const widened = joinStates(next, HEAD, before, widen, true);
      for (const given of [entry, second]) expect(allows(at, widened, given)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('widening brings the ranges to an end, whatever a loop brings back', () => {
  fc.assert(
    fc.property(path, fc.array(path, { minLength: 3, maxLength: 3 }), (entry, rounds) => {
      const at = world();
      let head = joinStates([stateOf(at, entry)], HEAD, undefined, undefined, true);
      let lastChange = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const [given = entry] = rounds.slice(round % rounds.length);
        const states = [stateOf(at, entry), stateOf(at, given)];
        const next = joinStates(states, HEAD, head, widen, true);
        if (JSON.stringify(rangesOf(at, head)) !== JSON.stringify(rangesOf(at, next)))
          lastChange = round;
        head = next;
      }
      expect(lastChange).toBeLessThan(ROUNDS / 2);
    }),
    { numRuns: 50 },
  );
});

test('a bound that grows from round to round is given up', () => {
  const { ids, roots, cells } = world();
  const [a = 0, b = 0] = roots;
  const [one = 0, two = 0] = cells;
  const at = (bound: number): State => {
    const state = new State(ids);
    state.set(one, { root: a, scale: 1, add: 0 });
    state.set(two, { root: b, scale: 1, add: 0 });
    state.constrain(a, b, bound);
    return state;
  };
  const grown = joinStates([at(1)], HEAD, at(0), widen, true);
  expect(grown.upperDifference({ root: a, scale: 1, add: 0 }, { root: b, scale: 1, add: 0 })).toBe(
    Number.POSITIVE_INFINITY,
  );
  const shrunk = joinStates([at(0)], HEAD, at(1), widen, true);
  expect(shrunk.upperDifference({ root: a, scale: 1, add: 0 }, { root: b, scale: 1, add: 0 })).toBe(
    0,
  );
});

test('a bound over a third root is found', () => {
  const { ids, roots } = world();
  const [a = 0, b = 0, c = 0] = roots;
  const state = new State(ids);
  state.constrain(a, b, -1);
  state.constrain(b, c, -1);
  const value = (id: number, add = 0): Value => ({ root: id, scale: 1, add });
  expect(state.atMost(value(a, 2), value(c))).toBe(true);
  expect(state.atMost(value(a, 3), value(c))).toBe(false);
});

test('what a root stood for is renamed before it stands for something new', () => {
  const { ids, roots, cells } = world();
  const [a = 0] = roots;
  const [cell = 0] = cells;
  const state = new State(ids);
  state.setFacts(a, { ...TOP_FACTS, lo: 1, hi: 2 });
  state.set(cell, { root: a, scale: 2, add: 1 });
  renameRoot(state, a, ids.root(a, 'before'));
  state.setFacts(a, { ...TOP_FACTS, lo: 100, hi: 100 });
  expect(state.range(state.get(cell) ?? constant(0))).toEqual({ lo: 3, hi: 5 });
});
