import type { Account, App, Installation, Token } from './caller.ts';
import type { Repository } from './repository.ts';

/** Everything that this GitHub knows. Repositories' contents are on disk, in `folder`. */
export interface World {
  /** Where it is reached, without a slash at the end. */
  readonly url: string;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ids of every kind come from one row, so that no two things are confused in a test. */
  readonly nextId: () => number;
  readonly accounts: Map<string, Account>;
  readonly repositories: Map<string, Repository>;
  readonly tokens: Map<string, Token>;
  readonly apps: Map<number, App>;
  readonly installations: Map<number, Installation>;
}

/** Where a world begins. */
export function newWorld(options: Pick<World, 'url' | 'folder' | 'now'>): World {
  let last = 1000;
  return {
    ...options,
    nextId: () => {
      last += 1;
      return last;
    },
    accounts: new Map(),
    repositories: new Map(),
    tokens: new Map(),
    apps: new Map(),
    installations: new Map(),
  };
}

/** The present, as GitHub writes it: without milliseconds. */
export function timestamp(world: World): string {
  return written(world.now());
}

/** A time as GitHub writes it. */
export function written(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
