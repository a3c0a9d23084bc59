import type { operations } from '@octokit/openapi-types';
import type { Caller } from '../state/caller.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { authorize, type Needs } from './authorize.ts';
import { describeOperation, type OperationDescription } from './description.ts';
import { type Parts, requestChecks } from './request-checks.ts';

type Id = keyof operations;
type Path<I extends Id> = operations[I] extends { parameters: { path: infer P } } ? P : unknown;
type Query<I extends Id> = operations[I] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : unknown;
type Body<I extends Id> = operations[I] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : unknown;

/** A request that keeps to GitHub's description. */
export interface Call<I extends Id> {
  readonly world: World;
  readonly caller: Caller;
  readonly path: Path<I>;
  readonly query: Query<I>;
  readonly body: Body<I>;
  /** The media type asked for. */
  readonly accept: string;
  /** As it was asked for. */
  readonly url: URL;
}

export interface Answer {
  readonly status: number;
  /** Sent as JSON; a Buffer is sent as it is, for the media types that are not JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request before it is checked. */
interface RawCall extends Parts {
  readonly world: World;
  readonly caller: Caller;
  readonly accept: string;
  readonly url: URL;
}

/** One operation of the interface: what GitHub says of it, and what we do. */
export interface Operation {
  readonly description: OperationDescription;
  run(call: RawCall): Answer | Promise<Answer>;
}

/** An operation that stands for itself: what may be done is for the handler to check. */
export function operation<I extends Id>(
  id: I,
  handler: (call: Call<I>) => Answer | Promise<Answer>,
): Operation {
  const description = describeOperation(id);
  const checked = requestChecks<Path<I>, Query<I>, Body<I>>(description);
  return {
    description,
    run: (raw) =>
      handler({
        world: raw.world,
        caller: raw.caller,
        accept: raw.accept,
        url: raw.url,
        ...checked(raw),
      }),
  };
}

/** An operation on a repository that the caller needs a permission for. */
export function repositoryOperation<I extends Id>(
  id: I,
  needs: Needs,
  handler: (call: Call<I> & { readonly repository: Repository }) => Answer | Promise<Answer>,
): Operation {
  const description = describeOperation(id);
  const checked = requestChecks<Path<I>, Query<I>, Body<I>>(description);
  return {
    description,
    run(raw) {
      const { world, caller, accept, url, path } = raw;
      const repository = authorize(world, caller, path['owner'], path['repo'], needs);
      return handler({ world, caller, accept, url, repository, ...checked(raw) });
    },
  };
}
