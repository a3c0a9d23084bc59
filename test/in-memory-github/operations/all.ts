import { byId } from '../server/routes.ts';
import { appManifestOperations } from './app-manifests.ts';
import { appOperations } from './apps.ts';
import { checkRunOperations } from './check-runs.ts';
import { checkSuiteOperations } from './check-suites.ts';
import { codeScanningOperations } from './code-scanning.ts';
import { collaboratorOperations } from './collaborators.ts';
import { commitStatusOperations } from './commit-statuses.ts';
import { compareOperations } from './compare.ts';
import { contentOperations } from './contents.ts';
import { gitObjectOperations } from './git-objects.ts';
import { issueCommentOperations } from './issue-comments.ts';
import { issueOperations } from './issues.ts';
import { labelOperations } from './labels.ts';
import { mergeOperations } from './merges.ts';
import { pullOperations } from './pulls.ts';
import { reactionOperations } from './reactions.ts';
import { refOperations } from './refs.ts';
import { repositoryOperations } from './repositories.ts';
import { reviewCommentOperations } from './review-comments.ts';
import { reviewOperations } from './reviews.ts';
import { userAccessOperations } from './user-access.ts';
import { userOperations } from './users.ts';
import { webhookDeliveryOperations } from './webhook-deliveries.ts';
import { workflowRunOperations } from './workflow-runs.ts';

/** Every operation of this GitHub, by GitHub's name of it. */
export const OPERATIONS = byId([
  ...[...repositoryOperations, ...contentOperations, ...refOperations, ...compareOperations],
  ...gitObjectOperations,
  ...[...pullOperations, ...mergeOperations, ...reviewOperations, ...reviewCommentOperations],
  ...[...issueOperations, ...issueCommentOperations, ...labelOperations, ...reactionOperations],
  ...[
    ...checkRunOperations,
    ...checkSuiteOperations,
    ...commitStatusOperations,
    ...workflowRunOperations,
    ...codeScanningOperations,
    ...collaboratorOperations,
    ...appOperations,
    ...appManifestOperations,
    ...userAccessOperations,
    ...userOperations,
    ...webhookDeliveryOperations,
  ],
]);
