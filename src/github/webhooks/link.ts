import { z } from 'zod';
import type { Command } from '../commands/command.ts';
import { parseBranch } from '../commands/migration-branch.ts';
import { LINK } from '../migrate/checks/link-check.ts';
import { isCheckOf } from '../migrate/checks/own-check.ts';
import { checkAppSchema, repositoryAddressOf, repositoryEventSchema } from './payload.ts';

// A head of a migration is tested within the C program once: when it is new, and when a person asks.
// What others say of it is nothing to go by.

const branchSchema = z.string().max(300).nullish();

const pullSchema = repositoryEventSchema.extend({
  action: z.string(),
  pull_request: z.object({
    head: z.object({ ref: z.string().max(300), repo: z.object({ id: z.int() }).nullable() }),
  }),
});

/** What brings a new head, or is the end of what is under way. */
const MOVES: readonly string[] = ['opened', 'reopened', 'synchronize', 'closed'];

/** A pull request of a function has a new head, or was closed. */
export function linkPullCommands(payload: unknown): Command[] {
  const { action, pull_request: pull, ...place } = pullSchema.parse(payload);
  const { ref, repo } = pull.head;
  if (!MOVES.includes(action) || repo?.id !== place.repository.id) return [];
  return linkCommands(place, ref, false);
}

const runSchema = repositoryEventSchema.extend({
  action: z.string(),
  check_run: z.object({
    external_id: z.string().nullish(),
    app: checkAppSchema,
    check_suite: z.object({ head_branch: branchSchema }).nullish(),
  }),
});

/** A person wants our check of a branch once more. */
export function linkRunCommands(payload: unknown, app: number): Command[] {
  const { action, check_run: run, ...place } = runSchema.parse(payload);
  const isOurs = run.app?.id === app && isCheckOf(LINK, run.external_id);
  return isOurs && action === 'rerequested'
    ? linkCommands(place, run.check_suite?.head_branch, true)
    : [];
}

const suiteSchema = repositoryEventSchema.extend({
  action: z.string(),
  check_suite: z.object({ head_branch: branchSchema, app: checkAppSchema }),
});

/** A person wants all of our checks of a branch once more. */
export function linkSuiteCommands(payload: unknown, app: number): Command[] {
  const { action, check_suite: suite, ...place } = suiteSchema.parse(payload);
  if (action !== 'rerequested' || suite.app?.id !== app) return [];
  return linkCommands(place, suite.head_branch, true);
}

function linkCommands(
  place: z.infer<typeof repositoryEventSchema>,
  branch: string | null | undefined,
  isAsked: boolean,
): Command[] {
  // The layout of a crate has no function.
  if (branch == null || parseBranch(branch)?.kind !== 'function') return [];
  return [{ kind: 'link-migration', ...repositoryAddressOf(place), branch, isAsked }];
}
