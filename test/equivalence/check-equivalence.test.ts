import { describe, expect, test } from '@jest/globals';
import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('old and new, side by side', () => {
  const sides = fixtureSides('roles.c', 'stack.c', 'bits.c', 'ends.c');

  function check(c: string, rust: string, mapping?: string, cases = 500): Promise<Evidence> {
    return sides(c, rust, { cases, ...(mapping === undefined ? {} : { mapping }) });
  }

  test.each([
    ['a buffer with its length', 'checksum', 'roles::checksum'],
    ['text', 'count_words', 'roles::count_words'],
    ['two buffers of one length, in place', 'scale', 'roles::scale'],
    ['a code and a value through a pointer', 'parse_digit', 'roles::parse_digit'],
    ['a buffer of the caller', 'to_hex', 'roles::to_hex'],
    ['a record by pointer', 'point_move', 'roles::Point::shift'],
    ['a record with an enum and a narrow number', 'alarm_weight', 'roles::alarm_weight'],
    ['a pointer that may be null', 'length_or', 'roles::length_or'],
    ['a place in the text', 'find_comma', 'roles::find_comma'],
    ['allocated text', 'repeat', 'roles::repeat'],
    ['an order', 'compare_bytes', 'roles::compare_bytes'],
    ['a byte shifted into the sign', 'read_word', 'roles::read_word'],
  ])(
    'are equal: %s',
    async (_, c, rust) => {
      const evidence = await check(c, rust);
      expect(evidence).toMatchObject({ kind: 'equal', excluded: 0, undefinedBehaviour: [] });
      if (evidence.kind !== 'equal') return;
      expect(evidence.cases).toBeGreaterThanOrEqual(500);
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['checksum', 'broken::checksum', 'data', /return = \d+/],
    ['parse_digit', 'broken::parse_digit', '57|9', /digit = 9/],
    ['length_or', 'broken::length_or', 'None', /return = /],
    ['transpose', 'broken::transpose', 'm = ', /m = \[/],
  ])(
    'differ: %s',
    async (c, rust, input, gave) => {
      const evidence = await check(c, rust);
      expect(evidence).toMatchObject({ kind: 'different', c: expect.stringMatching(gave) });
      if (evidence.kind !== 'different') return;
      expect(evidence.input).toMatch(new RegExp(input));
      expect(evidence.test).toContain('#[test]');
      expect(evidence.test).toContain(`crate::${rust}(`);
      expect(evidence.rust).not.toBe(evidence.c);
    },
    60_000,
  );

  test('of memory that nobody has written, the size is compared', async () => {
    const mapping = "{ c: { log: { role: 'constant', value: 0 } } }";
    expect(await check('rows_memory', 'roles::rows_memory', mapping)).toMatchObject({
      kind: 'equal',
      limits: [expect.stringContaining('only the size')],
    });
    const broken = await check('rows_memory', 'broken::rows_memory', mapping);
    expect(broken).toMatchObject({ kind: 'different', c: expect.stringMatching(/^return = /) });
  }, 60_000);

  test('undefined behaviour of the C excludes an input, and is told', async () => {
    const evidence = await check('add_checked', 'roles::add_checked');
    expect(evidence).toMatchObject({
      kind: 'equal',
      undefinedBehaviour: [expect.stringMatching(/^roles\.c:12:\d+: signed integer overflow/)],
    });
    if (evidence.kind === 'equal') expect(evidence.excluded).toBeGreaterThan(0);
  }, 60_000);

  test('a Rust function that ends the process differs', async () => {
    expect(await check('is_leap', 'broken::ends')).toMatchObject({
      kind: 'different',
      rust: 'it stops: it ends the process',
    });
  }, 60_000);

  test('what does not end in Rust, and does in C, is a difference', async () => {
    const limits = { cases: 100, seconds: 4 };
    const evidence = await sides('collatz', 'broken::collatz', limits);
    expect(evidence).toMatchObject({ kind: 'different' });
  }, 60_000);

  test.each([
    ['loops for ever', 'waits'],
    ['crashes', 'crashes'],
    ['ends the process', 'leaves_off'],
    ['aborts', 'gives_up'],
    ['calls itself for ever', 'sinks'],
  ])(
    'an input on which the C %s does not count',
    async (_, c) => {
      const evidence = await sides(c, 'ends::half', { seconds: 5 });
      expect(evidence).toMatchObject({ kind: 'equal', undefinedBehaviour: [] });
      if (evidence.kind === 'equal') expect(evidence.excluded).toBeGreaterThan(0);
    },
    60_000,
  );

  test('C that loops for ever on each input is not checked', async () => {
    const limits = { cases: 100, seconds: 2 };
    expect(await sides('never_ends', 'ends::half', limits)).toEqual({
      kind: 'not checked',
      because: expect.stringMatching(/^none of \d+ inputs counts: /),
      remedy: 'plan',
    });
  }, 60_000);

  test('variables of the file are put back before each case', async () => {
    const evidence = await check('next_number', 'roles::next_number');
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: [expect.stringContaining('The variable calls')],
    });
  }, 60_000);

  test('objects without a form in common are compared by sequences of calls', async () => {
    const equal = await check('stack_pop', 'stack::Stack::pop');
    expect(equal).toMatchObject({
      kind: 'equal',
      coverage: { branches: 2, coveredBranches: 2 },
      limits: [expect.stringContaining('leaves in value'), expect.stringContaining('stack_new')],
    });
    const broken = await check('stack_push', 'stack::Shallow::push');
    expect(broken).toMatchObject({
      kind: 'different',
      input: expect.stringContaining('stack_new('),
    });
  }, 60_000);

  test.each([
    ['bits_new', 'bits::Bits::new'],
    ['bits_put', 'bits::Bits::put'],
    ['bits_clear', 'bits::Bits::clear'],
  ])(
    'a length that other fields give is that of the memory which the C takes: %s',
    async (c, rust) => {
      const evidence = await check(c, rust);
      expect(evidence).toMatchObject({ kind: 'equal', limits: [] });
    },
    60_000,
  );

  test('a length that other fields give may be told', async () => {
    const mapping = '{ records: { Bits: { bytes: { length: "(bits + 7 >> 3) + 1" } } } }';
    expect(await check('bits_clear', 'bits::Bits::clear_most', mapping)).toMatchObject({
      kind: 'equal',
    });
    expect(await check('bits_clear', 'bits::Bits::clear_most')).toMatchObject({
      kind: 'different',
      input: expect.stringContaining('bits: 1'),
    });
  }, 60_000);

  test('what is printed is given away, however much it is', async () => {
    expect(await sides('prints', 'ends::prints', { cases: 200 })).toMatchObject({
      kind: 'equal',
      cases: 200,
    });
  }, 60_000);

  test('a function of the caller is given to both sides', async () => {
    expect(await check('apply', 'roles::apply')).toMatchObject({ kind: 'equal', excluded: 0 });
  }, 60_000);

  test('a pointer that the C moves along a text is given, and compared', async () => {
    const mapping = '{ result: { buffer: "*cursor", length: "nul" } }';
    expect(await check('skip_blanks', 'roles::skip_blanks', mapping)).toMatchObject({
      kind: 'equal',
      coverage: { branches: 2, coveredBranches: 2 },
    });
    expect(await check('skip_blanks', 'roles::skip_blank', mapping)).toMatchObject({
      kind: 'different',
      c: expect.stringContaining('cursor'),
    });
  }, 60_000);

  test('no count lies beyond the list that the mapping measures by it', async () => {
    const mapping = "{ c: { s: { role: 'text' }, out: { role: 'elements', length: 'cap' } } }";
    expect(await check('copy_letters', 'roles::copy_letters', mapping)).toMatchObject({
      kind: 'equal',
      coverage: { branches: 6, coveredBranches: 6 },
    });
  }, 60_000);

  test('a code of its own may be the end, beside success and errors', async () => {
    const end = (none: number) => `{
      c: { s: { role: 'text' } },
      result: { ok: { some: '*out', none: ${none} }, success: 0, errors: [{ error: '_', return: 4 }] },
    }`;
    expect(await check('next_digit', 'roles::next_digit', end(1))).toMatchObject({
      kind: 'equal',
      coverage: { branches: 6, coveredBranches: 6 },
    });
    expect(await check('next_digit', 'roles::next_digit_or_end', end(1))).toMatchObject({
      kind: 'different',
    });
    expect(await check('next_digit', 'roles::next_digit', end(3))).toMatchObject({
      kind: 'different',
    });
    expect(await check('next_digit', 'roles::next_digit', end(4))).toMatchObject({
      kind: 'not checked',
      because: expect.stringMatching(/^None and _ of the result have the same code 4,/),
      remedy: 'plan',
    });
  }, 60_000);

  test('a mapping that names what is not there is not checked', async () => {
    const evidence = await check('checksum', 'roles::checksum', '{ rust: { data: "bytes" } }');
    expect(evidence).toEqual({
      kind: 'not checked',
      because: 'the mapping gives data from bytes, which is no C parameter',
      remedy: 'plan',
    });
  }, 60_000);
});
