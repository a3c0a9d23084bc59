import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  evidenceDigest,
  type PullState,
  parsePullState,
  printPullState,
} from '../../../../src/github/migrate/pulls/pull-state.ts';

const SEAL = { key: new Uint8Array(32).fill(1), repository: 5, author: 11 };

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const state: fc.Arbitrary<PullState> = fc.record(
  {
    branch: fc.string({ maxLength: 300 }),
    functions: fc.array(
      fc.record({
        name: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/),
        file: fc.constantFrom('src/a.c', 'libs/ä b/--> c.c', 'x.c'),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    base: hex(40),
    head: hex(40),
    repairs: fc.nat(),
    blocked: fc.string({ maxLength: 200 }),
    evidence: hex(64),
  },
  { requiredKeys: ['branch', 'functions', 'base', 'head', 'repairs', 'evidence'] },
);

describe('the state of a pull request', () => {
  test('is read as it was printed, below any description', () => {
    fc.assert(
      fc.property(state, fc.string(), (value, text) => {
        const body = `${text}\n\n${printPullState(value, SEAL)}`;
        expect(parsePullState({ body, author: 11, branch: value.branch }, SEAL)).toEqual(value);
      }),
    );
  });

  test('is nothing on another branch, of another author or repository, or when it was changed', () => {
    fc.assert(
      fc.property(state, fc.nat(), fc.string({ maxLength: 3 }), (value, at, text) => {
        const body = printPullState(value, SEAL);
        const pull = { body, author: 11, branch: value.branch };
        expect(parsePullState({ ...pull, branch: `${value.branch}x` }, SEAL)).toBeUndefined();
        expect(parsePullState({ ...pull, author: 12 }, SEAL)).toBeUndefined();
        expect(parsePullState(pull, { ...SEAL, repository: 6 })).toBeUndefined();
        const place = at % body.length;
        const changed = body.slice(0, place) + text + body.slice(place + 1);
        fc.pre(changed.trimEnd() !== body);
        expect(parsePullState({ ...pull, body: changed }, SEAL)).toBeUndefined();
      }),
    );
  });

  test('is nothing in whatever else a description holds', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        expect(parsePullState({ body, author: 11, branch: 'x' }, SEAL)).toBeUndefined();
      }),
    );
  });
});

test('evidence that changes has another digest', () => {
  const one = { kind: 'not checked', because: 'no' } as const;
  expect(evidenceDigest([one])).toBe(evidenceDigest([{ ...one }]));
  expect(evidenceDigest([one])).not.toBe(evidenceDigest([one, one]));
});
