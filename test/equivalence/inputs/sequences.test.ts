import { expect, test } from '@jest/globals';
import type { Case } from '../../../src/equivalence/cases/case.ts';
import type { CallSignature } from '../../../src/equivalence/inputs/call-signature.ts';
import { openInputs } from '../../../src/equivalence/inputs/input-source.ts';
import { NO_CONSTANTS } from '../../support/no-constants.ts';

const changing = (name: string): CallSignature => ({
  ...{ name, inputs: [] },
  takes: [{ type: 'List', use: 'changes' }],
});

/** A list that is read one after the other, and has a dozen functions more. */
const CALLS: readonly CallSignature[] = [
  changing('list_item_rewind'),
  { name: 'list_new', inputs: [], makes: 'List' },
  changing('list_item_add'),
  changing('list_item_next'),
  ...Array.from({ length: 12 }, (_, at) => changing(`list_other_${at}`)),
  { name: 'list_free', inputs: [], takes: [{ type: 'List', use: 'consumes' }] },
];

interface List {
  length: number;
  at: number | undefined;
}

/** What `list_item_next` gives, call by call. @param isRight else `list_item_rewind` does nothing where reading has begun */
function read({ steps }: Case, isRight: boolean): readonly (number | undefined)[] {
  const lists: List[] = [];
  return steps.map(({ call, handles = [] }) => {
    const list = lists[handles[0] ?? -1];
    const { name } = CALLS[call] ?? {};
    if (name === 'list_new') lists.push({ length: 0, at: undefined });
    if (list === undefined) return undefined;
    if (name === 'list_item_add') list.length += 1;
    const start = list.length > 0 ? 0 : undefined;
    if (name === 'list_item_rewind') list.at = isRight ? start : (list.at ?? start);
    if (name !== 'list_item_next' || list.at === undefined) return undefined;
    const found = list.at;
    list.at = found + 1 < list.length ? found + 1 : undefined;
    return found;
  });
}

test('functions whose names are like that of the first one are called together', () => {
  const telling = [1, 2, 3, 4, 5].flatMap((seed) => {
    const cases = openInputs({ calls: CALLS, constants: NO_CONSTANTS, seed }).next(1500);
    return cases.filter((one) => read(one, true).join() !== read(one, false).join());
  });
  expect(telling.length).toBeGreaterThan(9);
});
