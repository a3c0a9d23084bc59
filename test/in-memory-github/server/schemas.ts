import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { namedSchema } from './description.ts';

const NAMED = '#/components/schemas/';

/** Compiles schemas of GitHub's description, each when it is first needed. */
export interface Schemas {
  compile<T>(schema: unknown): ValidateFunction<T>;
}

/**
 * @param options.coerce for parameters, whose values arrive as text
 * @param options.named a schema by its name under `components/schemas`; by default of the
 * interface's description
 */
export function openSchemas(options: {
  readonly coerce: boolean;
  readonly named?: (name: string) => unknown;
}): Schemas {
  const named = options.named ?? namedSchema;
  const ajv = new Ajv({
    // The description is written for OpenAPI 3.0, which has keywords and formats of its own.
    ...{ strict: false, logger: false, allErrors: true },
    // To make a check smaller takes longer than the few times that it is run.
    code: { optimize: false },
    ...(options.coerce && { coerceTypes: 'array' as const }),
  });
  formats.default(ajv);
  // Addresses of bots have brackets in them, which the format does not know.
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
  const added = new Set<string>();

  /** OpenAPI 3.0's `nullable` as JSON Schema, and references as keys that ajv knows. */
  const converted = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(converted);
    if (typeof schema !== 'object' || schema === null) return schema;
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === '$ref' && typeof value === 'string') result[key] = referred(value);
      else if (key !== 'nullable' || value !== true) result[key] = converted(value);
    }
    if (!('nullable' in schema) || schema.nullable !== true) return result;
    return { anyOf: [{ type: 'null' }, result] };
  };
  const referred = (reference: string): string => {
    const name = reference.slice(NAMED.length);
    const key = `github:///${name}`;
    if (!added.has(name)) {
      added.add(name);
      ajv.addSchema(asSchema(converted(named(name))), key);
    }
    return key;
  };
  return { compile: <T>(schema: unknown) => ajv.compile<T>(asSchema(converted(schema))) };
}

function asSchema(value: unknown): object | boolean {
  if (typeof value === 'boolean') return value;
  return typeof value === 'object' && value !== null ? value : {};
}

/** What is wrong, for people: where, and what was expected. */
export function explained(errors: readonly ErrorObject[] | null | undefined): string {
  const lines = (errors ?? []).map(({ instancePath, message, params }) => {
    const detail = 'allowedValues' in params ? ` (${String(params['allowedValues'])})` : '';
    return `${instancePath === '' ? 'it' : instancePath} ${message ?? 'is wrong'}${detail}`;
  });
  return [...new Set(lines)].slice(0, 8).join('; ');
}
