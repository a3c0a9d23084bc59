import { describe, expect, test } from '@jest/globals';
import type { PartnerFunction } from '../../src/equivalence/plan/subject.ts';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const STACK: readonly PartnerFunction[] = ['new', 'pop', 'depth'].map((name) => ({
  c: `any_stack_${name}`,
  rust: `anything::AnyStack::${name}`,
}));

(canBuildBoth ? inSandbox : describe.skip)('values of any type', () => {
  const sides = fixtureSides('anything.c');

  test.each([
    ['elements of any size, and what compares them', 'any_sort', 'any_sort'],
    ['a pointer to one of them is given back', 'any_largest', 'any_largest'],
    ['what they are searched for by', 'any_find', 'any_find'],
    ['a stack of pointers', 'any_stack_push', 'AnyStack::push'],
    [
      'a list that may move, its length and its room behind pointers',
      'grown_insert',
      'grown_insert',
    ],
    ['a list behind a pointer of which Rust has a slice', 'grown_close', 'grown_close'],
    ['pointers in a record that only hold them', 'held_swap', 'HeldQueue::swap'],
    ['such a pointer that is given back', 'held_last', 'HeldQueue::last'],
  ])(
    'are equal: %s',
    async (_, c, rust) => {
      const partners = c.startsWith('any_stack') ? STACK : [];
      const evidence = await sides(c, `anything::${rust}`, { cases: 300, partners });
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.limits.join()).toContain('u32 and [u8; 5]');
    },
    90_000,
  );

  test.each([
    ['any_sort', 'any_sort_unstable'],
    ['any_sort', 'any_sort_backwards'],
    ['any_sort', 'any_sort_but_last'],
    ['any_largest', 'any_largest_last'],
    ['any_largest', 'any_largest_skips'],
    ['any_largest', 'any_largest_least'],
    ['any_find', 'any_find_first_half'],
    ['any_find', 'any_find_not_last'],
    ['any_find', 'any_find_less'],
    ['any_stack_push', 'AnyStack::push_below'],
    ['any_stack_push', 'AnyStack::push_at_most_three'],
    ['any_stack_push', 'AnyStack::push_over'],
    ['any_stack_pop', 'AnyStack::pop_first'],
    ['grown_insert', 'grown_insert_at_end'],
    ['grown_insert', 'grown_insert_over'],
    ['grown_insert', 'grown_insert_clamped'],
    ['grown_close', 'grown_close_before'],
    ['grown_close', 'grown_close_rotates'],
    ['grown_close', 'grown_close_one'],
    ['held_swap', 'HeldQueue::swap_orders'],
    ['held_last', 'HeldQueue::last_first'],
  ])(
    'differ: %s and %s',
    async (c, rust) => {
      const partners = c.startsWith('any_stack')
        ? [...STACK, { c: 'any_stack_push', rust: 'anything::AnyStack::push' }]
        : [];
      const evidence = await sides(c, `anything::${rust}`, { partners });
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    90_000,
  );

  test('the size of an element is that of the type, whatever constant is said for it', async () => {
    const mapping = "{ c: { memsz: { role: 'constant', value: 1 } } }";
    const options = { cases: 300, mapping };
    expect(await sides('grown_insert', 'anything::grown_insert', options)).toMatchObject({
      kind: 'equal',
    });
  }, 90_000);

  test.each([
    ['any_swap', 'equal'],
    ['any_swap_one_way', 'different'],
    ['any_swap_other_way', 'different'],
    ['any_swap_not', 'different'],
  ])(
    'a value behind each of two pointers, of any size: %s',
    async (rust, kind) => {
      const mapping =
        "{ rust: { a: 'aa', b: 'bb' }, c: { aa: { role: 'pointer' }, bb: { role: 'pointer' } } }";
      const evidence = await sides('any_exchange', `anything::${rust}`, { cases: 300, mapping });
      expect(evidence.kind).toBe(kind);
    },
    90_000,
  );

  test('a length that is named after its pointer is no size of elements', async () => {
    expect(await sides('key_sum', 'anything::key_sum', { cases: 300 })).toMatchObject({
      kind: 'equal',
    });
    const mapping = "{ c: { key: { role: 'elements', length: 'key_len' } } }";
    expect(await sides('key_sum', 'anything::key_sum', { cases: 300, mapping })).toMatchObject({
      kind: 'equal',
    });
    for (const how of ['but_last', 'from_zero', 'signed']) {
      const evidence = await sides('key_sum', `anything::key_sum_${how}`);
      expect([how, evidence.kind]).toEqual([how, 'different']);
    }
  }, 90_000);
});
