import type { App, Installation } from '../state/caller.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';

export function appJson(world: World, { id, slug, bot, owner = bot, permissions }: App) {
  const events = world.webhooks.get(id)?.events ?? [];
  const page = `${world.url}/apps/${slug}`;
  const created = '2026-01-01T00:00:00Z';
  return {
    ...{ id, slug, node_id: `A_${id}`, name: slug, description: null },
    ...{ owner: accountJson(world, owner), external_url: page, html_url: page },
    ...{ created_at: created, updated_at: created, permissions, events },
  };
}

export function installationJson(world: World, installation: Installation) {
  const { id, app, account, permissions, created } = installation;
  const url = `${world.url}/app/installations/${id}`;
  const events = world.webhooks.get(app.id)?.events ?? [];
  return {
    ...{ id, app_id: app.id, app_slug: app.slug, account: accountJson(world, account) },
    ...{ target_id: account.id, target_type: account.type, single_file_name: null },
    ...{ repository_selection: 'selected', permissions, events, html_url: url },
    ...{ access_tokens_url: `${url}/access_tokens`, created_at: created, updated_at: created },
    repositories_url: `${world.url}/installation/repositories`,
    ...{ suspended_by: null, suspended_at: null },
  };
}
