import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

/** Of each C function: what is said of its errors, and how Rust is wrong. */
const SHAPES = [
  [
    'refuse_number',
    'Which error it is is not compared, only whether the call fails: the C has codes, and the Rust error does not tell them.',
    ...(['empty', 'at_end', 'sign'] as const),
  ],
  [
    'refuse_pair',
    'Which error of refusals::Refusal it is is not compared: the C returns -1 for each.',
    ...(['short', 'never', 'swapped'] as const),
  ],
] as const;

(canBuildBoth ? inSandbox : describe.skip)(
  'errors that Rust and C tell apart in other ways',
  () => {
    const sides = fixtureSides('refusals.c');

    test.each(SHAPES.map(([name, limit]) => [name, limit] as const))(
      'are equal where both fail, and the evidence says so: %s',
      async (name, limit) => {
        const evidence = await sides(name, `refusals::${name}`);
        expect(evidence).toMatchObject({ kind: 'equal', limits: expect.arrayContaining([limit]) });
        if (evidence.kind !== 'equal') return;
        expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
      },
      60_000,
    );

    const mapping = `{ result: {
    ok: { some: 'return', none: -1 }, errors: [{ error: 'FindError::TooMany', return: -1, errno: 'ENOMEM' }],
  } }`;

    test.each([
      ['refuse_find', 'equal'],
      ['refuse_find_or_none', 'different'],
      ['refuse_find_or_fail', 'different'],
      ['refuse_find_last', 'different'],
    ])(
      'errno tells a failure from nothing of the same code: %s is %s',
      async (rust, kind) => {
        const evidence = await sides('refuse_find', `refusals::${rust}`, { mapping });
        expect(evidence.kind).toBe(kind);
      },
      60_000,
    );

    test('what takes nothing is one input, however often it is run', async () => {
      const evidence = await sides('refuse_limit', 'refusals::refuse_limit');
      expect(evidence).toMatchObject({
        ...{ kind: 'equal', cases: 1, is_only_input: true, limits: [] },
        coverage: { lines: 1, coveredLines: 1 },
      });
    }, 60_000);

    test('a code that the mapping leaves out is a matter of the plan, where both fail', async () => {
      const half = `{ result: { ok: '*out', success: 0, errors: [{ error: 'NumberError::Odd', return: -1 }] } }`;
      const seen = await sides('refuse_even', 'refusals::refuse_even', { mapping: half });
      expect(seen).toMatchObject({
        ...{ kind: 'not checked', remedy: 'plan' },
        because: expect.stringMatching(/^the mapping names no error for -2, .* number = 102,/),
      });
      const whole = half.replace(']', ", { error: 'NumberError::Large', return: -2 }]");
      const both = { mapping: whole };
      expect((await sides('refuse_even', 'refusals::refuse_even', both)).kind).toBe('equal');
      expect((await sides('refuse_even', 'refusals::refuse_even_early', both)).kind).toBe(
        'different',
      );
    }, 60_000);

    test.each(SHAPES.flatMap(([name, , ...broken]) => broken.map((how) => [name, how] as const)))(
      'differ: %s, broken as %s',
      async (name, how) => {
        const evidence = await sides(name, `refusals::${name}_${how}`);
        expect(evidence).toMatchObject({ kind: 'different' });
      },
      60_000,
    );
  },
);
