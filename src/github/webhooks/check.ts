import { z } from 'zod';
import { type Command, shaSchema } from '../commands/command.ts';
import {
  accountSchema,
  checkAppSchema,
  checkPullsSchema,
  repositoryAddressOf,
  repositoryEventSchema,
} from './payload.ts';

const checkRunSchema = repositoryEventSchema.extend({
  action: z.string(),
  check_run: z.object({
    id: z.int().positive(),
    head_sha: shaSchema,
    external_id: z.string().nullish(),
    app: checkAppSchema,
  }),
  requested_action: z.object({ identifier: z.string() }).optional(),
  sender: accountSchema,
});

/** What the publisher of check runs writes down of the pull request, see `openCheck`. */
const EXTERNAL_ID = /^pull ([1-9]\d{0,9})$/;

/**
 * A button of a check run of ours was clicked: it is wanted once more, or explained.
 * @param app our own id
 */
export function checkRunCommands(payload: unknown, app: number): Command[] {
  const {
    action,
    check_run: run,
    requested_action,
    sender,
    ...place
  } = checkRunSchema.parse(payload);
  if (run.app?.id !== app) return [];
  const common = repositoryAddressOf(place);
  const head = run.head_sha;
  const wanted = action === 'rerequested' ? 'rerun' : requested_action?.identifier;
  if (wanted === 'explain') {
    const user = { id: sender.id, login: sender.login };
    return [{ kind: 'explain-check', ...common, head, checkRun: run.id, user }];
  }
  // GitHub itself names no pull request where it comes from a fork.
  const pull = EXTERNAL_ID.exec(run.external_id ?? '')?.[1];
  if (wanted !== 'rerun' || pull === undefined) return [];
  return [{ kind: 'review-pull-request', ...common, pull: Number(pull), head, reason: 'rerun' }];
}

const checkSuiteSchema = repositoryEventSchema.extend({
  action: z.string(),
  check_suite: z.object({
    head_sha: shaSchema,
    app: checkAppSchema,
    pull_requests: checkPullsSchema,
  }),
});

/**
 * A person wants all of our checks of a commit once more.
 * @param app our own id
 */
export function checkSuiteCommands(payload: unknown, app: number): Command[] {
  const { action, check_suite: suite, ...place } = checkSuiteSchema.parse(payload);
  if (action !== 'rerequested' || suite.app?.id !== app) return [];
  const common = repositoryAddressOf(place);
  return suite.pull_requests
    .filter(({ base }) => base.repo.id === common.repository.id)
    .map(({ number: pull }) => {
      const head = suite.head_sha;
      return { kind: 'review-pull-request', ...common, pull, head, reason: 'rerun' };
    });
}
