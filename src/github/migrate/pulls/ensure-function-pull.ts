import type { RepositoryClient } from '../../api/repository-client.ts';
import type { ReadyPlan } from '../../isolated-worker/migration-plan.ts';
import { worstComparisonLevel } from '../description/headline.ts';
import { pullBody } from '../description/pull-body.ts';
import { ensurePull } from './ensure-pull.ts';
import { setLabels } from './labels.ts';
import { evidenceDigest, printPullState } from './pull-state.ts';
import { pullText } from './pull-text.ts';

/** A branch with a plan's files on it. */
export interface FunctionBranch {
  readonly branch: string;
  /** Its commit. */
  readonly head: string;
  /** The branch that the pull request goes into. */
  readonly into: string;
  /** Of the repository, for people, such as `https://github.com/ada/demo`. */
  readonly repositoryUrl: string;
  /** The pull request that this one is built on. */
  readonly after?: number | undefined;
  /** See `PullSubject`. */
  readonly again?: string | undefined;
  /** What else is said at the end of the description, in Markdown. */
  readonly notes?: readonly string[];
}

/**
 * Sees that there is a draft pull request for a plan that is on its branch, with its evidence, its state
 * and its labels.
 * @param access with a token that writes pull requests
 * @returns its number
 */
export async function ensureFunctionPull(
  access: RepositoryClient,
  plan: ReadyPlan,
  { branch, head, into, repositoryUrl, after, again, notes = [] }: FunctionBranch,
): Promise<number> {
  const { title } = pullText(plan);
  const { facts, base, crate } = plan;
  const text = pullBody({ facts, base, head, crate, repositoryUrl, after, again, repairs: 0 });
  const { markerKey: key, identity, repository } = access;
  const state = printPullState(
    {
      ...{ branch, functions: plan.functions, base: plan.base, head, repairs: 0 },
      evidence: evidenceDigest(plan.facts.functions.map(({ evidence }) => evidence)),
    },
    { key, repository: repository.id, author: identity.bot },
  );
  const body = [text, ...notes, state].join('\n\n');
  const pull = await ensurePull(access, { branch, into, title, body, draft: true });
  const isFullyCompared = worstComparisonLevel(facts) === 'proven';
  await setLabels(access, pull, isFullyCompared ? ['migration'] : ['migration', 'unproven']);
  return pull;
}
