import type { ValidateFunction } from 'ajv';
import * as z from 'zod';
import type { OperationDescription } from './description.ts';
import { Refusal } from './refusal.ts';
import { explained, openSchemas } from './schemas.ts';

const bodies = openSchemas({ coerce: false });
const texts = openSchemas({ coerce: true });

/** The parts of a request that the description speaks of. */
export interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly body: unknown;
}

/** A request that GitHub would have taken for another, or ignored a part of: a mistake of whoever sent it. */
export class Misuse extends Refusal {}

/**
 * A function that checks requests against the description of an operation. Stricter than GitHub
 * in one respect: a name that GitHub would silently ignore is refused, as nobody means one.
 * @throws Misuse from that function.
 */
export function requestChecks<Path, Query, Body>(description: OperationDescription) {
  let checks:
    | { path: ValidateFunction<Path>; query: ValidateFunction<Query>; body: ValidateFunction<Body> }
    | undefined;
  return ({ path, query, body }: Parts): { path: Path; query: Query; body: Body } => {
    checks ??= {
      path: texts.compile<Path>(parameterSchema(description, 'path')),
      query: texts.compile<Query>(parameterSchema(description, 'query')),
      body: bodies.compile<Body>(description.body?.schema ?? {}),
    };
    const values: { path: unknown; query: unknown; body: unknown } = {
      ...{ path: { ...path }, query: { ...query } },
      // An absent body is as good as an empty one: what it lacks is named.
      body: body ?? (description.body && {}),
    };
    if (!checks.path(values.path)) throw misuse('path', explained(checks.path.errors));
    if (!checks.query(values.query)) throw misuse('query', explained(checks.query.errors));
    if (!checks.body(values.body)) throw misuse('body', explained(checks.body.errors));
    const unknown = unknownNames(description, values.query, values.body);
    if (unknown.length > 0) throw misuse('request', `GitHub ignores ${unknown.join(', ')}`);
    return { path: values.path, query: values.query, body: values.body };
  };
}

function misuse(part: string, problem: string): Misuse {
  return new Misuse(422, `Invalid request. The ${part}: ${problem}`);
}

function parameterSchema({ parameters }: OperationDescription, place: 'path' | 'query') {
  const those = parameters.filter((one) => one.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(those.map(({ name, schema }) => [name, schema])),
    required: those.filter(({ required }) => required).map(({ name }) => name),
  };
}

const Variants = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  oneOf: z.array(z.unknown()).default([]),
  anyOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
  $ref: z.string().optional(),
});

function unknownNames(description: OperationDescription, query: unknown, body: unknown): string[] {
  const known = new Set(
    description.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
  );
  const names = Object.keys(Object(query)).filter((name) => !known.has(name));
  const properties = description.body && knownProperties(description.body.schema);
  if (properties === undefined || Array.isArray(body)) return names;
  return [...names, ...Object.keys(Object(body)).filter((name) => !properties.has(name))];
}

/** The properties an object may have; undefined when it may have any. */
function knownProperties(schema: unknown): Set<string> | undefined {
  const { properties, additionalProperties, oneOf, anyOf, allOf, $ref } = Variants.parse(schema);
  if ($ref !== undefined) return undefined;
  const open = typeof additionalProperties === 'object' || additionalProperties === true;
  if (open) return undefined;
  const names = new Set(Object.keys(properties ?? {}));
  for (const variant of [...oneOf, ...anyOf, ...allOf]) {
    const more = knownProperties(variant);
    if (more === undefined) return undefined;
    for (const name of more) names.add(name);
  }
  return names;
}
