import type { ClusterMembers } from './cluster.ts';
import { recheckInputHash } from './input-hashes.ts';
import { recheckInvalid } from './recheck-invalid.ts';
import type { StageDeps } from './stage.ts';
import type { RecheckRecord } from './triage-records.ts';
import type { TriageState } from './triage-state.ts';

/**
 * Has the reasons reviewed by which groups were put aside, unless an earlier run has done so from the same input.
 * @param begin told before a model is asked
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function runRecheckTask(
  group: readonly ClusterMembers[],
  deps: StageDeps & { readonly state: TriageState },
  begin: () => void,
): Promise<RecheckRecord> {
  const reviewed = group.map(({ cluster }) => cluster.cluster_id).join(' ');
  const basis = await recheckInputHash(group, deps);
  const known = deps.state.rechecks.find(
    (record) => record.reviewed === reviewed && record.basis === basis,
  );
  if (known !== undefined) return known;
  begin();
  const { reviews, besides } = await recheckInvalid(group, deps);
  const record = { reviewed, reviews, ...(besides.length === 0 ? {} : { besides }), basis };
  deps.state.addRechecks([record]);
  return record;
}
