import type { Account } from '../state/caller.ts';
import type { Issue } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';

/** An issue with the repository's next number; it is not there until it is put there. */
export function newIssue(
  world: World,
  { issues }: Repository,
  author: Account,
  title: string,
  body: string | null,
): Issue {
  const now = timestamp(world);
  return {
    ...{ id: world.nextId(), number: issues.size + 1, author, title, body, state: 'open' },
    ...{ labels: new Set(), reactions: [], created: now, updated: now, closed: null },
    pull: undefined,
  };
}
