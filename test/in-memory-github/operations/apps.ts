import { createHash } from 'node:crypto';
import { operation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { App, Caller, Installation, Permissions } from '../state/caller.ts';
import { actionsApp, findRepository } from '../state/look-up.ts';
import type { World } from '../state/world.ts';
import { written } from '../state/written-time.ts';
import { appJson, installationJson } from './app-json.ts';
import { paged } from './paging.ts';
import { repositoryJson } from './repository-json.ts';

const HOUR = 3_600_000;

export const appOperations = [
  operation('apps/get-authenticated', ({ world, caller }) => ({
    status: 200,
    body: appJson(world, requireApp(caller)),
  })),

  operation('apps/get-by-slug', ({ world, path }) => {
    const known = [actionsApp(world, {}), ...world.apps.values()];
    const app = known.find(({ slug }) => slug === path.app_slug);
    if (app === undefined) throw notFound();
    return { status: 200, body: appJson(world, app) };
  }),

  operation('apps/list-installations', ({ world, caller, query, url }) => {
    const app = requireApp(caller);
    const own = [...world.installations.values()].filter((one) => one.app.id === app.id);
    return paged(
      url,
      query,
      own.map((one) => installationJson(world, one)),
    );
  }),

  operation('apps/get-installation', ({ world, caller, path }) => ({
    status: 200,
    body: installationJson(world, findInstallation(world, caller, path.installation_id)),
  })),

  operation('apps/get-repo-installation', ({ world, caller, path }) => {
    const app = requireApp(caller);
    const repository = findRepository(world, `${path.owner}/${path.repo}`);
    const there = [...world.installations.values()].find(
      (one) => one.app.id === app.id && repository && one.repositories.has(repository.id),
    );
    if (there === undefined) throw notFound();
    return { status: 200, body: installationJson(world, there) };
  }),

  operation('apps/create-installation-access-token', ({ world, caller, path, body }) => {
    const installation = findInstallation(world, caller, path.installation_id);
    const permissions = narrowed(installation, { ...body?.permissions });
    const wanted = [...world.repositories.values()].filter(({ id, name }) => {
      const some = body?.repositories !== undefined || body?.repository_ids !== undefined;
      const named = body?.repositories?.includes(name) || body?.repository_ids?.includes(id);
      return installation.repositories.has(id) && (!some || named);
    });
    const asked = new Set([...(body?.repositories ?? []), ...(body?.repository_ids ?? [])]).size;
    if (asked > 0 && wanted.length < asked) {
      throw new Refusal(
        422,
        'There is at least one repository that does not exist or is not accessible to the parent installation.',
      );
    }
    const expires = world.now() + HOUR;
    const token = installationToken(installation.app.id, world.nextId());
    const repositories = new Set(wanted.map(({ id }) => id));
    world.tokens.set(token, {
      ...{ kind: 'installation', app: installation.app, installation: installation.id },
      ...{ repositories, permissions, expires },
    });
    const selection = { repository_selection: 'selected', permissions };
    return { status: 201, body: { token, expires_at: written(expires), ...selection } };
  }),

  operation('apps/list-repos-accessible-to-installation', ({ world, caller, query, url }) => {
    if (caller.kind !== 'installation') throw new Refusal(403, 'Resource not accessible');
    const all = [...world.repositories.values()];
    const own = all.filter(({ id }) => caller.token.repositories.has(id));
    return paged(
      url,
      query,
      own.map((one) => repositoryJson(world, one)),
      (repositories) => ({ total_count: own.length, repositories }),
    );
  }),
];

/** @throws Refusal 401 for whoever shows no JSON web token of an app */
export function requireApp(caller: Caller): App {
  if (caller.kind === 'app') return caller.app;
  throw new Refusal(401, 'A JSON web token could not be decoded');
}

function findInstallation(world: World, caller: Caller, id: number): Installation {
  const app = requireApp(caller);
  const installation = world.installations.get(id);
  if (installation?.app.id !== app.id) throw notFound();
  return installation;
}

/** The permissions asked for, all when none are. @throws Refusal 422 for more than was granted. */
function narrowed({ permissions }: Installation, wanted: Permissions): Permissions {
  if (Object.keys(wanted).length === 0) return permissions;
  for (const [name, access] of Object.entries(wanted)) {
    if (permissions[name] === 'write' || permissions[name] === access) continue;
    throw new Refusal(422, 'The permissions requested are not granted to this installation.');
  }
  return wanted;
}

/** In the form GitHub gives them since 2026: longer than the old one, and with dots. */
function installationToken(app: number, seed: number): string {
  const text = (part: string) => createHash('sha512').update(`${seed} ${part}`).digest('base64url');
  const long = ['a', 'b', 'c', 'd'].map(text).join('');
  return `ghs_${app}_${text('header')}.${long}.${text('signature')}`;
}
