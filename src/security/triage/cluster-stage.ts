import { type Batch, clusterBatch } from './cluster.ts';
import { clusterInputHash } from './input-hashes.ts';
import type { StageDeps } from './stage.ts';
import type { ClusterRecord } from './triage-records.ts';
import type { TriageState } from './triage-state.ts';

/**
 * Has the candidates of a batch grouped, unless an earlier run has done so from the same input.
 * @param begin told before a model is asked
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function runClusterTask(
  batch: Batch,
  deps: StageDeps & { readonly state: TriageState },
  begin: () => void,
): Promise<readonly ClusterRecord[]> {
  const basis = await clusterInputHash(batch, deps);
  const gids = batch.candidates.map(({ gid }) => gid);
  const known = deps.state.clusters.filter(
    (record) =>
      record.file === batch.file && record.batch_index === batch.index && record.basis === basis,
  );
  // A batch is written at once, so a part of one is something else.
  const covered = known.flatMap((record) => record.gids).sort((a, b) => a - b);
  if (covered.join() === gids.toSorted((a, b) => a - b).join()) return known;
  begin();
  const clusters = await clusterBatch(batch, deps);
  const records = clusters.map((cluster): ClusterRecord => {
    return { ...cluster, gids: [...cluster.gids], basis };
  });
  deps.state.addClusters(records);
  return records;
}
