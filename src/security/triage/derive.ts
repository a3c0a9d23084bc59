import * as z from 'zod';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import type { Candidate } from '../candidates/candidate.ts';
import {
  type Derivation,
  derivationSchema,
  type FunctionRemark,
  functionRemarkSchema,
} from '../candidates/triage-result.ts';
import { besidesSchema, type Claim } from '../discover/claim.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { candidateText } from './candidate-text.ts';
import { CheckedDerivation } from './checked-derivation.ts';
import type { ClusterMembers } from './cluster.ts';
import { eachOnce } from './each-once.ts';
import { shownFunctions } from './shown-functions.ts';
import { analysisTargets } from './slice-targets.ts';
import { askAgent, type StageDeps } from './stage.ts';

/** What the analyst says of one candidate. */
export type DerivationOutcome =
  | { readonly kind: 'risk'; readonly gid: number; readonly derivation: CheckedDerivation }
  /** It sees a risk, but its path is not in the call graph, not even after a second attempt. */
  | {
      readonly kind: 'unproven';
      readonly gid: number;
      readonly derivation: Derivation;
      readonly problem: string;
    }
  | { readonly kind: 'safe'; readonly gid: number; readonly reason: string };

export interface ClusterDerivations {
  readonly outcomes: readonly DerivationOutcome[];
  /** What it learnt about functions, for agents that look at them later. */
  readonly remarks: readonly FunctionRemark[];
  /** Defects that it saw besides. */
  readonly besides: readonly Claim[];
  /** Whether it was told what was learnt before: then its answer depends on more than the slice. */
  readonly isReminded: boolean;
}

/** A value that every model writes for "nothing". */
const optionalText = z.string().nullish();

const analystAnswerSchema = z
  .object({
    gid: z.int().positive(),
    has_risk: z.boolean(),
    reason: optionalText,
    // Checked below, and only where there is a risk: models write null, or nothing, elsewhere.
    preconditions: z.unknown().optional(),
    trigger_path: z.unknown().optional(),
    consequences: z.unknown().optional(),
    suggestions: z.unknown().optional(),
    learnt: z.array(functionRemarkSchema).nullish(),
    besides: besidesSchema,
  })
  .transform(({ gid, has_risk, reason, learnt, besides, ...rest }, context) => {
    const base = { gid, learnt: learnt ?? [], besides };
    if (!has_risk) {
      const why = reason?.trim() ?? '';
      if (why !== '') return { ...base, kind: 'safe' as const, reason: why };
      context.addIssue({ code: 'custom', path: ['reason'], message: 'is required without a risk' });
      return z.NEVER;
    }
    const derivation = derivationSchema.safeParse(rest);
    if (derivation.success) return { ...base, kind: 'risk' as const, derivation: derivation.data };
    for (const { path, message } of derivation.error.issues) {
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: `${message} (has_risk is true)`,
      });
    }
    return z.NEVER;
  });

const groupedSchema = z.looseObject({ gids: z.array(z.unknown()) });

/** An entry for several candidates as one for each; what else was seen stands in the first one. */
function splitGroups(entry: unknown): readonly unknown[] {
  const grouped = groupedSchema.safeParse(entry).data;
  if (grouped === undefined) return [entry];
  const { gids, besides, learnt, ...rest } = grouped;
  return gids.map((gid, at) => ({ ...rest, gid, ...(at === 0 ? { besides, learnt } : {}) }));
}

type AnalystAnswer = z.infer<typeof analystAnswerSchema>;

/** To be verified where nothing is but what the candidates claim. */
const CLAIMS_HOLD = 'what the candidates below claim';

/** What the analyst is asked about a cluster. */
export async function derivePromptInputs(
  { cluster, candidates }: ClusterMembers,
  deps: Pick<StageDeps, 'index'>,
): Promise<{ readonly verification: string; readonly candidates: string; readonly code: string }> {
  const claims = candidates.map(({ description }) => description).join(' ');
  return {
    // What a candidate claims stands with it.
    verification: cluster.verification === claims ? CLAIMS_HOLD : cluster.verification,
    candidates: candidateText(candidates),
    code: printSlice(await sliceOf(analysisTargets(candidates), deps.index)),
  };
}

/**
 * Has an agent derive, for each candidate of a cluster, how an attacker reaches it, or say why
 * that is impossible. A path that is not in the call graph goes back to the agent once.
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function deriveCluster(
  members: ClusterMembers,
  deps: StageDeps,
): Promise<ClusterDerivations> {
  const { candidates, cluster } = members;
  const remembered = await rememberedFor(members, deps);
  const isReminded = remembered.length > 0;
  const first = await askAgent(
    {
      ...{ role: 'analyst', tier: 'normal', tools: deps.tools },
      ...{ subject: cluster.cluster_id, remembered },
      values: await derivePromptInputs(members, deps),
      schema: ['analysis', eachOnce(analystAnswerSchema, candidates.length, splitGroups)] as const,
    },
    deps,
  );
  const checkedOutcomes = first.value.map((one) => checkAgainstCallGraph(one, candidates, deps));
  const problems = checkedOutcomes.flatMap((one, at) =>
    one?.kind === 'unproven' ? [`${first.value[at]?.gid}: ${one.problem}`] : [],
  );
  if (problems.length === 0)
    return { ...clusterDerivations(first.value, checkedOutcomes), isReminded };
  const prompt = loadPrompt('analyst-path');
  const { messages } = renderPrompt(prompt, { problems: problems.join('\n') });
  const { value } = await first.reply(messages);
  const outcomes = value.map((one) => checkAgainstCallGraph(one, candidates, deps));
  return { ...clusterDerivations(value, outcomes), isReminded };
}

/** What was learnt before of the functions that the analyst is shown. */
async function rememberedFor(
  { cluster, candidates }: ClusterMembers,
  { recall, index }: Pick<StageDeps, 'recall' | 'index'>,
): Promise<readonly string[]> {
  if (recall === undefined) return [];
  const words = [cluster.verification, ...candidates.map(({ description }) => description)];
  return recall(await shownFunctions(analysisTargets(candidates), index), words.join(' '));
}

function clusterDerivations(
  judged: readonly AnalystAnswer[],
  judgements: readonly (DerivationOutcome | undefined)[],
): Omit<ClusterDerivations, 'isReminded'> {
  return {
    outcomes: judgements
      .flatMap((one) => one ?? [])
      .toSorted((left, right) => left.gid - right.gid),
    remarks: judged.flatMap(({ learnt }) => learnt),
    besides: judged.flatMap(({ besides }) => besides),
  };
}

/** Compares what the agent says with the call graph; undefined for a candidate it was not asked about. */
function checkAgainstCallGraph(
  judged: AnalystAnswer,
  candidates: readonly Candidate[],
  { index }: StageDeps,
): DerivationOutcome | undefined {
  const candidate = candidates[judged.gid - 1];
  if (candidate === undefined) return undefined;
  const { gid } = candidate;
  if (judged.kind === 'safe') return { kind: 'safe', gid, reason: judged.reason };
  const derivation = CheckedDerivation.check(judged.derivation, candidate, index);
  if (derivation instanceof CheckedDerivation) return { kind: 'risk', gid, derivation };
  const problem = derivation.problems.join('; ');
  return { kind: 'unproven', gid, derivation: judged.derivation, problem };
}
