import * as z from 'zod';
import { ModelError, messageOf } from '../../errors.ts';
import { besidesSchema, type Claim } from '../discover/claim.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { candidateText } from './candidate-text.ts';
import type { ClusterMembers } from './cluster.ts';
import { reasonTargets } from './slice-targets.ts';
import { askAgent, type StageDeps } from './stage.ts';

/** Clusters that one reviewer looks at together. */
export const MAX_RECHECK_CLUSTERS = 10;

/** Whether the reasons for leaving a candidate out hold. */
interface Recheck {
  readonly gid: number;
  readonly is_reason_sufficient: boolean;
  readonly review_notes: string;
}

const recheckSchema = z.object({
  gid: z.int().positive(),
  is_reason_sufficient: z.boolean(),
  review_notes: z.string().trim().min(1),
  besides: besidesSchema,
});

/** What the reviewer says of one candidate, by its number in the question. */
type ReviewerAnswer = z.infer<typeof recheckSchema>;

/** What the reviewer came to. */
export interface RecheckOutcome {
  readonly reviews: Recheck[];
  /** Defects that it saw besides. */
  readonly besides: Claim[];
}

/** What the reviewer is asked about some clusters. */
export async function recheckPromptInputs(
  claims: readonly ClusterMembers[],
  deps: Pick<StageDeps, 'index'>,
): Promise<{ readonly claims: string; readonly code: string }> {
  let next = 1;
  const texts = claims.map(({ cluster, candidates }) => {
    const numbers = candidates.map(() => next++).join(', ');
    const { verification, invalid_reason: reason } = cluster;
    return `The claim about ${numbers}:\n  to be verified: ${verification}\n  no defect because: ${reason}`;
  });
  const all = claims.flatMap(({ candidates }) => candidates);
  // Who attacks a reason has to see the places that it rests on.
  const targets = claims.flatMap(({ cluster, candidates }) =>
    reasonTargets(candidates, cluster.invalid_reason),
  );
  return {
    claims: [candidateText(all), ...texts].join('\n\n'),
    code: printSlice(await sliceOf(targets, deps.index)),
  };
}

/**
 * Asks what the reasons leave open for which candidates are said to be no defects.
 * @param claims with the reason of each as that of an invalid group
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function askReviewer(
  claims: readonly ClusterMembers[],
  deps: StageDeps,
): Promise<readonly ReviewerAnswer[]> {
  const { value } = await askAgent(
    {
      ...{ role: 'reviewer', tier: 'normal', tools: deps.tools },
      subject: claims[0]?.cluster.cluster_id ?? '',
      values: await recheckPromptInputs(claims, deps),
      schema: ['reviews', z.array(recheckSchema)] as const,
    },
    deps,
  );
  return value;
}

/**
 * Attacks the reasons for which clusters were called invalid: did they consider every path, every
 * caller, every boundary? In doubt a candidate is reinstated, also when the answer cannot be read.
 * @throws ModelError when the model cannot be asked; the signal's reason
 */
export async function recheckInvalid(
  claims: readonly ClusterMembers[],
  deps: StageDeps,
): Promise<RecheckOutcome> {
  const gids = claims.flatMap(({ candidates }) => candidates.map(({ gid }) => gid));
  let answers: readonly ReviewerAnswer[] = [];
  let problem = 'the reviewer said nothing about it';
  try {
    answers = await askReviewer(claims, deps);
  } catch (thrown) {
    if (!(thrown instanceof ModelError) || thrown.failure !== 'answer') throw thrown;
    problem = `no readable answer of the reviewer: ${messageOf(thrown)}`;
    deps.onUnreadable?.(problem);
  }
  const reviews = gids.map((gid, at): Recheck => {
    const own = answers.filter((answer) => answer.gid === at + 1);
    const doubt = own.find((answer) => !answer.is_reason_sufficient) ?? own[0];
    if (doubt === undefined) return { gid, is_reason_sufficient: false, review_notes: problem };
    const { is_reason_sufficient, review_notes } = doubt;
    return { gid, is_reason_sufficient, review_notes };
  });
  return { reviews, besides: answers.flatMap(({ besides }) => besides) };
}
