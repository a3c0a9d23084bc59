import { type ExecutionResult, execute, GraphQLError, parse, validate } from 'graphql';
import * as z from 'zod';
import type { Operation } from '../server/operation.ts';
import { Refusal } from '../server/refusal.ts';
import { Misuse } from '../server/request-checks.ts';
import { pullMutations } from './pull-mutations.ts';
import { queries } from './queries.ts';
import { githubSchema } from './schema.ts';
import { threadMutations } from './thread-mutations.ts';

const Body = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** `POST /graphql`, as one operation beside those of the REST interface; its id is `graphql`. */
export const GRAPHQL: Operation = {
  description: {
    ...{ id: 'graphql', method: 'POST', template: '/graphql', parameters: [], body: undefined },
    responses: new Map([['200', {}]]),
  },
  async run({ world, caller, body }) {
    if (caller.kind === 'anonymous') {
      throw new Refusal(401, 'This endpoint requires you to be authenticated.');
    }
    const { success, data } = Body.safeParse(body);
    if (!success) throw new Misuse(400, 'Problems parsing JSON: no query');
    const report = (errors: readonly GraphQLError[]) => {
      for (const error of errors) if (isMisuse(error)) world.report(`graphql: ${error.message}`);
      return errors.map(errorJson);
    };
    const schema = githubSchema();
    const document = parsed(data.query);
    const wrong = document instanceof GraphQLError ? [document] : validate(schema, document);
    if (document instanceof GraphQLError || wrong.length > 0) {
      return { status: 200, body: { errors: report(wrong) } };
    }
    const view = { world, caller };
    const result: ExecutionResult = await execute({
      ...{
        schema,
        document,
        rootValue: { ...queries(view), ...pullMutations(view), ...threadMutations(view) },
      },
      ...{ variableValues: data.variables, operationName: data.operationName },
      fieldResolver: fieldOf,
    });
    const errors = result.errors && report(result.errors);
    return { status: 200, body: { data: result.data ?? null, ...(errors && { errors }) } };
  },
};

/** A field that GitHub has and this one lacks is no null: whoever asks must know. */
function fieldOf(source: unknown, args: unknown, _context: unknown, info: FieldInfo): unknown {
  const fields: Readonly<Record<string, unknown>> = Object(source);
  const { fieldName, parentType } = info;
  if (!(fieldName in fields)) {
    throw new Misuse(501, `${parentType.name}.${fieldName} is not part of this GitHub yet`);
  }
  const value = fields[fieldName];
  return typeof value === 'function' ? Reflect.apply(value, fields, [args]) : value;
}

interface FieldInfo {
  readonly fieldName: string;
  readonly parentType: { readonly name: string };
}

function parsed(query: string) {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

const TYPES: Readonly<Record<number, string>> = {
  ...{ 401: 'FORBIDDEN', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 422: 'UNPROCESSABLE' },
};

/** An error as GitHub lists it. */
function errorJson({ message, path, locations, originalError, extensions }: GraphQLError) {
  const type = originalError instanceof Refusal ? TYPES[originalError.status] : extensions['type'];
  return { ...(type !== undefined && { type }), path, locations, message };
}

/** Whether nobody means to ask this: no part of GitHub's schema, or of ours. */
function isMisuse({ originalError, extensions }: GraphQLError): boolean {
  if (originalError instanceof Misuse) return true;
  return !(originalError instanceof Refusal) && extensions['type'] === undefined;
}
