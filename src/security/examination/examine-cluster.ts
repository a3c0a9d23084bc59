import type { AgentListener } from '../../agent/events.ts';
import { analyzeCluster, type Judgement } from '../analyze.ts';
import type { ClusterMembers } from '../cluster.ts';
import { verifyDerivations } from '../verify.ts';
import type { Examination } from './examination.ts';
import type { AnalysisRecord } from './records.ts';
import type { StageDeps } from './stage.ts';

/**
 * Has one cluster analysed, and what the analyst derives verified.
 * @param begin is called before a model is asked, and may throw to prevent it
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function examineCluster(
  members: ClusterMembers,
  verify: boolean,
  deps: StageDeps,
  begin: () => void = () => undefined,
): Promise<Omit<AnalysisRecord, 'basis'>> {
  const { cluster, candidates } = members;
  const key = await deps.verdicts?.keyOf(candidates, verify);
  const known = key === undefined ? undefined : deps.verdicts?.get(key, candidates);
  if (known === undefined) begin();
  const examined = known ?? (await askAgents(members, verify, deps, key));
  const issues = examined.map((examination, at) => ({
    gid: candidates[at]?.gid ?? 0,
    examination,
  }));
  const gidsOf = (...kinds: Examination['kind'][]) =>
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
  };
}

/** In the order of the candidates. What depends on the slice alone is kept for later runs. */
async function askAgents(
  members: ClusterMembers,
  verify: boolean,
  deps: StageDeps,
  key: string | undefined,
): Promise<readonly Examination[]> {
  let looked = false;
  const notice: AgentListener = ({ kind }) => {
    looked ||= kind === 'tool-called';
  };
  const own = { ...deps, listeners: [...(deps.listeners ?? []), notice] };
  deps.onSubject?.(members.cluster.cluster_id, members.candidates);
  const { judgements, learnt } = await analyzeCluster(members, own);
  for (const remark of learnt) deps.onLearnt?.(remark);
  const examined = verify ? await verified(members, judgements, own) : judgements.map(unverified);
  const ordered = members.candidates.map(({ gid }): Examination => {
    const at = judgements.findIndex((judgement) => judgement.gid === gid);
    return examined[at] ?? { kind: 'unexamined', reason: 'the analyst said nothing about it' };
  });
  if (key !== undefined && !looked) await deps.verdicts?.put(key, members.candidates, ordered);
  return ordered;
}

async function verified(
  members: ClusterMembers,
  judgements: readonly Judgement[],
  deps: StageDeps,
): Promise<Examination[]> {
  const claims = judgements.flatMap((judgement) => {
    const candidate = members.candidates.find(({ gid }) => gid === judgement.gid);
    if (judgement.kind !== 'risk' || candidate === undefined) return [];
    return [{ candidate, derivation: judgement.derivation }];
  });
  const answers = claims.length === 0 ? [] : await verifyDerivations(members, claims, deps);
  return judgements.map((judgement): Examination => {
    const answer = answers.find(({ gid }) => gid === judgement.gid);
    if (judgement.kind !== 'risk' || answer === undefined) return unverified(judgement);
    const { is_valid, verification_notes } = answer;
    if (!is_valid) return { kind: 'refuted', by: 'verifier', reason: verification_notes };
    return { kind: 'verified', ...judgement.derivation.value, verification_notes };
  });
}

/** What a judgement comes to when nobody tries to refute it. */
function unverified(judgement: Judgement): Examination {
  switch (judgement.kind) {
    case 'safe':
      return { kind: 'refuted', by: 'analyst', reason: judgement.reason };
    case 'unproven':
      return { kind: 'unproven', ...judgement.derivation, problem: judgement.problem };
    case 'risk':
      return { kind: 'unverified', ...judgement.derivation.value };
  }
}
