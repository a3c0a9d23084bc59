import type { Reaction } from '../state/issue.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';

const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'eyes', 'rocket'];

export function reactionJson(world: World, { id, author, content, created }: Reaction) {
  const user = accountJson(world, author);
  return { id, node_id: `REA_${id}`, user, content, created_at: created };
}

/** How many there are of each, as it stands beside what they are for. */
export function reactionsJson(url: string, reactions: readonly Reaction[]) {
  const count = (one: string) => reactions.filter(({ content }) => content === one).length;
  const counts = Object.fromEntries(CONTENTS.map((one) => [one, count(one)]));
  return { url: `${url}/reactions`, total_count: reactions.length, ...counts };
}
