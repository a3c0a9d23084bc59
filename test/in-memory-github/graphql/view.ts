import type { Needs } from '../server/authorize.ts';
import { authorize } from '../server/authorize.ts';
import { Refusal } from '../server/refusal.ts';
import type { Caller } from '../state/caller.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';

/** The world as somebody sees it. */
export interface View {
  readonly world: World;
  readonly caller: Caller;
}

/** @throws Refusal 404, 401 or 403, as the interface has it */
export function require({ world, caller }: View, { owner, name }: Repository, needs: Needs): void {
  authorize(world, caller, owner.login, name, needs);
}

/**
 * For changes of a pull request that GitHub keeps to who may push, whatever they have to do with
 * content: of an app it wants the permission for contents beside the one for pull requests.
 * @throws Refusal
 */
export function requirePush(view: View, repository: Repository): void {
  for (const permission of ['pull_requests', 'contents']) {
    require(view, repository, { permission, access: 'write' });
  }
}

/** The same for what the author of a pull request may do as well. @throws Refusal */
export function requirePushOrAuthor(
  view: View,
  repository: Repository,
  request: PullRequest,
): void {
  const { caller } = view;
  if (caller.kind === 'user' && caller.user.id === request.author.id) return;
  requirePush(view, repository);
}

/** Whether something is allowed. */
export function may(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
