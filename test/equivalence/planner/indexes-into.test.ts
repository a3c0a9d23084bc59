import { expect, test } from '@jest/globals';
import { indexesInto } from '../../../src/equivalence/planner/indexes-into.ts';

test.each([
  ['bag->items[bag->n++] = x;', ['n']],
  ['for (i = 0; i < bag->n; i++) sum += bag->items[i];', ['i', 'n']],
  ['memcpy(node->items, from, node->used);', ['used']],
  ['return memcmp(self->items, n->items, n->used) == 0;', ['used', 'used']],
  ['memset(items, 0, sizeof items);', []],
  ['memcpy(to, other, node->used);', []],
])('%s goes into the array by %j', (source, names) => {
  expect(indexesInto(source, 'items')).toEqual(names);
});
