import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const CODES = "[{ error: 'Code::Empty', return: -3 }, { error: 'Code::Odd', return: -5 }]";
const VALUE = `{ result: { ok: 'return', code: '*err', success: 0, errors: ${CODES} } }`;
const END = `{ result: { ok: { some: 'return', none: 4 }, code: '*err', success: 0,
  errors: [{ error: 'Plain::Empty', return: -3 }] } }`;
const PLAIN = `{ result: { ok: 'nothing', code: '*bzerror', success: 0,
  errors: [{ error: 'Plain::Empty', return: -3 }, { error: 'Plain::Odd', return: -5 }] } }`;
const HALF = PLAIN.replace(", { error: 'Plain::Odd', return: -5 }", '');

(canBuildBoth ? inSandbox : describe.skip)('codes of failure behind a parameter', () => {
  const sides = fixtureSides('out_codes.c');

  test.each([
    ['an enum, by the names of its constants', 'digit_value', 'digit_value', undefined],
    ['a number, by the values of the variants', 'even_length', 'even_length', undefined],
    ['a number, by the names that it has', 'even_length', 'even_length_plain', undefined],
    ['a number that is stored on failure alone', 'odd_number', 'odd_number', undefined],
    ['the number as it is', 'even_length', 'even_length_number', undefined],
    ['by the mapping', 'even_length', 'even_length_plain', PLAIN],
    ['beside the value that is returned', 'first_byte', 'first_byte', VALUE],
    ['one of them the end', 'next_place', 'next_place', END],
    ['beside an object or null', 'box_new', 'CrateBox::new', undefined],
    ['of a call on an object', 'box_add', 'CrateBox::add', undefined],
    ['as a value beside a text', 'fault_text', 'fault_text', undefined],
  ])(
    'are equal: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, `out_codes::${rust}`, mapping ? { mapping } : {});
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['another variant', 'digit_value', 'digit_value_large', undefined],
    ['no error', 'digit_value', 'digit_value_always', undefined],
    ['swapped', 'even_length', 'even_length_swapped', undefined],
    ['never', 'even_length', 'even_length_always', undefined],
    ['one left out', 'odd_number', 'odd_number_but_seven', undefined],
    ['one for all', 'first_byte', 'first_byte_odd', VALUE],
    ['another value', 'first_byte', 'first_byte_and_one', VALUE],
    ['no end', 'next_place', 'next_place_no_end', END],
    ['one for all that make no object', 'box_new', 'CrateBox::new_odd', undefined],
    ['an object that changes all the same', 'box_add', 'CrateBox::add_anyway', undefined],
    ['as another value beside a text', 'fault_text', 'fault_text_at_once', undefined],
    ['beside another text', 'fault_text', 'fault_text_short', undefined],
    ['one for all on an object', 'box_add', 'CrateBox::add_empty', undefined],
  ])(
    'differ: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, `out_codes::${rust}`, mapping ? { mapping } : {});
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test('only whether it fails is compared where the error is a text', async () => {
    expect(await sides('even_length', 'out_codes::even_length_text')).toMatchObject({
      kind: 'equal',
      limits: [expect.stringMatching(/^Which error it is is not compared/)],
    });
  }, 60_000);

  test.each([
    [
      'names and values that are none',
      'even_length',
      'even_length_named',
      /which code in \*bzerror is/,
      '',
    ],
    ['a code or a value', 'first_byte', 'first_byte', /whether \*err is a value or holds/, ''],
    ['a code that is left out', 'even_length', 'even_length_plain', /no error for -5/, HALF],
  ])(
    'the plan is asked about %s',
    async (_, c, rust, because, mapping) => {
      const seen = await sides(c, `out_codes::${rust}`, mapping === '' ? {} : { mapping });
      expect(seen).toMatchObject({
        ...{ kind: 'not checked', remedy: 'plan' },
        because: expect.stringMatching(because),
      });
    },
    60_000,
  );
});
