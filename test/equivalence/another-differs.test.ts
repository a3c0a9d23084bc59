import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

/** The functions of `total`, some of them with other Rust. */
function totals(rust: Readonly<Record<string, string>>) {
  return ['of', 'plus', 'take', 'value'].map((name) => ({
    c: `total_${name}`,
    rust: `total::${rust[name] ?? name}`,
  }));
}

(canBuildBoth ? inSandbox : describe.skip)('a sequence of calls of other functions', () => {
  const sides = fixtureSides('total.c');

  test('that differs is none of the function in question: it is compared without the one that is wrong', async () => {
    const partners = totals({ take: 'take_positive' });
    const evidence = await sides('total_plus', 'total::plus', { partners });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([
        expect.stringMatching(
          /^Sequences of calls of total::take_positive are left out, since total_value differs/,
        ),
      ]),
      others_differ: [
        {
          ...{ c_name: 'total_value', rust_symbol: 'total::value' },
          called_before: ['total::take_positive', 'total::of'],
          input: expect.stringMatching(
            /^total_of\(first = -?\d+\); total_take\(value = -\d+\); total_value\(\)$/,
          ),
          test: expect.stringContaining('take_positive('),
        },
      ],
    });
  }, 120_000);

  test('that differs in what alone shows an object leaves nothing to compare it by, and says whose it is', async () => {
    const partners = totals({ value: 'value_above' });
    expect(await sides('total_take', 'total::take', { partners })).toMatchObject({
      kind: 'not checked',
      because: expect.stringMatching(
        /^another function differs: total_value on total_of\(first = -1\); total_value\(\); and without it, .*no pair of functions is known/,
      ),
      remedy: 'none',
      others_differ: [{ c_name: 'total_value', rust_symbol: 'total::value_above' }],
    });
  }, 120_000);

  test('hides no difference of the function in question', async () => {
    const partners = totals({ take: 'take_positive' });
    const plus = await sides('total_plus', 'total::plus_nothing', { partners });
    if (plus.kind !== 'different') throw new Error(JSON.stringify(plus));
    expect(plus.input).toContain('total_plus()');
    const wrong = await sides('total_value', 'total::value_above', { partners });
    if (wrong.kind !== 'different') throw new Error(JSON.stringify(wrong));
    expect(wrong.input).toContain('total_value()');
  }, 120_000);
});
