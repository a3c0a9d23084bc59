import { codeSpan, quotedText } from '../../../page/markdown-text.ts';
import { fetchBranchHead } from '../../api/commits.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { openWriteClient } from '../../api/write-client.ts';
import { SETUP_BRANCH } from '../../commands/migration-branch.ts';
import { type MigrationTarget, planMigration } from '../../isolated-worker/run-migration-task.ts';
import type { FunctionBranch } from '../pulls/ensure-function-pull.ts';
import { ensurePull } from '../pulls/ensure-pull.ts';
import { fetchPullFrom, hasOthersCommits } from '../pulls/fetch-pulls.ts';
import { setLabels } from '../pulls/labels.ts';
import { publishFiles } from '../pulls/publish-files.ts';
import { type PullText, setupText } from '../pulls/pull-text.ts';
import { planRefusal } from '../pulls/refused-file.ts';
import type { MigrationDeps } from './migration-deps.ts';
import type { BaseBranch } from './propose-step.ts';

/** On top of what the crate is laid out. */
export interface SetupBase extends BaseBranch {
  /** Functions that are wanted: the layout has a place for each of the project. */
  readonly only: readonly string[];
  /** How many the project has. */
  readonly functions: number;
  /** Whether a pull request that was closed counts for nothing. */
  readonly isAgain: boolean;
}

type LayoutResult = BaseBranch | { readonly problem: string };

/** Of this process, by repository: the second job finds what the first has made. */
const layoutsInProgress = new Map<number, Promise<unknown>>();

/**
 * Sees that a pull request lays the crate out: modules, and a line for each function, so that those of
 * functions go side by side. They are based on its branch until it is merged. A branch that is there is
 * taken as it is.
 * @returns the branch to build on; or why there is none, in Markdown
 */
export async function ensureSetup(
  access: RepositoryClient,
  place: MigrationTarget,
  base: SetupBase,
  deps: MigrationDeps,
): Promise<LayoutResult> {
  const { id } = place.repository;
  const before = layoutsInProgress.get(id) ?? Promise.resolve();
  const layout = before.then(
    () => layOutCrate(access, place, base, deps),
    () => layOutCrate(access, place, base, deps),
  );
  layoutsInProgress.set(id, layout);
  try {
    return await layout;
  } finally {
    if (layoutsInProgress.get(id) === layout) layoutsInProgress.delete(id);
  }
}

async function layOutCrate(
  access: RepositoryClient,
  place: MigrationTarget,
  base: SetupBase,
  deps: MigrationDeps,
): Promise<LayoutResult> {
  deps.signal.throwIfAborted();
  const before = await fetchPullFrom(access, SETUP_BRANCH);
  if (before?.state === 'open') return { branch: SETUP_BRANCH, head: before.head };
  if (before?.state === 'closed' && !base.isAgain) {
    return {
      problem: `Pull request #${before.number}, which lays out the crate, was closed without a merge. \`/migrate retry FUNCTION\` asks for it again.`,
    };
  }
  const writer = await openWriteClient(place, deps);
  if (writer === undefined) {
    return {
      problem: 'The App may not write contents in this repository: allow it, and ask again.',
    };
  }
  const present = before === undefined ? await fetchBranchHead(access, SETUP_BRANCH) : undefined;
  const text = setupText(place.configuration.migration.crate, base.functions);
  if (present === undefined || (await hasOthersCommits(access, base.head, present))) {
    const published = await publishLayout(writer, place, base, text.message, deps);
    if ('problem' in published) return published;
  }
  await ensureSetupPull(writer, text, { into: base.branch });
  const head = await fetchBranchHead(access, SETUP_BRANCH);
  return head === undefined
    ? { problem: `The branch ${codeSpan(SETUP_BRANCH)} has just been removed: ask again.` }
    : { branch: SETUP_BRANCH, head };
}

/**
 * Sees that there is a pull request from the branch of the layout. It waits for nothing, so it is no draft.
 * @param access with a token that writes pull requests
 * @returns its number
 */
export async function ensureSetupPull(
  access: RepositoryClient,
  { title, body }: Pick<PullText, 'title' | 'body'>,
  { into, notes = [] }: Pick<FunctionBranch, 'into' | 'notes'>,
): Promise<number> {
  const text = [body, ...notes].join('\n\n');
  const wanted = { branch: SETUP_BRANCH, into, title, body: text, draft: false };
  const pull = await ensurePull(access, wanted);
  await setLabels(access, pull, ['migration']);
  return pull;
}

async function publishLayout(
  writer: RepositoryClient,
  place: MigrationTarget,
  { head, only }: SetupBase,
  message: string,
  deps: MigrationDeps,
): Promise<{ readonly head: string } | { readonly problem: string }> {
  const { id } = place.repository;
  const plan =
    deps.plans.get(id, SETUP_BRANCH, head) ??
    (await planMigration(place, head, only, deps.signal, deps));
  if (plan.kind !== 'set-up') {
    const reason = plan.kind === 'ready' ? 'the crate is there already' : plan.reason;
    return { problem: `The crate could not be laid out. ${quotedText(reason)}` };
  }
  const refused =
    plan.base === head
      ? planRefusal(plan, place.configuration.migration)
      : 'it is for another commit';
  if (refused !== undefined) return { problem: `The layout was refused: ${quotedText(refused)}.` };
  deps.plans.put(id, SETUP_BRANCH, head, plan);
  const commit = { branch: SETUP_BRANCH, base: head, files: plan.files, message };
  const published = await publishFiles(writer, commit);
  if (published.kind === 'others') {
    return {
      problem: `Another person has written to ${codeSpan(SETUP_BRANCH)}: open a pull request from there, and ask again once it is merged.`,
    };
  }
  if (published.kind === 'refused') {
    return { problem: `The layout was refused: ${quotedText(published.problem)}.` };
  }
  deps.plans.remove(id, SETUP_BRANCH);
  return { head: published.head };
}
