import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import * as z from 'zod';
import { explained, openSchemas } from '../server/schemas.ts';

const Description = z.object({
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.object({
        requestBody: z.object({
          content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }),
        }),
      }),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

let loaded: z.infer<typeof Description> | undefined;

/** The file is read when it is first needed: 5 MB. The package's entry reads every variant. */
function description(): z.infer<typeof Description> {
  if (loaded === undefined) {
    const { resolve } = createRequire(import.meta.url);
    const path = resolve('@octokit/openapi-webhooks/generated/api.github.com.json');
    loaded = Description.parse(JSON.parse(readFileSync(path, 'utf8')));
  }
  return loaded;
}

const schemas = openSchemas({
  coerce: false,
  named: (name) => description().components.schemas[name],
});
const compiled = new Map<string, ValidateFunction<unknown>>();

/**
 * Why GitHub would never send a payload; undefined when it would.
 * @param payload as whoever receives it reads it
 */
export function payloadProblem(
  event: string,
  action: string | null,
  payload: unknown,
): string | undefined {
  const name = [event, ...(action === null ? [] : [action])].join('-').replaceAll('_', '-');
  const hook = description().webhooks[name];
  if (hook === undefined) return `GitHub has no webhook ${name}`;
  const { schema } = hook.post.requestBody.content['application/json'];
  const check = compiled.get(name) ?? schemas.compile(schema);
  compiled.set(name, check);
  return check(payload) ? undefined : `webhook ${name}: ${explained(check.errors)}`;
}
