import type { Outbox } from '../webhooks/outbox.ts';
import type { Actions } from './actions.ts';
import type { Account, App, Installation, OAuthClient, Token } from './caller.ts';
import type { Registration } from './registration.ts';
import type { Repository } from './repository.ts';
import type { Authorisation } from './sign-in.ts';
import type { Delivery, Webhook } from './webhook.ts';
import { written } from './written-time.ts';

/** Everything that this GitHub knows. Repositories' contents are on disk, in `folder`. */
export interface World {
  /** Where it is reached, without a slash at the end. */
  readonly url: string;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How many entries a recursive tree shows at most. */
  readonly treeEntries: number;
  /** Ids of every kind come from one row, so that no two things are confused in a test. */
  readonly nextId: () => number;
  readonly accounts: Map<string, Account>;
  readonly repositories: Map<string, Repository>;
  readonly tokens: Map<string, Token>;
  readonly apps: Map<number, App>;
  readonly installations: Map<number, Installation>;
  /** By the codes that were not exchanged yet. */
  readonly registrations: Map<string, Registration>;
  /** By the ids that apps have as clients. */
  readonly oauthClients: Map<string, OAuthClient>;
  /** By the codes that were not exchanged yet. */
  readonly authorisations: Map<string, Authorisation>;
  /** Files that are had without a token by who knows their names. */
  readonly files: Map<string, string>;
  /** By the id of the app. */
  readonly webhooks: Map<number, Webhook>;
  /** In the order in which they were first tried, or are to be. */
  readonly deliveries: Map<number, Delivery>;
  readonly outbox: Outbox;
  readonly actions: Actions;
  /** Tells what went wrong that never should. */
  readonly report: (problem: string) => void;
}

/** Where a world begins. */
export function newWorld(
  options: Pick<World, 'url' | 'folder' | 'now' | 'treeEntries' | 'outbox' | 'actions' | 'report'>,
): World {
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
    registrations: new Map(),
    oauthClients: new Map(),
    authorisations: new Map(),
    files: new Map(),
    webhooks: new Map(),
    deliveries: new Map(),
  };
}

/** The present, as GitHub writes it. */
export function timestamp(world: World): string {
  return written(world.now());
}
