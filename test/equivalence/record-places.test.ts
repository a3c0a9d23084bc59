import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const ELSEWHERE = 'a pointer to elsewhere in a usize';
const INTO_RECORD = "{ rust: { self: 'c' }, c: { at: { role: 'offset', of: 'c' } } }";

(canBuildBoth ? inSandbox : describe.skip)('pointers that are indices in Rust', () => {
  const sides = fixtureSides('record_places.c');

  test.each([
    ['between a start and an end that Rust has not', 'reader_next', 'Reader::next', undefined],
    ['of a record that is only read', 'reader_left', 'Reader::left', undefined],
    ['that go back', 'reader_home', 'Reader::home', undefined],
    ['of a record that has no other way to the memory', 'coder_put', 'Coder::put', undefined],
    ['of which one is as good as another', 'coder_bytes', 'Coder::bytes', undefined],
    ['as a parameter', 'coder_begin', 'Coder::begin', INTO_RECORD],
    ['into a table, and into an array of the record', 'machine_step', 'Machine::step', undefined],
    ['into a list with a length', 'gap_skip', 'Gap::skip', undefined],
  ])(
    'are equal: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, `record_places::${rust}`, mapping ? { mapping } : {});
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      // A length that is given may lead behind the memory, which no index says.
      const isExpected = (limit: string) => mapping !== undefined && limit.includes(ELSEWHERE);
      expect(evidence.limits.filter((limit) => !isExpected(limit))).toEqual([]);
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['reader_next', 'Reader::next_but_the_last', undefined],
    ['reader_next', 'Reader::next_and_stay', undefined],
    ['reader_left', 'Reader::left_and_read', undefined],
    ['reader_home', 'Reader::home_but_one', undefined],
    ['coder_put', 'Coder::put_elsewhere', undefined],
    ['coder_put', 'Coder::put_and_stay', undefined],
    ['coder_bytes', 'Coder::bytes_of_all', undefined],
    ['coder_begin', 'Coder::begin_without_end', INTO_RECORD],
    ['coder_begin', 'Coder::begin_at_the_first', INTO_RECORD],
    ['machine_step', 'Machine::step_back', undefined],
    ['machine_step', 'Machine::step_elsewhere', undefined],
    ['gap_skip', 'Gap::skip_one', undefined],
    ['gap_skip', 'Gap::skip_to_the_last', undefined],
  ])(
    'differ: %s, broken as %s',
    async (c, rust, mapping) => {
      const options = { cases: 3000, ...(mapping ? { mapping } : {}) };
      const evidence = await sides(c, `record_places::${rust}`, options);
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test('do not count where the C has them lead elsewhere, and the evidence says so', async () => {
    const said = expect.stringContaining(ELSEWHERE);
    const evidence = await sides('gap_lose', 'record_places::Gap::lose', {});
    expect(evidence.kind === 'equal' ? evidence.limits : evidence).toEqual(
      expect.arrayContaining([said]),
    );
  }, 60_000);

  test('are a reason where there are two tables', async () => {
    expect(await sides('lamp_colour', 'record_places::Lamp::colour', {})).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('inside, outside'),
    });
  }, 60_000);
});
