import { join } from 'node:path';
import type * as z from 'zod';
import { byBytes } from '../../workspace/files/byte-order.ts';
import { findStateFolder, openStateFolder } from '../../workspace/state/state-folder.ts';
import { type DiscoveryRecord, discoveryRecordSchema } from '../discover/discovery-record.ts';
import { SealedFile } from './sealed-file.ts';
import {
  type ClusterLine,
  type ClusterRecord,
  clusterLineSchema,
  type DerivationRecord,
  derivationRecordSchema,
  type RecheckRecord,
  type ReproductionRecord,
  reproductionRecordSchema,
} from './triage-records.ts';

/** What earlier runs have found out, and where this one writes down what it does. */
export interface TriageState {
  readonly clusters: readonly ClusterRecord[];
  readonly rechecks: readonly RecheckRecord[];
  readonly derivations: readonly DerivationRecord[];
  readonly discoveries: readonly DiscoveryRecord[];
  readonly reproductions: readonly ReproductionRecord[];
  /** Lines that this user's runs have not written. */
  readonly unsealedCount: number;
  addClusters(records: readonly ClusterRecord[]): void;
  addRechecks(records: readonly RecheckRecord[]): void;
  addDerivation(record: DerivationRecord): void;
  addDiscovery(record: DiscoveryRecord): void;
  addReproduction(record: ReproductionRecord): void;
  /** Leaves exactly this, in a fixed order, whatever the order in which it was found out. */
  replaceAll(final: {
    readonly clusters: readonly ClusterRecord[];
    readonly rechecks: readonly RecheckRecord[];
    readonly derivations: readonly DerivationRecord[];
    readonly discoveries: readonly DiscoveryRecord[];
    readonly reproductions: readonly ReproductionRecord[];
  }): void;
}

/** Forgets when the run ends. */
export const NO_STATE: TriageState = {
  ...{ clusters: [], rechecks: [], derivations: [], discoveries: [], reproductions: [] },
  unsealedCount: 0,
  addClusters: () => undefined,
  addRechecks: () => undefined,
  addDerivation: () => undefined,
  addDiscovery: () => undefined,
  addReproduction: () => undefined,
  replaceAll: () => undefined,
};

/**
 * The state in `.rustward/sec` below a folder: `discovery.jsonl`, `clusters.jsonl`, `analysis.jsonl`
 * and `reproductions.jsonl`.
 * @param key what the lines are sealed with
 * @throws UsageError when the files cannot be read or written
 */
export function openTriageState(root: string, key: Buffer): TriageState {
  const files = openFiles(openStateFolder(root), key, false);
  const { clusters, analyses, discoveries, reproductions } = files;
  return {
    ...recordsOf(files),
    unsealedCount: [clusters, analyses, discoveries, reproductions].reduce(
      (sum, file) => sum + file.unsealedCount,
      0,
    ),
    addClusters: (records) => clusters.append(records),
    addRechecks: (records) => clusters.append(records),
    addDerivation: (record) => analyses.append([record]),
    addDiscovery: (record) => discoveries.append([record]),
    addReproduction: (record) => reproductions.append([record]),
    replaceAll(final) {
      clusters.replace([
        ...final.clusters.toSorted(byBatchPosition),
        ...final.rechecks.toSorted((a, b) => byBytes(a.reviewed, b.reviewed)),
      ]);
      analyses.replace(final.derivations.toSorted(byBatchPosition));
      discoveries.replace(final.discoveries.toSorted((a, b) => byBytes(a.group, b.group)));
      reproductions.replace(final.reproductions.toSorted((a, b) => byBytes(a.subject, b.subject)));
    },
  };
}

/** What earlier runs have found out. */
export type TriageRecords = Pick<
  TriageState,
  'clusters' | 'rechecks' | 'derivations' | 'discoveries' | 'reproductions'
>;

/**
 * What is kept in `.rustward/sec` below a folder, which another run may be writing to: nothing in it
 * is touched.
 * @throws UsageError when the files cannot be read
 */
export function loadTriageRecords(root: string, key: Buffer): TriageRecords {
  const folder = findStateFolder(root);
  return folder === undefined ? NO_STATE : recordsOf(openFiles(folder, key, true));
}

function openFiles(folder: string, key: Buffer, readOnly: boolean) {
  const open = <Entry extends object>(name: string, schema: z.ZodType<Entry>) =>
    new SealedFile<Entry>(join(folder, name), schema, key, readOnly);
  return {
    clusters: open<ClusterLine>('clusters.jsonl', clusterLineSchema),
    analyses: open<DerivationRecord>('analysis.jsonl', derivationRecordSchema),
    discoveries: open<DiscoveryRecord>('discovery.jsonl', discoveryRecordSchema),
    reproductions: open<ReproductionRecord>('reproductions.jsonl', reproductionRecordSchema),
  };
}

function recordsOf({
  clusters,
  analyses,
  discoveries,
  reproductions,
}: ReturnType<typeof openFiles>): TriageRecords {
  return {
    clusters: clusters.entries.flatMap((line) => ('reviewed' in line ? [] : [line])),
    rechecks: clusters.entries.flatMap((line) => ('reviewed' in line ? [line] : [])),
    derivations: analyses.entries,
    discoveries: discoveries.entries,
    reproductions: reproductions.entries,
  };
}

type BatchPosition = Pick<ClusterRecord, 'file' | 'batch_index' | 'cluster_index'>;

function byBatchPosition(a: BatchPosition, b: BatchPosition): number {
  return (
    byBytes(a.file, b.file) || a.batch_index - b.batch_index || a.cluster_index - b.cluster_index
  );
}
