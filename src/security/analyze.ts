import * as z from 'zod';
import { loadPrompt } from '../model/prompts/load-prompt.ts';
import { renderPrompt } from '../model/prompts/render-prompt.ts';
import type { Candidate } from './candidate.ts';
import type { ClusterMembers } from './cluster.ts';
import { candidateText } from './examination/candidate-text.ts';
import { CheckedDerivation } from './examination/checked-derivation.ts';
import { eachOnce } from './examination/each-once.ts';
import {
  type Derivation,
  derivationSchema,
  type Learnt,
  learntSchema,
} from './examination/examination.ts';
import { askAgent, type StageDeps } from './examination/stage.ts';
import { printSlice } from './slice/print-slice.ts';
import { sliceOf } from './slice/slice.ts';

/** What the analyst says of one candidate. */
export type Judgement =
  | { readonly kind: 'risk'; readonly gid: number; readonly derivation: CheckedDerivation }
  /** It sees a risk, but its path is not there, also after it was told so. */
  | {
      readonly kind: 'unproven';
      readonly gid: number;
      readonly derivation: Derivation;
      readonly problem: string;
    }
  | { readonly kind: 'safe'; readonly gid: number; readonly reason: string };

export interface Analysis {
  readonly judgements: readonly Judgement[];
  /** What it learnt about functions, for whoever looks at them later. */
  readonly learnt: readonly Learnt[];
}

/** A value that every model writes for "nothing". */
const optionalText = z.string().nullish();

const judgedSchema = z
  .object({
    gid: z.int().positive(),
    has_risk: z.boolean(),
    reason: optionalText,
    // Checked below, and only where there is a risk: models write null, or nothing, elsewhere.
    preconditions: z.unknown().optional(),
    trigger_path: z.unknown().optional(),
    consequences: z.unknown().optional(),
    suggestions: z.unknown().optional(),
    learnt: z.array(learntSchema).nullish(),
  })
  .transform(({ gid, has_risk, reason, learnt, ...rest }, context) => {
    const base = { gid, learnt: learnt ?? [] };
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

type Judged = z.infer<typeof judgedSchema>;

/** What the analyst is asked about a cluster. */
export async function analysisQuestion(
  { cluster, candidates }: ClusterMembers,
  deps: Pick<StageDeps, 'index'>,
): Promise<{ readonly verification: string; readonly candidates: string; readonly code: string }> {
  return {
    verification: cluster.verification,
    candidates: candidateText(candidates),
    code: printSlice(await sliceOf(candidates, deps.index)),
  };
}

/**
 * Has an agent derive, for each candidate of a cluster, how an attacker reaches it, or say why
 * nobody can. A path that is not in the call graph goes back to the agent once.
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function analyzeCluster(members: ClusterMembers, deps: StageDeps): Promise<Analysis> {
  const { candidates, cluster } = members;
  const first = await askAgent(
    {
      ...{ role: 'analyst', tier: 'normal', tools: deps.tools },
      subject: cluster.cluster_id,
      values: await analysisQuestion(members, deps),
      schema: ['analysis', eachOnce(judgedSchema, candidates.length)] as const,
    },
    deps,
  );
  const ruled = first.value.map((one) => judge(one, candidates, deps));
  const problems = ruled.flatMap((one, at) =>
    one?.kind === 'unproven' ? [`${first.value[at]?.gid}: ${one.problem}`] : [],
  );
  if (problems.length === 0) return analysisOf(first.value, ruled);
  const prompt = loadPrompt('analyst-path');
  const { messages } = renderPrompt(prompt, { problems: problems.join('\n') });
  const { value } = await first.reply(messages);
  return analysisOf(
    value,
    value.map((one) => judge(one, candidates, deps)),
  );
}

function analysisOf(
  judged: readonly Judged[],
  judgements: readonly (Judgement | undefined)[],
): Analysis {
  return {
    judgements: judgements
      .flatMap((one) => one ?? [])
      .toSorted((left, right) => left.gid - right.gid),
    learnt: judged.flatMap(({ learnt }) => learnt),
  };
}

/** Compares what the agent says with the call graph; undefined for a candidate it was not asked about. */
function judge(
  judged: Judged,
  candidates: readonly Candidate[],
  { index }: StageDeps,
): Judgement | undefined {
  const candidate = candidates[judged.gid - 1];
  if (candidate === undefined) return undefined;
  const { gid } = candidate;
  if (judged.kind === 'safe') return { kind: 'safe', gid, reason: judged.reason };
  const derivation = CheckedDerivation.check(judged.derivation, candidate, index);
  if (derivation instanceof CheckedDerivation) return { kind: 'risk', gid, derivation };
  const problem = derivation.problems.join('; ');
  return { kind: 'unproven', gid, derivation: judged.derivation, problem };
}
