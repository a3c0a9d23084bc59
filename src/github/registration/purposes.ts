/** What the App does with something that it is granted. */
export interface Purpose {
  /** Completes “without it, it cannot …” as well as “it wants it to …”. */
  readonly to: string;
  /** Whether a review is not possible without it. */
  readonly needed: boolean;
}

/** A permission is for one thing when it is for reading, and for another one when it is for writing. */
interface PermissionPurpose {
  readonly read?: Purpose;
  readonly write?: Purpose;
}

const needed = (to: string): Purpose => ({ to, needed: true });
const optional = (to: string): Purpose => ({ to, needed: false });

/** What each permission of `app.yml` is for. */
export const PERMISSION_PURPOSES: Readonly<Record<string, PermissionPurpose>> = {
  actions: { read: optional('read what workflows made of a migration, with their logs') },
  statuses: { read: optional('read the commit statuses of a migration') },
  metadata: { read: needed('be told of the repositories that it is installed on') },
  checks: { write: needed('publish its checks, and hear of those of others') },
  contents: {
    read: needed('fetch what it reviews'),
    write: optional(
      'resolve its threads, write down what maintainers settled, or push fixes and migrations',
    ),
  },
  pull_requests: { write: needed('comment on lines, and open pull requests') },
  issues: { write: needed('answer instructions, and keep the dashboard of a migration') },
  security_events: {
    write: optional('upload results to code scanning, or dismiss what maintainers settled there'),
  },
  merge_queues: { read: optional('take part in merge queues') },
};

/** What each event of `app.yml` is for. */
export const EVENT_PURPOSES: Readonly<Record<string, Purpose>> = {
  check_run: optional('hear of the buttons of its checks, and of the checks of others'),
  check_suite: optional('hear that all its checks are wanted once more'),
  issue_comment: optional('answer instructions in comments'),
  issues: optional('follow the boxes that people tick on the dashboard of a migration'),
  merge_group: optional('review what a merge queue builds'),
  pull_request: needed('review pull requests when they are opened or pushed to'),
  pull_request_review_comment: optional('answer instructions below its comments on lines'),
  status: optional('judge a migration when a commit status changes'),
  workflow_run: optional('judge a migration when a workflow ends'),
};
