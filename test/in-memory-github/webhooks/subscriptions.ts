import type { Permissions } from '../state/caller.ts';

/** The permission that an app needs to hear of an event. */
const NEEDED: Readonly<Record<string, string>> = {
  ...{ check_run: 'checks', check_suite: 'checks', merge_group: 'merge_queues' },
  ...{ issues: 'issues', issue_comment: 'issues', push: 'contents', status: 'statuses' },
  ...{ pull_request: 'pull_requests', pull_request_review: 'pull_requests' },
  ...{ pull_request_review_comment: 'pull_requests', pull_request_review_thread: 'pull_requests' },
  ...{ workflow_run: 'actions' },
};

/** Events that every app hears of, and that need no subscription. */
const ALWAYS: readonly string[] = ['installation', 'installation_repositories'];

/** Why an app cannot subscribe to these events; undefined when it can. */
export function subscriptionProblem(
  events: readonly string[],
  permissions: Permissions,
): string | undefined {
  for (const event of events) {
    const needed = NEEDED[event];
    if (needed === undefined) return `this GitHub has no event ${event}`;
    if (permissions[needed] === undefined) return `${event} needs the permission ${needed}: read`;
  }
  return undefined;
}

/** Whether an app hears of an event: whoever writes checks hears of them without asking. */
export function isSubscribed(
  event: string,
  events: readonly string[],
  permissions: Permissions,
): boolean {
  const unasked = permissions['checks'] === 'write' && NEEDED[event] === 'checks';
  return ALWAYS.includes(event) || unasked || events.includes(event);
}
