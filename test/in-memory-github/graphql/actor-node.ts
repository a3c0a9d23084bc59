import type { Account } from '../state/caller.ts';
import type { View } from './view.ts';

/** Who did something. Here, unlike in the REST interface, bots have no `[bot]` after their name. */
export function actorNode({ world }: View, { id, login, type }: Account) {
  const name = login.replace(/\[bot\]$/, '');
  const path = `/${type === 'Bot' ? 'apps/' : ''}${name}`;
  return {
    ...{ __typename: type, id: `U_${id}`, databaseId: id, login: name, resourcePath: path },
    ...{ url: `${world.url}${path}`, avatarUrl: `${world.url}${path}.png` },
  };
}
