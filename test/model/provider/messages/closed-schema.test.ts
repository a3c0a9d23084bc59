import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { closedSchema } from '../../../../src/model/provider/messages/closed-schema.ts';

function closed(schema: z.ZodType) {
  return closedSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

test('objects are closed at any depth, and limits left out', () => {
  const item = z.object({ kind: z.enum(['object', 'minimum']), count: z.int().min(1).max(9) });
  const schema = z.object({ list: z.array(item).max(3), text: z.string().min(1).nullable() });
  expect(closed(schema)).toEqual({
    ...{ type: 'object', additionalProperties: false, required: ['list', 'text'] },
    properties: {
      list: {
        type: 'array',
        items: {
          ...{ type: 'object', additionalProperties: false, required: ['kind', 'count'] },
          properties: {
            kind: { type: 'string', enum: ['object', 'minimum'] },
            count: { type: 'integer' },
          },
        },
      },
      text: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  });
});

test('a property may be called like a limit', () => {
  const schema = closed(z.object({ minimum: z.number().min(3), properties: z.string() }));
  expect(schema?.['properties']).toEqual({
    minimum: { type: 'number' },
    properties: { type: 'string' },
  });
});

test('an object with any names cannot be said', () => {
  expect(closed(z.object({ by_name: z.record(z.string(), z.int()) }))).toBeUndefined();
  expect(closed(z.object({ any: z.looseObject({}) }))).toBeUndefined();
  expect(closedSchema({ type: 'object' })).toBeUndefined();
});
