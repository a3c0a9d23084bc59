import type { Access } from '../instructions/access.ts';
import { ensurePull } from './ensure-pull.ts';
import { setLabels } from './labels.ts';
import type { ReadyPlan } from './plan.ts';
import { evidenceDigest, printPullState } from './pull-state.ts';
import { pullText } from './pull-text.ts';

/** A branch with a plan's files on it. */
export interface FunctionBranch {
  readonly branch: string;
  /** Its commit. */
  readonly head: string;
  /** The branch that the pull request goes into. */
  readonly into: string;
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
  access: Access,
  plan: ReadyPlan,
  { branch, head, into, notes = [] }: FunctionBranch,
): Promise<number> {
  const { title, body: text } = pullText(plan, access.repository);
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
  await setLabels(access, pull, isProven(plan) ? ['migration'] : ['migration', 'unproven']);
  return pull;
}

/** Whether all of it was compared with the C, and all of the C was reached. */
function isProven({ facts }: ReadyPlan): boolean {
  return facts.functions.every(({ evidence }) => {
    if (evidence.kind !== 'equal') return false;
    const { lines, coveredLines } = evidence.coverage;
    return lines === coveredLines;
  });
}
