import * as z from 'zod';

/**
 * Properties that GitHub leaves empty where its description says it never does: a comment whose
 * lines were changed, or that is on a whole file, has no line.
 */
const MAY_BE_NULL: Readonly<Record<string, readonly string[]>> = {
  'pull-request-review-comment': ['line', 'original_line', 'position', 'original_position'],
  'review-comment': ['line', 'original_line'],
};

const WithProperties = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

/** A named schema of the description as GitHub keeps to it. */
export function corrected(name: string, schema: unknown): unknown {
  const names = MAY_BE_NULL[name];
  if (names === undefined) return schema;
  const { properties, ...rest } = WithProperties.parse(schema);
  const changed = names.map((one) => [one, { anyOf: [{ type: 'null' }, properties[one] ?? {}] }]);
  return { ...rest, properties: { ...properties, ...Object.fromEntries(changed) } };
}

/**
 * Answers that other operations describe better: this one wants an account that is a person and
 * an enterprise at once.
 */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'apps/list-installations 200': {
    type: 'array',
    items: { $ref: '#/components/schemas/installation' },
  },
};

/** The schema of an answer as GitHub keeps to it. */
export function correctedAnswer(id: string, status: string, schema: unknown): unknown {
  return ANSWERS[`${id} ${status}`] ?? schema;
}
