import * as z from 'zod';

/** What this provider's schemas cannot say. The answer is checked against all of the schema later. */
const UNKNOWN = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
  ...['propertyNames', 'default', '$schema'],
]);

const schemaObject = z.record(z.string(), z.unknown());

/**
 * A JSON Schema as the messages interface takes it: objects have the properties that are named and no others,
 * and limits are left out.
 * @returns undefined where an object has properties with any names, which cannot be said
 */
export function closedSchema(
  schema: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  try {
    return closed(schema);
  } catch (thrown) {
    if (thrown instanceof OpenObject) return undefined;
    throw thrown;
  }
}

class OpenObject extends Error {}

function closed(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(schema).filter(([name]) => !UNKNOWN.has(name));
  const result = Object.fromEntries(
    entries.map(([name, value]) => [name, closedValue(name, value)]),
  );
  if (schema['type'] !== 'object') return result;
  const { additionalProperties: others } = schema;
  if (schema['properties'] === undefined || schemaObject.safeParse(others).success) {
    throw new OpenObject();
  }
  return { ...result, additionalProperties: false };
}

/** Values of these keywords are schemas, by name; those of `enum`, `const` and `required` are none. */
function closedValue(name: string, value: unknown): unknown {
  if (name === 'properties' || name === '$defs' || name === 'definitions') {
    const named = schemaObject.parse(value);
    return Object.fromEntries(
      Object.entries(named).map(([key, one]) => [key, closedValue('schema', one)]),
    );
  }
  if (['enum', 'const', 'required', 'type', 'description', 'title'].includes(name)) return value;
  if (Array.isArray(value)) return value.map((one) => closedValue('schema', one));
  const one = schemaObject.safeParse(value);
  return one.success ? closed(one.data) : value;
}
