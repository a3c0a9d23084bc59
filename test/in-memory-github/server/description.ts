import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';
import { corrected, correctedAnswer } from './known-differences.ts';

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: z.unknown(),
  'x-multi-segment': z.boolean().default(false),
});
const Reference = z.object({ $ref: z.string() });
const Content = z.record(z.string(), z.object({ schema: z.unknown() })).default({});
const Response = z.object({ content: Content });
const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([Reference, Parameter])).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: Content }).optional(),
  responses: z.record(z.string(), z.union([Reference, Response])),
});
const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
  }),
});

type Parameter = z.infer<typeof Parameter>;

/** One operation of GitHub's interface, as GitHub describes it. */
export interface OperationDescription {
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly Parameter[];
  /** The schema of a JSON body; undefined where none may be sent. */
  readonly body: { readonly required: boolean; readonly schema: unknown } | undefined;
  /** The schema of the JSON answer by status; undefined for a status without one. */
  readonly responses: ReadonlyMap<string, unknown>;
}

let loaded: z.infer<typeof Description> | undefined;

/** The file is read when it is first needed: 13 MB, a third of a second. */
function description(): z.infer<typeof Description> {
  if (loaded === undefined) {
    // The package's own entry would read every variant of the description: 390 MB.
    const { resolve } = createRequire(import.meta.url);
    const path = resolve('@octokit/openapi/generated/api.github.com.json');
    loaded = Description.parse(JSON.parse(readFileSync(path, 'utf8')));
  }
  return loaded;
}

/** A schema under `components/schemas`. */
export function namedSchema(name: string): unknown {
  return corrected(name, description().components.schemas[name]);
}

interface Endpoint {
  readonly method: string;
  readonly template: string;
  readonly id: string;
}

let byId: ReadonlyMap<string, Endpoint> | undefined;

/** Every operation GitHub has, by its id. */
function endpoints(): ReadonlyMap<string, Endpoint> {
  byId ??= new Map(
    Object.entries(description().paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { operationId: id }]) => [
        id,
        { method: method.toUpperCase(), template, id },
      ]),
    ),
  );
  return byId;
}

/** Every operation GitHub has: method, path template and id. */
export function allOperations(): Iterable<Endpoint> {
  return endpoints().values();
}

/**
 * What GitHub says about one operation.
 * @throws Error when GitHub has no such operation.
 */
export function describeOperation(id: string): OperationDescription {
  const endpoint = endpoints().get(id);
  if (endpoint === undefined) throw new Error(`GitHub describes no operation ${id}`);
  const { method, template } = endpoint;
  const { parameters, requestBody, responses } = Operation.parse(
    description().paths[template]?.[method.toLowerCase()],
  );
  const body = requestBody?.content['application/json'];
  return {
    ...{ id, method, template },
    parameters: parameters.map((one) =>
      '$ref' in one ? Parameter.parse(followed(one.$ref)) : one,
    ),
    body: body && { required: requestBody?.required ?? false, schema: body.schema },
    responses: new Map(
      Object.entries(responses).map(([status, one]) => {
        const { content } = '$ref' in one ? Response.parse(followed(one.$ref)) : one;
        return [status, correctedAnswer(id, status, content['application/json']?.schema)];
      }),
    ),
  };
}

function followed(reference: string): unknown {
  const [, kind, name = ''] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(reference) ?? [];
  const { parameters, responses } = description().components;
  return kind === 'parameters' ? parameters[name] : responses[name];
}
