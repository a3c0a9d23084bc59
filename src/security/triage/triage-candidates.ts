import type { Candidate } from '../candidates/candidate.ts';
import type { Reproduction } from '../candidates/reproduction.ts';
import { isRefuted, type TriageResult } from '../candidates/triage-result.ts';
import type { Claim } from '../discover/claim.ts';
import type { DiscoveryRecord } from '../discover/discovery-record.ts';
import { lineOf } from '../import/foreign-text.ts';
import { count } from '../report/count.ts';
import { clustersOfClaims, joinedByFunction } from './claim-clusters.ts';
import { ClaimedCandidates } from './claimed-candidates.ts';
import { type Batch, batchesOf, type ClusterMembers } from './cluster.ts';
import { runClusterTask } from './cluster-stage.ts';
import {
  type DiscoveryPlan,
  type DiscoverySummary,
  discoveryTasks,
  lookedAt,
  runDiscoveryTask,
} from './discovery-stage.ts';
import { deriveInputHash } from './input-hashes.ts';
import { LearntInTurn } from './learnt-in-turn.ts';
import { settledByMachine } from './machine-settled.ts';
import { MAX_RECHECK_CLUSTERS } from './recheck-invalid.ts';
import { runRecheckTask } from './recheck-stage.ts';
import { type ReproductionPlan, reproductionGroups, runReproduction } from './reproduce-stage.ts';
import type { StageDeps } from './stage.ts';
import { triageCluster } from './triage-cluster.ts';
import type { TriageOutcome } from './triage-outcome.ts';
import {
  type ClusterRecord,
  type DerivationRecord,
  derivationRecordSchema,
  type RecheckRecord,
  type ReproductionRecord,
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
  /** Where models look for defects themselves; nowhere when missing. */
  readonly discovery?: DiscoveryPlan | undefined;
  /** How what stands is run; not at all when missing. */
  readonly reproduction?: ReproductionPlan | undefined;
  /** Hears how far a stage is. */
  readonly onProgress: (stage: TriageStage, done: number, total: number) => void;
  /** Hears, on one line each, what a person should know. */
  readonly onWarning: (line: string) => void;
  /** Keeps what settled candidates, for later runs; called once, at the end. */
  readonly keepMethods?: (results: readonly (readonly [Candidate, TriageResult])[]) => void;
}

/** Characters of a claim that is left out. */
const MAX_SAID = 300;

/** How often what a model saw besides leads to a further examination. */
const MAX_ROUNDS = 3;

/**
 * The stages that ask models: has functions looked at for defects, groups candidates, has claims that some are no defects reviewed, and
 * has each group analysed and verified. What an earlier run has done and still fits is not done
 * again. Whatever fails, every candidate is accounted for.
 * @throws UsageError when the state cannot be written
 */
export async function triageCandidates(
  candidates: readonly Candidate[],
  options: TriageOptions,
  deps: TriageDeps,
): Promise<TriageOutcome> {
  const run = new TriageRun(candidates, options, deps);
  await run.runStages();
  return run.outcome();
}

class TriageRun {
  private readonly candidates: readonly Candidate[];
  private readonly byGid: Map<number, Candidate>;
  private readonly claimed: ClaimedCandidates | undefined;
  private batches: readonly Batch[] = [];
  private readonly options: TriageOptions;
  private readonly deps: TriageDeps;
  private readonly queue: WorkQueue;
  private readonly found = new Map<number, TriageResult>();
  private readonly clusters: ClusterRecord[] = [];
  private readonly rechecks: RecheckRecord[] = [];
  private readonly derivations: DerivationRecord[] = [];
  private readonly discoveries: DiscoveryRecord[] = [];
  private readonly reproductions: ReproductionRecord[] = [];
  private readonly reproduced = new Map<number, Reproduction>();
  private discovered: DiscoverySummary | undefined;
  private readonly learnt: LearntInTurn;

  constructor(candidates: readonly Candidate[], options: TriageOptions, deps: TriageDeps) {
    const settled = candidates.map((one) => settledByMachine(one, deps.index));
    this.candidates = candidates.filter((_, at) => settled[at] === undefined);
    const examined = candidates.filter((_, at) => settled[at] !== 'left');
    this.byGid = new Map(examined.map((candidate) => [candidate.gid, candidate]));
    for (const [at, result] of settled.entries()) {
      const gid = candidates[at]?.gid;
      if (gid !== undefined && typeof result === 'object') this.found.set(gid, result);
    }
    this.claimed = deps.discovery && new ClaimedCandidates(candidates, deps.discovery, deps.index);
    this.options = options;
    this.deps = deps;
    this.queue = new WorkQueue(options.concurrency, deps.signal);
    this.learnt = new LearntInTurn(options.concurrency);
  }

  async runStages(): Promise<void> {
    const { state, onWarning } = this.deps;
    if (state.unsealedCount > 0) {
      onWarning(
        `${count(state.unsealedCount, 'line')} of state ${state.unsealedCount === 1 ? 'was' : 'were'} unfinished or not of this user, and left out`,
      );
    }
    this.stopAfter('scan');
    // After the last stage no model is asked, but what an earlier run has found out still counts.
    await this.discover();
    this.stopAfter('discover');
    await this.cluster();
    this.stopAfter('cluster');
    await this.recheck();
    this.stopAfter('review');
    await this.derive();
    this.stopAfter('analyze');
    await this.reproduce();
    const { clusters, rechecks, derivations, discoveries, reproductions } = this;
    const records = { clusters, rechecks, derivations, discoveries, reproductions };
    const before = [state.clusters, state.rechecks, state.derivations, state.discoveries].flat();
    const after = new Set<object>(Object.values(records).flat());
    const stale = before.filter((record) => !after.has(record)).length;
    if (stale > 0) {
      onWarning(`${stale} results of an earlier run no longer fit the tree or the prompts`);
    }
    // A run that asks no model leaves the results of other runs as they are.
    if (this.options.until === 'scan') return;
    state.replaceAll(records);
    this.deps.keepMethods?.(this.settled());
  }

  /** In the order of their gids, whatever came first. */
  private settled(): [Candidate, TriageResult][] {
    return [...this.byGid.values()]
      .toSorted((left, right) => left.gid - right.gid)
      .flatMap((candidate): [Candidate, TriageResult][] => {
        const result = this.found.get(candidate.gid);
        return result === undefined ? [] : [[candidate, result]];
      });
  }

  /** What is known of each candidate; what no model has looked at says why. */
  outcome(): TriageOutcome {
    const unreached: TriageResult = { kind: 'unexamined', reason: 'it was not reached' };
    return {
      results: new Map(
        [...this.byGid.keys()].map((gid) => [gid, this.found.get(gid) ?? unreached]),
      ),
      reproductions: this.reproduced,
      claimed: this.claimed?.all ?? [],
      alsoClaimed: this.claimed?.alsoClaimed ?? new Set(),
      causes: this.claimed?.causes,
      discovery: this.discovered && {
        ...this.discovered,
        claims: this.claimed?.all.length ?? 0,
      },
    };
  }

  private stopAfter(stage: TriageStage | 'scan'): void {
    if (this.options.until !== stage) return;
    this.queue.stop(stage === 'scan' ? 'no model was asked' : `the run was to end after ${stage}`);
  }

  private async discover(): Promise<void> {
    const { discovery: plan } = this.deps;
    if (plan === undefined || this.claimed === undefined) return;
    const { tasks, left } = await discoveryTasks(plan, this.candidates, this.deps);
    const outcomes = await this.runTasks('discover', tasks, (task, begin) =>
      runDiscoveryTask(task, this.candidates, this.deps, begin),
    );
    const records = outcomes.flatMap((one) => ('result' in one ? [one.result] : []));
    const failures = outcomes.flatMap((one) => ('failed' in one ? [one.failed] : []));
    // What is older and not asked about again yet says which groups have had their turn.
    const waiting = new Set(left.map(({ id }) => id));
    const older = this.deps.state.discoveries.filter(({ group }) => waiting.has(group));
    this.discoveries.push(...records, ...older);
    this.discovered = {
      functions: records.reduce((sum, { functions }) => sum + functions.length, 0),
      read: outcomes.flatMap((one, at) =>
        'result' in one ? (tasks[at]?.group.functions ?? []).map(lookedAt) : [],
      ),
      claims: 0,
      failed: { groups: failures.length, reasons: [...new Set(failures)] },
      left: left.length,
    };
    for (const { claim, problem } of records.flatMap(({ rejected }) => rejected)) {
      this.warnOfLost(claim, problem);
    }
    this.admit(records.flatMap(({ claims }) => claims));
  }

  /** Takes in claims to be examined; one that gives another reason for what was called no defect `reopens` that. */
  private admit(claims: readonly Claim[], reopens = true): void {
    const fresh = this.claimed?.admit(claims, (gid) => this.found.get(gid)) ?? [];
    for (const { claim, problem } of this.claimed?.takeLost() ?? [])
      this.warnOfLost(claim, problem);
    for (const candidate of fresh) this.byGid.set(candidate.gid, candidate);
    for (const known of this.claimed?.takeRestated() ?? []) {
      if (!reopens) continue;
      // Also one that is no question for a model as long as only the scan proposes it.
      this.byGid.set(known.gid, known);
      if (isRefuted(this.found.get(known.gid))) this.found.delete(known.gid);
    }
  }

  private warnOfLost(claim: Claim, problem: string): void {
    const { file, line, function: name, violated } = claim;
    const place = file === '' ? (name === '' ? '' : ` in ${name}`) : ` at ${file}:${line}`;
    // Who reads this alone must be able to look at it.
    const said = lineOf(violated, MAX_SAID);
    this.deps.onWarning(`a claim of a model${place} is left out: ${problem} (“${said}”)`);
  }

  private async cluster(): Promise<void> {
    // Of what a claim leads to, nothing has to be grouped, put aside or derived.
    const underived = this.candidates
      .filter(({ gid }) => this.claimed?.derivationOf(gid) === undefined)
      .map((one) => this.byGid.get(one.gid) ?? one);
    this.batches = batchesOf(underived, this.options.clusterLimit);
    const taskOutcomes = await this.runTasks('cluster', this.batches, (batch, begin) =>
      runClusterTask(batch, this.deps, begin),
    );
    for (const [at, one] of taskOutcomes.entries()) {
      if ('result' in one) this.clusters.push(...one.result);
      else this.markUnexamined(this.batches[at]?.candidates ?? [], one.failed);
    }
    this.admit(this.clusters.flatMap(({ besides = [] }) => besides));
  }

  private async recheck(): Promise<void> {
    const claims = this.clusters
      .filter(({ is_invalid }) => is_invalid)
      .map((cluster): ClusterMembers => ({ cluster, candidates: this.candidatesOf(cluster.gids) }));
    const groups = Array.from(
      { length: Math.ceil(claims.length / MAX_RECHECK_CLUSTERS) },
      (_, at) => claims.slice(at * MAX_RECHECK_CLUSTERS, (at + 1) * MAX_RECHECK_CLUSTERS),
    );
    const taskOutcomes = await this.runTasks('review', groups, (group, begin) =>
      runRecheckTask(group, this.deps, begin),
    );
    for (const [at, one] of taskOutcomes.entries()) {
      if ('result' in one) this.applyRechecks([one.result]);
      else this.markUnexamined(groups[at]?.flatMap((claim) => claim.candidates) ?? [], one.failed);
    }
    this.admit(this.rechecks.flatMap(({ besides = [] }) => besides));
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

  /** Examines all groups and claims, then what was seen besides. */
  private async derive(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const grouped = new Set(this.clusters.flatMap(({ gids }) => gids));
      const claims = this.unsettled().filter(({ gid }) => round > 0 || !grouped.has(gid));
      const fresh = this.clustersOfClaims(claims);
      this.clusters.push(...fresh);
      const records = await this.deriveClusters(round === 0 ? this.clusters : fresh);
      const besides = records.flatMap((record) => record.besides ?? []);
      this.admit(besides, round < MAX_ROUNDS - 1);
      if (this.unsettled().length === 0) return;
    }
    this.markUnexamined(this.unsettled(), 'it was seen when all others had been examined');
  }

  /** Runs what stands: what no run shows stands all the same. */
  private async reproduce(): Promise<void> {
    const { reproduction: plan, state } = this.deps;
    if (plan === undefined) {
      this.reproductions.push(...state.reproductions);
      return;
    }
    const groups = reproductionGroups(this.byGid.values(), this.found);
    const outcomes = await this.runTasks('reproduce', groups, (group, begin) =>
      runReproduction(group, plan, this.deps, begin),
    );
    for (const [at, one] of outcomes.entries()) {
      const results =
        'result' in one
          ? one.result.results
          : (groups[at]?.findings ?? []).map(({ candidate: { gid } }) => {
              return { gid, reproduction: { outcome: 'not_tried' as const, why: one.failed } };
            });
      for (const { gid, reproduction } of results) this.reproduced.set(gid, reproduction);
      // What was not tried has no basis, and is tried by the next run.
      if ('result' in one && one.result.basis !== '') this.reproductions.push(one.result);
    }
  }

  private unsettled(): Candidate[] {
    return [...this.byGid.values()].filter(({ gid }) => !this.found.has(gid));
  }

  private async deriveClusters(
    clusters: readonly ClusterRecord[],
  ): Promise<readonly DerivationRecord[]> {
    const groups = clusters
      .map((cluster) => ({
        cluster,
        candidates: this.candidatesOf(cluster.gids).filter(({ gid }) => !this.found.has(gid)),
      }))
      .filter(({ candidates }) => candidates.length > 0);
    this.learnt.beginRound();
    const subjects = joinedByFunction(groups).map((members) => {
      return { members, memory: this.learnt.takeTurn(this.deps) };
    });
    const { verify } = this.options;
    const taskOutcomes = await this.runTasks('analyze', subjects, async (subject, begin) => {
      const { members, memory } = subject;
      const basis = await deriveInputHash(members, verify, this.deps);
      const { cluster_id } = members.cluster;
      const known = this.deps.state.derivations.find(
        (record) => record.cluster_id === cluster_id && record.basis === basis,
      );
      if (known !== undefined) return [known];
      const derived = (gid: number) => this.claimed?.derivationOf(gid);
      const deps = { ...this.deps, ...memory };
      const examined = await triageCluster(members, verify, deps, begin, derived);
      // The schema settles the order of keys, as it does for a record that is read again.
      const record = derivationRecordSchema.parse({ ...examined, basis });
      this.deps.state.addDerivation(record);
      return [record];
    });
    for (const [at, one] of taskOutcomes.entries()) {
      if ('failed' in one) this.markUnexamined(subjects[at]?.members.candidates ?? [], one.failed);
      else {
        this.derivations.push(...one.result);
        for (const { gid, examination } of one.result.flatMap(({ issues }) => issues)) {
          this.found.set(gid, examination);
        }
      }
    }
    return taskOutcomes.flatMap((one) => ('result' in one ? one.result : []));
  }

  /** Groups of claims, written down like those that a model has made. */
  private clustersOfClaims(claims: readonly Candidate[]): ClusterRecord[] {
    const { state } = this.deps;
    const made = clustersOfClaims(claims, this.clusters);
    const known = made.map(
      (cluster) =>
        state.clusters.find(
          ({ cluster_id, basis }) => cluster_id === cluster.cluster_id && basis === cluster.basis,
        ) ?? cluster,
    );
    const written = new Set(state.clusters);
    if (this.options.until !== 'scan') state.addClusters(known.filter((one) => !written.has(one)));
    return known;
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

  private markUnexamined(candidates: readonly Candidate[], reason: string): void {
    for (const { gid } of candidates) this.found.set(gid, { kind: 'unexamined', reason });
  }

  private candidatesOf(gids: readonly number[]): Candidate[] {
    return gids.flatMap((gid) => this.byGid.get(gid) ?? []);
  }
}
