import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const PACKET = "{ records: { 'struct packet': { payload: { length: 'size' } } } }";
const CHUNK = "{ records: { 'struct chunk': { values: { length: 'count' } } } }";
const EVENT = `{ records: { 'struct event': { kind: { rust: 'action', variants: {
  None: { is: 0 }, Key: { is: 1, holds: ['u.key'] }, Move: { is: 2, holds: ['u.move'] } } } } } }`;
const TITLE = "{ records: { 'struct title': { letters: { text: true } } } }";

(canBuildBoth ? inSandbox : describe.skip)(
  'what C keeps behind or among the fields of a record',
  () => {
    const sides = fixtureSides('behind_records.c');

    test.each([
      ['packet_sum', 'packet_sum', PACKET, 'equal'],
      ['packet_sum', 'packet_sum_but_last', PACKET, 'different'],
      ['packet_flip', 'packet_flip', PACKET, 'equal'],
      ['packet_flip', 'packet_flip_first', PACKET, 'different'],
      ['label_length', 'label_length', '{}', 'equal'],
      ['label_length', 'label_length_in_characters', '{}', 'different'],
      ['chunk_of', 'chunk_of', CHUNK, 'equal'],
      ['chunk_of', 'chunk_as_it_is', CHUNK, 'different'],
      ['event_weight', 'event_weight', EVENT, 'equal'],
      ['event_weight', 'event_weight_of_key', EVENT, 'different'],
      ['event_turn', 'event_turn', EVENT, 'equal'],
      ['event_turn', 'event_turn_not', EVENT, 'different'],
      ['event_is_repeated', 'event_is_repeated', EVENT, 'equal'],
      ['event_is_repeated', 'event_is_repeated_more', EVENT, 'different'],
      ['input_take', 'input_take', '{}', 'equal'],
      ['input_take', 'input_look', '{}', 'different'],
      ['title_first', 'title_first', TITLE, 'equal'],
      ['title_first', 'title_first_of_two', TITLE, 'different'],
    ])(
      '%s and %s',
      async (c, rust, mapping, kind) => {
        expect(await sides(c, `behind_records::${rust}`, { mapping, cases: 2000 })).toMatchObject({
          kind,
        });
      },
      120_000,
    );

    test('an element behind the last one is none', async () => {
      expect(
        await sides('packet_next', 'behind_records::packet_next', { mapping: PACKET, cases: 500 }),
      ).toMatchObject({
        kind: 'not checked',
      });
    }, 120_000);
  },
);
