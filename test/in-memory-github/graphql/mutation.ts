import { Refusal } from '../server/refusal.ts';
import { type Found, findNode } from './find-node.ts';
import type { View } from './view.ts';

interface Input<I> {
  readonly input: I & { readonly clientMutationId?: string | null };
}

/** A mutation as GitHub has them all: one input, and an answer that repeats the client's id. */
export function mutation<I>(run: (input: I) => unknown) {
  return async ({ input }: Input<I>) => ({
    ...Object(await run(input)),
    clientMutationId: input.clientMutationId ?? null,
  });
}

/** What an id stands for, when it is of that kind. @throws Refusal 404 */
export function findOf<K extends Found['kind']>({ world }: View, id: string, kind: K) {
  const found = findNode(world, id);
  if (isKind(found, kind)) return found;
  throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'.`);
}

function isKind<K extends Found['kind']>(
  found: Found,
  kind: K,
): found is Found & { readonly kind: K } {
  return found.kind === kind;
}
