import { ModelError } from '../../errors.ts';
import type { Message } from '../../model/model.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { Derivation, FunctionRemark } from '../candidates/triage-result.ts';
import type { Claim } from '../discover/claim.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { type AnalystAnswer, analystAnswerSchema, splitGroups } from './analyst-answer.ts';
import { callersText } from './callers-to-check.ts';
import { candidateText } from './candidate-text.ts';
import { CheckedDerivation } from './checked-derivation.ts';
import type { ClusterMembers } from './cluster.ts';
import { eachOnce } from './each-once.ts';
import { type Refutation, type SecondLook, secondLook } from './second-look.ts';
import { shownFunctions } from './shown-functions.ts';
import { analysisTargets } from './slice-targets.ts';
import { type Answered, askAgent, type StageDeps } from './stage.ts';
import { unseenCallers } from './unseen-callers.ts';

/** What the analyst says of one candidate. */
export type DerivationOutcome =
  | {
      readonly kind: 'risk';
      readonly gid: number;
      readonly derivation: CheckedDerivation;
      /** Callers that no model has looked at. */
      readonly unseen: readonly string[];
    }
  /** It sees a risk, but its path is not in the call graph, not even after a second attempt. */
  | {
      readonly kind: 'unproven';
      readonly gid: number;
      readonly derivation: Derivation;
      readonly problem: string;
    }
  | {
      readonly kind: 'safe';
      readonly gid: number;
      readonly reason: string;
      readonly unseen: readonly string[];
    };

export interface ClusterDerivations {
  readonly outcomes: readonly DerivationOutcome[];
  /** What it learnt about functions, for agents that look at them later. */
  readonly remarks: readonly FunctionRemark[];
  /** Defects that it saw besides. */
  readonly besides: readonly Claim[];
  /** Whether it was told remarks on functions: then its answer depends on more than the slice, and the methods for its rules. */
  readonly isReminded: boolean;
}

/** To be verified where nothing is but what the candidates claim. */
const CLAIMS_HOLD = 'what the candidates below claim';

/** What the analyst is asked about a cluster. */
export async function derivePromptInputs(
  { cluster, candidates }: ClusterMembers,
  deps: Pick<StageDeps, 'index'>,
): Promise<Readonly<Record<'verification' | 'candidates' | 'callers' | 'code', string>>> {
  const claims = candidates.map(({ description }) => description).join(' ');
  return {
    // What a candidate claims stands with it.
    verification: cluster.verification === claims ? CLAIMS_HOLD : cluster.verification,
    candidates: candidateText(candidates),
    callers: callersText(candidates, deps.index),
    code: printSlice(await sliceOf(analysisTargets(candidates), deps.index)),
  };
}

/**
 * Has an agent derive, for each candidate of a cluster, how an attacker reaches it, or say why
 * that is impossible. A path that is not in the call graph goes back to the agent once, and so does an answer that says
 * nothing of a caller.
 * @param secondReader whether another agent attacks the reasons why candidates are no risks; what it finds goes back, too
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function deriveCluster(
  members: ClusterMembers,
  deps: StageDeps,
  secondReader: boolean,
): Promise<ClusterDerivations> {
  const { candidates, cluster } = members;
  const remarks = await rememberedFor(members, deps);
  const remembered = [...remarks, ...(deps.methods?.(candidates) ?? [])];
  const first = await askAgent<AnalystAnswer[]>(
    {
      ...{ role: 'analyst', tier: 'normal', tools: deps.tools },
      ...{ subject: cluster.cluster_id, remembered },
      values: await derivePromptInputs(members, deps),
      schema: ['analysis', eachOnce(analystAnswerSchema, candidates.length, splitGroups)] as const,
    },
    deps,
  );
  const check = ({ value }: Answers) =>
    value.map((one) => checkAgainstCallGraph(one, candidates, deps));
  const whole = await answerToComplaints(first, check(first));
  const look = secondReader ? await secondLookAt(members, check(whole), deps) : undefined;
  const last = look === undefined ? whole : await answerToDoubts(whole, look, candidates, deps);
  const found = clusterDerivations(last.value, check(last));
  // Who is asked again gives the report again, and seldom what was seen besides.
  const seen = [first, whole, last].flatMap(({ value }) => value.flatMap((one) => one.besides));
  const besides = [...distinctClaims(seen), ...(look?.besides ?? [])];
  return { ...found, besides, isReminded: remarks.length > 0 };
}

type Answers = Answered<readonly AnalystAnswer[]>;

/** What the agent says once it has heard what does not hold or is left out; its first answer where that is nothing. */
async function answerToComplaints(
  first: Answers,
  outcomes: readonly (DerivationOutcome | undefined)[],
): Promise<Answers> {
  const each = (complaintOf: (one: DerivationOutcome) => string) =>
    outcomes.flatMap((one, at) => {
      const complaint = one === undefined ? '' : complaintOf(one);
      return complaint === '' ? [] : [`${first.value[at]?.gid}: ${complaint}`];
    });
  const problems = each((one) => (one.kind === 'unproven' ? one.problem : ''));
  const callers = each((one) => (one.kind === 'unproven' ? '' : one.unseen.join(', ')));
  if (problems.length + callers.length === 0) return first;
  const messages = [
    ...(problems.length === 0 ? [] : asked('analyst-path', { problems: problems.join('\n') })),
    ...(callers.length === 0 ? [] : asked('analyst-callers', { callers: callers.join('\n') })),
  ];
  try {
    return await repliedTo(first, messages);
  } catch (thrown) {
    // What no model has looked at is said with the result; a path that does not hold is no result.
    if (problems.length > 0 || !(thrown instanceof ModelError)) throw thrown;
    return first;
  }
}

async function repliedTo(earlier: Answers, messages: readonly Message[]): Promise<Answers> {
  const { value, reply } = await earlier.reply(messages);
  return { value: value.map((answer) => withEarlierCallers(answer, earlier.value)), reply };
}

/** What a second reader says of the reasons for which nothing would be heard of a candidate. */
function secondLookAt(
  members: ClusterMembers,
  outcomes: readonly (DerivationOutcome | undefined)[],
  deps: StageDeps,
): Promise<SecondLook> {
  const refutations = outcomes.flatMap((one): Refutation[] => {
    const candidate = members.candidates.find(({ gid }) => gid === one?.gid);
    if (one?.kind !== 'safe' || one.unseen.length > 0 || candidate === undefined) return [];
    return [{ candidate, reason: one.reason }];
  });
  return secondLook(members, refutations, deps);
}

/** What the agent says once it has heard the doubts of a second reader; what it said before where there are none. */
async function answerToDoubts(
  earlier: Answers,
  { doubts }: SecondLook,
  candidates: readonly Candidate[],
  deps: StageDeps,
): Promise<Answers> {
  const lines = candidates.flatMap(({ gid }, at) => {
    const doubt = doubts.get(gid);
    return doubt === undefined ? [] : [`${at + 1}: ${doubt}`];
  });
  if (lines.length === 0) return earlier;
  try {
    return await repliedTo(earlier, asked('analyst-doubt', { doubts: lines.join('\n') }));
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    deps.onUnreadable?.(`an analyst gave no answer to doubts about its reasons: ${thrown.message}`);
    return earlier;
  }
}

function asked(role: string, values: Readonly<Record<string, string>>): readonly Message[] {
  return renderPrompt(loadPrompt(role), values).messages;
}

/** Models are apt to name, when asked again, those callers alone that they left out. */
function withEarlierCallers(
  answer: AnalystAnswer,
  earlier: readonly AnalystAnswer[],
): AnalystAnswer {
  const before = earlier.find(({ gid, kind }) => gid === answer.gid && kind === answer.kind);
  return { ...answer, callers: [...(before?.callers ?? []), ...answer.callers] };
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

function distinctClaims(claims: readonly Claim[]): readonly Claim[] {
  return [...new Map(claims.map((claim) => [JSON.stringify(claim), claim])).values()];
}

function clusterDerivations(
  judged: readonly AnalystAnswer[],
  judgements: readonly (DerivationOutcome | undefined)[],
): Omit<ClusterDerivations, 'isReminded' | 'besides'> {
  return {
    outcomes: judgements
      .flatMap((one) => one ?? [])
      .toSorted((left, right) => left.gid - right.gid),
    remarks: judged.flatMap(({ learnt }) => learnt),
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
  const path = judged.kind === 'risk' ? judged.derivation.trigger_path : undefined;
  const unseen = unseenCallers(candidate, { callers: judged.callers, path }, index);
  if (judged.kind === 'safe') return { kind: 'safe', gid, reason: judged.reason, unseen };
  const derivation = CheckedDerivation.check(judged.derivation, candidate, index);
  if (derivation instanceof CheckedDerivation) return { kind: 'risk', gid, derivation, unseen };
  const problem = derivation.problems.join('; ');
  return { kind: 'unproven', gid, derivation: judged.derivation, problem };
}
