import type { Candidate } from '../candidates/candidate.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import { type Batch, batchesOf, type ClusterMembers, clusterBatch } from './cluster.ts';
import { clusterInputHash, deriveInputHash, recheckInputHash } from './input-hashes.ts';
import { MAX_RECHECK_CLUSTERS, recheckInvalid } from './recheck-invalid.ts';
import type { StageDeps } from './stage.ts';
import { triageCluster } from './triage-cluster.ts';
import {
  type ClusterRecord,
  type DerivationRecord,
  derivationRecordSchema,
  type RecheckRecord,
} from './triage-records.ts';
import type { TriageStage } from './triage-stage.ts';
import type { TriageState } from './triage-state.ts';
import { type WorkOutcome, WorkQueue } from './work-queue.ts';

export interface TriageOptions {
  /** Conversations at the same time. */
  readonly concurrency: number;
  /** Candidates that are clustered together, at most. */
  readonly clusterLimit: number;
  /** Whether a second agent tries to refute what the first one derives. */
  readonly verify: boolean;
  /** The last stage to do; all when missing. With `scan`, no model is asked, and what is known counts. */
  readonly until?: TriageStage | 'scan';
}

export interface TriageDeps extends StageDeps {
  readonly state: TriageState;
  /** Hears how far a stage is. */
  readonly onProgress: (stage: TriageStage, done: number, total: number) => void;
  /** Hears, on one line each, what a person should know. */
  readonly onWarning: (line: string) => void;
}

/** What models found out, by gid: one entry for each candidate. */
export type TriageResults = ReadonlyMap<number, TriageResult>;

/**
 * The stages that ask models: groups candidates, has claims that some are no defects reviewed, and
 * has each group analysed and verified. What an earlier run has done and still fits is not done
 * again. Whatever fails, every candidate is accounted for.
 * @throws UsageError when the state cannot be written
 */
export async function triageCandidates(
  candidates: readonly Candidate[],
  options: TriageOptions,
  deps: TriageDeps,
): Promise<TriageResults> {
  const run = new TriageRun(candidates, options, deps);
  await run.runStages();
  return run.resultsByGid();
}

class TriageRun {
  private readonly byGid: ReadonlyMap<number, Candidate>;
  private readonly batches: readonly Batch[];
  private readonly options: TriageOptions;
  private readonly deps: TriageDeps;
  private readonly queue: WorkQueue;
  private readonly found = new Map<number, TriageResult>();
  private readonly clusters: ClusterRecord[] = [];
  private readonly rechecks: RecheckRecord[] = [];
  private readonly derivations: DerivationRecord[] = [];
  /** Records of earlier runs that still fit. */
  private readonly reused = new Set<object>();

  constructor(candidates: readonly Candidate[], options: TriageOptions, deps: TriageDeps) {
    this.byGid = new Map(candidates.map((candidate) => [candidate.gid, candidate]));
    this.batches = batchesOf(candidates, options.clusterLimit);
    this.options = options;
    this.deps = deps;
    this.queue = new WorkQueue(options.concurrency, deps.signal);
  }

  async runStages(): Promise<void> {
    const { state, onWarning } = this.deps;
    if (state.unsealedCount > 0) {
      onWarning(
        `${state.unsealedCount} lines of state were unfinished or not of this user, and left out`,
      );
    }
    this.stopAfter('scan');
    // After the last stage no model is asked, but what an earlier run has found out still counts.
    await this.cluster();
    this.stopAfter('cluster');
    await this.recheck();
    this.stopAfter('review');
    await this.derive();
    const { clusters, rechecks, derivations } = this;
    const stale =
      state.clusters.length +
      state.rechecks.length +
      state.derivations.length -
      [...clusters, ...rechecks, ...derivations].filter((record) => this.reused.has(record)).length;
    if (stale > 0) {
      onWarning(`${stale} results of an earlier run no longer fit the tree or the prompts`);
    }
    // A run that asks no model leaves the results of other runs as they are.
    if (this.options.until !== 'scan') state.replaceAll({ clusters, rechecks, derivations });
  }

  /** What is known of each candidate; what no model has looked at says why. */
  resultsByGid(): TriageResults {
    const unreached: TriageResult = { kind: 'unexamined', reason: 'it was not reached' };
    return new Map([...this.byGid.keys()].map((gid) => [gid, this.found.get(gid) ?? unreached]));
  }

  private stopAfter(stage: TriageStage | 'scan'): void {
    if (this.options.until !== stage) return;
    this.queue.stop(stage === 'scan' ? 'no model was asked' : `the run was to end after ${stage}`);
  }

  private async cluster(): Promise<void> {
    const taskOutcomes = await this.runTasks('cluster', this.batches, async (batch, begin) => {
      const basis = await clusterInputHash(batch, this.deps);
      const gids = batch.candidates.map(({ gid }) => gid);
      const known = this.deps.state.clusters.filter(
        (record) =>
          record.file === batch.file &&
          record.batch_index === batch.index &&
          record.basis === basis,
      );
      // A batch is written at once, so a part of one is something else.
      const covered = known.flatMap((record) => record.gids).sort((a, b) => a - b);
      if (covered.join() === gids.toSorted((a, b) => a - b).join()) return this.reuse(known);
      begin();
      const clusters = await clusterBatch(batch, this.deps);
      const records = clusters.map((cluster): ClusterRecord => {
        return { ...cluster, gids: [...cluster.gids], basis };
      });
      this.deps.state.addClusters(records);
      return records;
    });
    for (const [at, one] of taskOutcomes.entries()) {
      if ('result' in one) this.clusters.push(...one.result);
      else this.markUnexamined(this.batches[at]?.candidates ?? [], one.failed);
    }
  }

  private async recheck(): Promise<void> {
    const claims = this.clusters
      .filter(({ is_invalid }) => is_invalid)
      .map((cluster): ClusterMembers => ({ cluster, candidates: this.candidatesOf(cluster.gids) }));
    const groups = Array.from(
      { length: Math.ceil(claims.length / MAX_RECHECK_CLUSTERS) },
      (_, at) => claims.slice(at * MAX_RECHECK_CLUSTERS, (at + 1) * MAX_RECHECK_CLUSTERS),
    );
    const taskOutcomes = await this.runTasks('review', groups, async (group, begin) => {
      const reviewed = group.map(({ cluster }) => cluster.cluster_id).join(' ');
      const basis = await recheckInputHash(group, this.deps);
      const known = this.deps.state.rechecks.find(
        (record) => record.reviewed === reviewed && record.basis === basis,
      );
      if (known !== undefined) return this.reuse([known]);
      begin();
      const reviews = await recheckInvalid(group, this.deps);
      const record = { reviewed, reviews, basis };
      this.deps.state.addRechecks([record]);
      return [record];
    });
    for (const [at, one] of taskOutcomes.entries()) {
      if ('result' in one) this.applyRechecks(one.result);
      else this.markUnexamined(groups[at]?.flatMap((claim) => claim.candidates) ?? [], one.failed);
    }
  }

  private applyRechecks(records: readonly RecheckRecord[]): void {
    this.rechecks.push(...records);
    for (const { gid, is_reason_sufficient, review_notes } of records.flatMap(
      (one) => one.reviews,
    )) {
      const cluster = this.clusters.find(({ gids }) => gids.includes(gid));
      if (!is_reason_sufficient || cluster === undefined) continue;
      this.found.set(gid, { kind: 'dismissed', reason: cluster.invalid_reason, review_notes });
    }
  }

  private async derive(): Promise<void> {
    const subjects = this.clusters
      .map((cluster) => ({
        cluster,
        candidates: this.candidatesOf(cluster.gids).filter(({ gid }) => !this.found.has(gid)),
      }))
      .filter(({ candidates }) => candidates.length > 0);
    const { verify } = this.options;
    const taskOutcomes = await this.runTasks('analyze', subjects, async (members, begin) => {
      const basis = await deriveInputHash(members, verify, this.deps);
      const { cluster_id } = members.cluster;
      const known = this.deps.state.derivations.find(
        (record) => record.cluster_id === cluster_id && record.basis === basis,
      );
      if (known !== undefined) return this.reuse([known]);
      const examined = await triageCluster(members, verify, this.deps, begin);
      // The schema settles the order of keys, as it does for a record that is read again.
      const record = derivationRecordSchema.parse({ ...examined, basis });
      this.deps.state.addDerivation(record);
      return [record];
    });
    for (const [at, one] of taskOutcomes.entries()) {
      if ('failed' in one) this.markUnexamined(subjects[at]?.candidates ?? [], one.failed);
      else {
        this.derivations.push(...one.result);
        for (const { gid, examination } of one.result.flatMap(({ issues }) => issues)) {
          this.found.set(gid, examination);
        }
      }
    }
  }

  private runTasks<Task, Result>(
    stage: TriageStage,
    tasks: readonly Task[],
    one: (task: Task, begin: () => void) => Promise<Result>,
  ): Promise<WorkOutcome<Result>[]> {
    let doneCount = 0;
    this.deps.onProgress(stage, 0, tasks.length);
    return this.queue.runAll(tasks, one, () => {
      doneCount += 1;
      this.deps.onProgress(stage, doneCount, tasks.length);
    });
  }

  private reuse<Result extends object>(records: readonly Result[]): readonly Result[] {
    for (const record of records) this.reused.add(record);
    return records;
  }

  private markUnexamined(candidates: readonly Candidate[], reason: string): void {
    for (const { gid } of candidates) this.found.set(gid, { kind: 'unexamined', reason });
  }

  private candidatesOf(gids: readonly number[]): Candidate[] {
    return gids.flatMap((gid) => this.byGid.get(gid) ?? []);
  }
}
