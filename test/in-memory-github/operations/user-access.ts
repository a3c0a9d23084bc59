import { operation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { Account, App, Caller, Installation } from '../state/caller.ts';
import { type Repository, roleOf } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { written } from '../state/written-time.ts';
import { accountJson } from './account-json.ts';
import { installationJson } from './app-json.ts';
import { paged } from './paging.ts';
import { repositoryJson } from './repository-json.ts';

/** What a user asks about themselves, and about apps that they have let in. */
export const userAccessOperations = [
  operation('users/get-authenticated', ({ world, caller }) => {
    if (caller.kind !== 'user') throw new Refusal(401, 'Requires authentication');
    const unknown = { name: null, company: null, blog: null, location: null, email: null };
    const more = { hireable: null, bio: null, public_repos: 0, public_gists: 0 };
    const born = written(0);
    const dates = { followers: 0, following: 0, created_at: born, updated_at: born };
    const body = { ...accountJson(world, caller.user), ...unknown, ...more, ...dates };
    return { status: 200, body };
  }),

  operation('apps/list-installations-for-authenticated-user', ({ world, caller, query, url }) => {
    const { user, app } = requireUserOfApp(caller);
    const all = [...world.installations.values()].filter(
      (one) => one.app.id === app.id && readable(world, one, user).length > 0,
    );
    const listed = all.map((one) => installationJson(world, one));
    return paged(url, query, listed, (installations) => ({
      ...{ total_count: all.length, installations },
    }));
  }),

  operation(
    'apps/list-installation-repos-for-authenticated-user',
    ({ world, caller, path, query, url }) => {
      const { user, app } = requireUserOfApp(caller);
      const installation = world.installations.get(path.installation_id);
      if (installation?.app.id !== app.id) throw notFound();
      const all = readable(world, installation, user);
      if (all.length === 0) throw notFound();
      const listed = all.map((one) => repositoryJson(world, one));
      return paged(url, query, listed, (repositories) => ({
        ...{ total_count: all.length, repositories },
      }));
    },
  ),

  operation('apps/delete-token', ({ world, caller, path, body }) => {
    if (caller.kind !== 'client' || caller.client.clientId !== path.client_id) throw notFound();
    const token = world.tokens.get(body.access_token);
    if (token?.kind !== 'user' || token.app !== caller.client.app) throw notFound();
    world.tokens.delete(body.access_token);
    return { status: 204 };
  }),
];

function requireUserOfApp(caller: Caller): { readonly user: Account; readonly app: App } {
  if (caller.kind === 'user' && caller.app !== undefined) return { ...caller, app: caller.app };
  throw new Refusal(
    403,
    'You must authenticate with an access token authorized to a GitHub App in order to list installations',
  );
}

/** The repositories that an installation reaches and a user was let into: that one is public is not enough. */
function readable(world: World, { repositories }: Installation, { login }: Account): Repository[] {
  return [...world.repositories.values()].filter((one) => {
    const isIn =
      one.owner.login.toLowerCase() === login.toLowerCase() ||
      one.collaborators.has(login.toLowerCase());
    return repositories.has(one.id) && isIn && roleOf(one, login) !== 'none';
  });
}
