import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

let built: GraphQLSchema | undefined;

/** GitHub's own schema, the whole of it. It is read when it is first needed: 1.2 MB. */
export function githubSchema(): GraphQLSchema {
  if (built === undefined) {
    // The package's own entry would read the schema a second time as JSON: 5 MB.
    const manifest = findPackageJSON('@octokit/graphql-schema', import.meta.url);
    const text = readFileSync(join(dirname(manifest ?? ''), 'schema.graphql'), 'utf8');
    built = buildSchema(text, { assumeValid: true, assumeValidSDL: true });
  }
  return built;
}
