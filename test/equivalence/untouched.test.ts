import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('fields without a common form', () => {
  const sides = fixtureSides('untouched.c');

  test('are given as nothing where the C never touches them', async () => {
    expect(await sides('options_level', 'untouched::Options::level', {})).toMatchObject({
      kind: 'equal',
      limits: [
        expect.stringMatching(/^The C never touches this field.*: engine of struct options: /),
        expect.stringMatching(/^The C never touches this field.*: more of struct options: /),
      ],
    });
    expect(await sides('options_level', 'untouched::Options::level_of_one', {})).toMatchObject({
      kind: 'different',
    });
  }, 60_000);

  test('are a reason where it does', async () => {
    expect(await sides('options_ready', 'untouched::Options::ready', {})).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('engine'),
    });
  }, 60_000);
});

(canBuildBoth ? inSandbox : describe.skip)('fields that Rust alone has', () => {
  const sides = fixtureSides('untouched.c');

  test('are given as nothing where neither side touches what stands there', async () => {
    expect(await sides('coder_setbits', 'untouched::Coder::setbits', {})).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([
        expect.stringMatching(/^The Rust never touches this field.*: log of struct coder: /),
      ]),
    });
    expect(await sides('coder_setbits', 'untouched::Coder::setbits_but_one', {})).toMatchObject({
      kind: 'different',
    });
  }, 60_000);

  test('are a reason where it does', async () => {
    expect(await sides('coder_length', 'untouched::Coder::length_of_log', {})).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('has the field log'),
    });
  }, 60_000);

  test.each([
    ['length', 'equal'],
    ['length_of_none', 'different'],
  ])(
    'are the memory into which pointers of the C lead: %s',
    async (rust, kind) => {
      expect(await sides('coder_length', `untouched::Coder::${rust}`, {})).toMatchObject({ kind });
    },
    60_000,
  );
});

(canBuildBoth ? inSandbox : describe.skip)('lists of values of the type that holds them', () => {
  const sides = fixtureSides('untouched.c');

  test.each([
    ['node_sum', 'sum', 'equal'],
    ['node_positive', 'positive', 'equal'],
    ['node_sum', 'sum_first', 'different'],
    ['node_positive', 'positive_near', 'different'],
  ])(
    '%s against %s: %s',
    async (c, rust, kind) => {
      const evidence = await sides(c, `untouched::Node::${rust}`, {});
      expect(evidence).toMatchObject({ kind });
    },
    60_000,
  );
});
