import type { AgentListener } from '../../agent/agent-events.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import type { Claim } from '../discover/claim.ts';
import type { CheckedDerivation } from './checked-derivation.ts';
import type { ClusterMembers } from './cluster.ts';
import { type ClusterDerivations, type DerivationOutcome, deriveCluster } from './derive.ts';
import { namedFunction, shownFunctions } from './shown-functions.ts';
import { analysisTargets } from './slice-targets.ts';
import type { StageDeps } from './stage.ts';
import type { DerivationRecord } from './triage-records.ts';
import { unseenCallers } from './unseen-callers.ts';
import { verifyDerivations } from './verify.ts';

/**
 * Has one cluster analysed, and what the analyst derives verified.
 * @param derived how candidates are reached where that is known: the analyst is not asked about these
 * @param begin is called before a model is asked, and may throw to prevent it
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function triageCluster(
  members: ClusterMembers,
  verify: boolean,
  deps: StageDeps,
  begin: () => void = () => undefined,
  derived: KnownDerivations = () => undefined,
): Promise<Omit<DerivationRecord, 'basis'>> {
  const { cluster, candidates } = members;
  const key = await deps.resultCache?.keyOf(candidates, verify, deps.methods?.(candidates));
  const known = key === undefined ? undefined : deps.resultCache?.get(key, candidates);
  if (known === undefined) begin();
  const { results, besides } =
    known === undefined
      ? await deriveAndVerify(members, verify, deps, key, derived)
      : { results: known, besides: [] };
  const issues = results.map((examination, at) => ({
    gid: candidates[at]?.gid ?? 0,
    examination,
  }));
  const gidsOf = (...kinds: TriageResult['kind'][]) =>
    issues.filter(({ examination }) => kinds.includes(examination.kind)).map(({ gid }) => gid);
  return {
    cluster_id: cluster.cluster_id,
    file: cluster.file,
    batch_index: cluster.batch_index,
    cluster_index: cluster.cluster_index,
    gids: candidates.map(({ gid }) => gid),
    verified_gids: gidsOf('verified'),
    false_positive_gids: gidsOf('refuted'),
    issues,
    ...(besides.length === 0 ? {} : { besides: [...besides] }),
  };
}

/** How a candidate is reached, where a claim says so already and the call graph has each call. */
export type KnownDerivations = (gid: number) => CheckedDerivation | undefined;

interface Examined {
  /** In the order of the candidates. */
  readonly results: readonly TriageResult[];
  readonly besides: readonly Claim[];
}

/** What depends on the slice alone is kept for later runs. */
async function deriveAndVerify(
  members: ClusterMembers,
  verify: boolean,
  deps: StageDeps,
  key: string | undefined,
  derived: KnownDerivations,
): Promise<Examined> {
  let hasCalledTool = false;
  const noteToolCall: AgentListener = ({ kind }) => {
    hasCalledTool ||= kind === 'tool-called';
  };
  const listeningDeps = { ...deps, listeners: [...(deps.listeners ?? []), noteToolCall] };
  deps.onSubject?.(members.cluster.cluster_id, members.candidates);
  const { outcomes, remarks, besides, isReminded } = await deriveMissing(
    members,
    listeningDeps,
    derived,
    verify,
  );
  const shown =
    remarks.length > 0 ? await shownFunctions(analysisTargets(members.candidates), deps.index) : [];
  for (const remark of remarks) {
    deps.onRemark?.(remark, namedFunction(remark.function, shown, deps.index));
  }
  const verified = verify
    ? await verifyOutcomes(members, outcomes, listeningDeps)
    : { results: outcomes.map(withoutVerification), besides: [] };
  const ordered = members.candidates.map(({ gid }): TriageResult => {
    const at = outcomes.findIndex((judgement) => judgement.gid === gid);
    const unsaid = { kind: 'unexamined', reason: 'the analyst said nothing about it' } as const;
    return verified.results[at] ?? unsaid;
  });
  const seen = [...besides, ...verified.besides];
  const isSettled = ordered.every(({ kind }) => kind !== 'unsettled');
  if (key !== undefined && !hasCalledTool && !isReminded && seen.length === 0 && isSettled)
    await deps.resultCache?.put(key, members.candidates, ordered);
  return { results: ordered, besides: seen };
}

/** Asks the analyst about those candidates only of which no claim says how they are reached. */
async function deriveMissing(
  members: ClusterMembers,
  deps: StageDeps,
  derived: KnownDerivations,
  verify: boolean,
): Promise<ClusterDerivations> {
  const known = members.candidates.flatMap((candidate): DerivationOutcome[] => {
    const { gid } = candidate;
    const derivation = derived(gid);
    if (derivation === undefined) return [];
    // Who claims it was not asked about callers: those on its way were looked at.
    const lookedAt = { callers: [], path: derivation.value.trigger_path };
    const unseen = unseenCallers(candidate, lookedAt, deps.index);
    return [{ kind: 'risk', gid, derivation, unseen }];
  });
  const missing = members.candidates.filter(({ gid }) => !known.some((one) => one.gid === gid));
  if (missing.length === 0) return { outcomes: known, remarks: [], besides: [], isReminded: false };
  const { outcomes, ...rest } = await deriveCluster(
    { ...members, candidates: missing },
    deps,
    verify,
  );
  return { outcomes: [...known, ...outcomes], ...rest };
}

async function verifyOutcomes(
  members: ClusterMembers,
  judgements: readonly DerivationOutcome[],
  deps: StageDeps,
): Promise<Examined> {
  const claims = judgements.flatMap((judgement) => {
    const candidate = members.candidates.find(({ gid }) => gid === judgement.gid);
    if (judgement.kind !== 'risk' || candidate === undefined) return [];
    return [{ candidate, derivation: judgement.derivation, unseen: judgement.unseen }];
  });
  const answers = claims.length === 0 ? [] : await verifyDerivations(members, claims, deps);
  const results = judgements.map((judgement): TriageResult => {
    const answer = answers.find(({ gid }) => gid === judgement.gid);
    if (judgement.kind !== 'risk' || answer === undefined) return withoutVerification(judgement);
    const { is_valid, verification_notes } = answer;
    if (!is_valid) return { kind: 'refuted', by: 'verifier', reason: verification_notes };
    return {
      kind: 'verified',
      ...judgement.derivation.value,
      verification_notes,
      ...unseenPart(judgement),
    };
  });
  return { results, besides: answers.flatMap(({ besides }) => besides) };
}

/** The result of a judgement that no verifier was asked to refute. */
function withoutVerification(judgement: DerivationOutcome): TriageResult {
  switch (judgement.kind) {
    case 'safe':
      return judgement.unseen.length === 0
        ? { kind: 'refuted', by: 'analyst', reason: judgement.reason }
        : { kind: 'unsettled', reason: judgement.reason, unseen_callers: [...judgement.unseen] };
    case 'unproven':
      return { kind: 'unproven', ...judgement.derivation, problem: judgement.problem };
    case 'risk':
      return { kind: 'unverified', ...judgement.derivation.value, ...unseenPart(judgement) };
  }
}

function unseenPart({ unseen }: { readonly unseen: readonly string[] }) {
  return unseen.length === 0 ? {} : { unseen_callers: [...unseen] };
}
