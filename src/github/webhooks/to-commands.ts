import type { Command } from '../commands/command.ts';
import { checkRunCommands, checkSuiteCommands } from './check.ts';
import { issueCommentCommands, reviewCommentCommands } from './comment.ts';
import {
  gateGroupCommands,
  gatePullCommands,
  gateRunCommands,
  gateStatusCommands,
  gateSuiteCommands,
  gateWorkflowCommands,
} from './gate.ts';
import { installationCommands, installationRepositoriesCommands } from './installation.ts';
import { issueCommands } from './issue.ts';
import { linkPullCommands, linkRunCommands, linkSuiteCommands } from './link.ts';
import { mergeGroupCommands } from './merge-group.ts';
import { pullRequestCommands } from './pull-request.ts';

/**
 * The events that become commands. The app subscribes to these in `app.yml`, but for those about installations,
 * which GitHub brings to every app.
 */
const EVENTS: Readonly<Record<string, (payload: unknown, app: number) => Command[]>> = {
  pull_request: (payload) => [
    ...pullRequestCommands(payload),
    ...gatePullCommands(payload),
    ...linkPullCommands(payload),
  ],
  issue_comment: issueCommentCommands,
  issues: issueCommands,
  pull_request_review_comment: reviewCommentCommands,
  check_run: (payload, app) => [
    ...checkRunCommands(payload, app),
    ...gateRunCommands(payload, app),
    ...linkRunCommands(payload, app),
  ],
  check_suite: (payload, app) => [
    ...checkSuiteCommands(payload, app),
    ...gateSuiteCommands(payload, app),
    ...linkSuiteCommands(payload, app),
  ],
  merge_group: (payload) => [...mergeGroupCommands(payload), ...gateGroupCommands(payload)],
  status: gateStatusCommands,
  workflow_run: gateWorkflowCommands,
  installation: installationCommands,
  installation_repositories: installationRepositoriesCommands,
};

/**
 * What an event asks of the app: no, one or several commands. Other events ask for nothing.
 * @param name GitHub's name of the event
 * @param app our own id, by which we know our checks
 * @throws ZodError when a payload of these events is not as GitHub describes it
 */
export function toCommands(name: string, payload: unknown, app: number): Command[] {
  return Object.hasOwn(EVENTS, name) ? (EVENTS[name]?.(payload, app) ?? []) : [];
}
