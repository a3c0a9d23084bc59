import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { formatZodError } from '../src/format-zod-error.ts';

const nested = z.lazy(() =>
  z.union([
    z.string().regex(/^[a-z]+$/, 'is no name'),
    z.strictObject({ list: z.array(z.int()) }),
    z.strictObject({ found: z.union([z.literal(['all', 'none']), z.array(z.string())]) }),
  ]),
);
const schema = z.strictObject({ of: nested });

test.each([
  ['what has another type than any form', { of: 5 }, 'at of: it does not have the expected form'],
  ['a text that is none of them', { of: '-' }, 'at of: is no name'],
  ['a part of the nearest form', { of: { list: ['a'] } }, /^at of\.list\.0: .*expected/],
  ['a key that is missing', { of: {} }, /^at of\.list: /],
  ['a union within a union', { of: { found: 'some' } }, /^at of\.found: .*"all"/],
  ['the other form within it', { of: { found: [1] } }, /^at of\.found\.0: .*expected string/],
  ['a key too much', { of: 'a', more: 1 }, 'there is no key "more"'],
  ['nothing', undefined, 'object is missing'],
  ['another type', [], 'expected object, found array'],
  ['nothing where there are several forms', {}, 'at of: it is missing'],
])('%s', (_name, value, told) => {
  const { error } = schema.safeParse(value);
  expect(error && formatZodError(error)).toEqual(
    typeof told === 'string' ? told : expect.stringMatching(told),
  );
});
