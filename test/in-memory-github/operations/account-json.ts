import type { Account } from '../state/caller.ts';
import type { World } from '../state/world.ts';

/** A person or a bot, as GitHub shows it in everything they did. */
export function accountJson(world: World, { id, login, type }: Account) {
  const url = `${world.url}/users/${encodeURIComponent(login)}`;
  return {
    ...{ id, login, type, node_id: `U_${id}`, gravatar_id: '', site_admin: false, url },
    ...{ user_view_type: 'public', html_url: `${world.url}/${encodeURIComponent(login)}` },
    avatar_url: `${url}/avatar`,
    events_url: `${url}/events`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following`,
    gists_url: `${url}/gists`,
    organizations_url: `${url}/orgs`,
    received_events_url: `${url}/received_events`,
    repos_url: `${url}/repos`,
    starred_url: `${url}/starred`,
    subscriptions_url: `${url}/subscriptions`,
  };
}
