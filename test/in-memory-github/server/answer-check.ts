import type { ValidateFunction } from 'ajv';
import type { OperationDescription } from './description.ts';
import type { Answer } from './operation.ts';
import { explained, openSchemas } from './schemas.ts';

const schemas = openSchemas({ coerce: false });
const compiled = new Map<string, ValidateFunction<unknown>>();

/** Why an answer is none that GitHub would give; undefined when it is one. */
export function answerProblem(
  { id, responses }: OperationDescription,
  { status, body }: Answer,
): string | undefined {
  if (body instanceof Buffer) return undefined;
  const key = String(status);
  if (!responses.has(key)) return `${id}: GitHub never answers ${status}`;
  const schema = responses.get(key);
  if (schema === undefined) {
    return body === undefined ? undefined : `${id}: GitHub answers ${status} without a body`;
  }
  const cached = `${id} ${status}`;
  const check = compiled.get(cached) ?? schemas.compile(schema);
  compiled.set(cached, check);
  // What the client will see: a property that is undefined is not sent.
  const seen: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  return check(seen) ? undefined : `${id} ${status}: ${explained(check.errors)}`;
}
