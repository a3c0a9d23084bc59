import type { Candidate } from '../candidate.ts';
import { type Batch, batchesOf, type ClusterMembers, clusterBatch } from '../cluster.ts';
import { REVIEW_LIMIT, reviewInvalid } from '../review.ts';
import { analysisBasis, clusterBasis, reviewBasis } from './bases.ts';
import type { Examination } from './examination.ts';
import { examineCluster } from './examine-cluster.ts';
import {
  type AnalysisRecord,
  analysisRecordSchema,
  type ClusterRecord,
  type ReviewRecord,
} from './records.ts';
import type { StageDeps } from './stage.ts';
import type { ExaminationState } from './state.ts';
import { type Done, WorkQueue } from './work-queue.ts';

/** The stages that ask models, in their order. */
export const STAGES = ['cluster', 'review', 'analyze'] as const;

export type Stage = (typeof STAGES)[number];

export interface ExamineOptions {
  /** Conversations at the same time. */
  readonly concurrency: number;
  /** Candidates that are clustered together, at most. */
  readonly clusterLimit: number;
  /** Whether a second agent tries to refute what the first one derives. */
  readonly verify: boolean;
  /** The last stage to do; all when missing. With `scan`, nobody is asked, and what is known counts. */
  readonly until?: Stage | 'scan';
}

export interface ExamineDeps extends StageDeps {
  readonly state: ExaminationState;
  /** Hears how far a stage is. */
  readonly onProgress: (stage: Stage, done: number, total: number) => void;
  /** Hears, on one line each, what a person should know. */
  readonly onWarning: (line: string) => void;
}

/** What models found out, by gid: one entry for each candidate. */
export type Examinations = ReadonlyMap<number, Examination>;

/**
 * The stages that ask models: groups candidates, has claims that some are no defects reviewed, and
 * has each group analysed and verified. What an earlier run has done and still fits is not done
 * again. Whatever fails, every candidate is accounted for.
 * @throws UsageError when the state cannot be written
 */
export async function examineCandidates(
  candidates: readonly Candidate[],
  options: ExamineOptions,
  deps: ExamineDeps,
): Promise<Examinations> {
  const run = new ExaminationRun(candidates, options, deps);
  await run.toEnd();
  return run.examinations();
}

class ExaminationRun {
  private readonly byGid: ReadonlyMap<number, Candidate>;
  private readonly batches: readonly Batch[];
  private readonly options: ExamineOptions;
  private readonly deps: ExamineDeps;
  private readonly queue: WorkQueue;
  private readonly found = new Map<number, Examination>();
  private readonly clusters: ClusterRecord[] = [];
  private readonly reviews: ReviewRecord[] = [];
  private readonly analyses: AnalysisRecord[] = [];
  /** Records of earlier runs that still fit. */
  private readonly reused = new Set<object>();

  constructor(candidates: readonly Candidate[], options: ExamineOptions, deps: ExamineDeps) {
    this.byGid = new Map(candidates.map((candidate) => [candidate.gid, candidate]));
    this.batches = batchesOf(candidates, options.clusterLimit);
    this.options = options;
    this.deps = deps;
    this.queue = new WorkQueue(options.concurrency, deps.signal);
  }

  async toEnd(): Promise<void> {
    const { state, onWarning } = this.deps;
    if (state.foreign > 0) {
      onWarning(
        `${state.foreign} lines of state were unfinished or not of this user, and left out`,
      );
    }
    this.endAfter('scan');
    // Behind the last stage nobody is asked, but what an earlier run has found out still counts.
    await this.cluster();
    this.endAfter('cluster');
    await this.review();
    this.endAfter('review');
    await this.analyze();
    const { clusters, reviews, analyses } = this;
    const stale =
      state.clusters.length +
      state.reviews.length +
      state.analyses.length -
      [...clusters, ...reviews, ...analyses].filter((record) => this.reused.has(record)).length;
    if (stale > 0) {
      onWarning(`${stale} results of an earlier run no longer fit the tree or the prompts`);
    }
    // Who asks nobody leaves what others have found out as it is.
    if (this.options.until !== 'scan') state.settle({ clusters, reviews, analyses });
  }

  /** What is known of each candidate; what no model has looked at says why. */
  examinations(): Examinations {
    const unreached: Examination = { kind: 'unexamined', reason: 'it was not reached' };
    return new Map([...this.byGid.keys()].map((gid) => [gid, this.found.get(gid) ?? unreached]));
  }

  private endAfter(stage: Stage | 'scan'): void {
    if (this.options.until !== stage) return;
    this.queue.stop(stage === 'scan' ? 'nobody was asked' : `the run was to end after ${stage}`);
  }

  private async cluster(): Promise<void> {
    const done = await this.work('cluster', this.batches, async (batch, begin) => {
      const basis = await clusterBasis(batch, this.deps);
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
    for (const [at, one] of done.entries()) {
      if ('result' in one) this.clusters.push(...one.result);
      else this.leave(this.batches[at]?.candidates ?? [], one.failed);
    }
  }

  private async review(): Promise<void> {
    const claims = this.clusters
      .filter(({ is_invalid }) => is_invalid)
      .map((cluster): ClusterMembers => ({ cluster, candidates: this.candidatesOf(cluster.gids) }));
    const groups = Array.from({ length: Math.ceil(claims.length / REVIEW_LIMIT) }, (_, at) =>
      claims.slice(at * REVIEW_LIMIT, (at + 1) * REVIEW_LIMIT),
    );
    const done = await this.work('review', groups, async (group, begin) => {
      const reviewed = group.map(({ cluster }) => cluster.cluster_id).join(' ');
      const basis = await reviewBasis(group, this.deps);
      const known = this.deps.state.reviews.find(
        (record) => record.reviewed === reviewed && record.basis === basis,
      );
      if (known !== undefined) return this.reuse([known]);
      begin();
      const reviews = await reviewInvalid(group, this.deps);
      const record = { reviewed, reviews, basis };
      this.deps.state.addReviews([record]);
      return [record];
    });
    for (const [at, one] of done.entries()) {
      if ('result' in one) this.takeReviews(one.result);
      else this.leave(groups[at]?.flatMap((claim) => claim.candidates) ?? [], one.failed);
    }
  }

  private takeReviews(records: readonly ReviewRecord[]): void {
    this.reviews.push(...records);
    for (const { gid, is_reason_sufficient, review_notes } of records.flatMap(
      (one) => one.reviews,
    )) {
      const cluster = this.clusters.find(({ gids }) => gids.includes(gid));
      if (!is_reason_sufficient || cluster === undefined) continue;
      this.found.set(gid, { kind: 'dismissed', reason: cluster.invalid_reason, review_notes });
    }
  }

  private async analyze(): Promise<void> {
    const subjects = this.clusters
      .map((cluster) => ({
        cluster,
        candidates: this.candidatesOf(cluster.gids).filter(({ gid }) => !this.found.has(gid)),
      }))
      .filter(({ candidates }) => candidates.length > 0);
    const { verify } = this.options;
    const done = await this.work('analyze', subjects, async (members, begin) => {
      const basis = await analysisBasis(members, verify, this.deps);
      const { cluster_id } = members.cluster;
      const known = this.deps.state.analyses.find(
        (record) => record.cluster_id === cluster_id && record.basis === basis,
      );
      if (known !== undefined) return this.reuse([known]);
      const examined = await examineCluster(members, verify, this.deps, begin);
      // The schema settles the order of keys, as it does for a record that is read again.
      const record = analysisRecordSchema.parse({ ...examined, basis });
      this.deps.state.addAnalysis(record);
      return [record];
    });
    for (const [at, one] of done.entries()) {
      if ('failed' in one) this.leave(subjects[at]?.candidates ?? [], one.failed);
      else {
        this.analyses.push(...one.result);
        for (const { gid, examination } of one.result.flatMap(({ issues }) => issues)) {
          this.found.set(gid, examination);
        }
      }
    }
  }

  private work<Task, Result>(
    stage: Stage,
    tasks: readonly Task[],
    one: (task: Task, begin: () => void) => Promise<Result>,
  ): Promise<Done<Result>[]> {
    let done = 0;
    this.deps.onProgress(stage, 0, tasks.length);
    return this.queue.all(tasks, one, () => {
      done += 1;
      this.deps.onProgress(stage, done, tasks.length);
    });
  }

  private reuse<Result extends object>(records: readonly Result[]): readonly Result[] {
    for (const record of records) this.reused.add(record);
    return records;
  }

  private leave(candidates: readonly Candidate[], reason: string): void {
    for (const { gid } of candidates) this.found.set(gid, { kind: 'unexamined', reason });
  }

  private candidatesOf(gids: readonly number[]): Candidate[] {
    return gids.flatMap((gid) => this.byGid.get(gid) ?? []);
  }
}
