import { join } from 'node:path';
import type * as z from 'zod';
import { byBytes } from '../../workspace/byte-order.ts';
import { findStateFolder, openStateFolder } from '../../workspace/state-folder.ts';
import {
  type AnalysisRecord,
  analysisRecordSchema,
  type ClusterLine,
  type ClusterRecord,
  clusterLineSchema,
  type ReviewRecord,
} from './records.ts';
import { SealedFile } from './sealed-file.ts';

/** What earlier runs have found out, and where this one writes down what it does. */
export interface ExaminationState {
  readonly clusters: readonly ClusterRecord[];
  readonly reviews: readonly ReviewRecord[];
  readonly analyses: readonly AnalysisRecord[];
  /** Lines that this user's runs have not written. */
  readonly foreign: number;
  addClusters(records: readonly ClusterRecord[]): void;
  addReviews(records: readonly ReviewRecord[]): void;
  addAnalysis(record: AnalysisRecord): void;
  /** Leaves exactly this, in a fixed order, whatever the order in which it was found out. */
  settle(final: {
    readonly clusters: readonly ClusterRecord[];
    readonly reviews: readonly ReviewRecord[];
    readonly analyses: readonly AnalysisRecord[];
  }): void;
}

/** Forgets when the run ends. */
export const NO_STATE: ExaminationState = {
  ...{ clusters: [], reviews: [], analyses: [], foreign: 0 },
  addClusters: () => undefined,
  addReviews: () => undefined,
  addAnalysis: () => undefined,
  settle: () => undefined,
};

/**
 * The state in `.rustward/sec` below a folder: `clusters.jsonl` and `analysis.jsonl`.
 * @param key what the lines are sealed with
 * @throws UsageError when the files cannot be read or written
 */
export function folderState(root: string, key: Buffer): ExaminationState {
  const { clusters, analyses } = openFiles(openStateFolder(root), key, false);
  return {
    ...recordsOf({ clusters, analyses }),
    foreign: clusters.foreign + analyses.foreign,
    addClusters: (records) => clusters.append(records),
    addReviews: (records) => clusters.append(records),
    addAnalysis: (record) => analyses.append([record]),
    settle(final) {
      clusters.replace([
        ...final.clusters.toSorted(byPlace),
        ...final.reviews.toSorted((a, b) => byBytes(a.reviewed, b.reviewed)),
      ]);
      analyses.replace(final.analyses.toSorted(byPlace));
    },
  };
}

/** What earlier runs have found out. */
export type ExaminationRecords = Pick<ExaminationState, 'clusters' | 'reviews' | 'analyses'>;

/**
 * What is kept in `.rustward/sec` below a folder, which another run may be writing to: nothing in it
 * is touched.
 * @throws UsageError when the files cannot be read
 */
export function readState(root: string, key: Buffer): ExaminationRecords {
  const folder = findStateFolder(root);
  return folder === undefined ? NO_STATE : recordsOf(openFiles(folder, key, true));
}

function openFiles(folder: string, key: Buffer, readOnly: boolean) {
  const open = <Entry extends object>(name: string, schema: z.ZodType<Entry>) =>
    new SealedFile<Entry>(join(folder, name), schema, key, readOnly);
  return {
    clusters: open<ClusterLine>('clusters.jsonl', clusterLineSchema),
    analyses: open<AnalysisRecord>('analysis.jsonl', analysisRecordSchema),
  };
}

function recordsOf({ clusters, analyses }: ReturnType<typeof openFiles>): ExaminationRecords {
  return {
    clusters: clusters.entries.flatMap((line) => ('reviewed' in line ? [] : [line])),
    reviews: clusters.entries.flatMap((line) => ('reviewed' in line ? [line] : [])),
    analyses: analyses.entries,
  };
}

type Placed = Pick<ClusterRecord, 'file' | 'batch_index' | 'cluster_index'>;

function byPlace(a: Placed, b: Placed): number {
  return (
    byBytes(a.file, b.file) || a.batch_index - b.batch_index || a.cluster_index - b.cluster_index
  );
}
