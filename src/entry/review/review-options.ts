import { availableParallelism } from 'node:os';
import type { ToolServerOption } from '../../agent/tools/parse-tool-server.ts';
import type { OpenModelFlags } from '../../model/open-model.ts';
import type { MaintainerNotes } from '../../security/notes/maintainer-notes.ts';
import type { FailOn, Limit } from '../../security/report/fail-on.ts';
import { type BuildOptions, NO_BUILD_OPTIONS } from '../../security/scan/build/build-options.ts';
import type { FindingSettings } from '../../security/selection/finding-settings.ts';
import { MAX_CLUSTER_CANDIDATES } from '../../security/triage/cluster-limit.ts';
import type { TriageStage } from '../../security/triage/triage-stage.ts';
import type { MemoryScope } from '../memory/memory-scope.ts';

/** What settles which files are scanned, what is taken in beside them, and what is kept of it. */
export interface TreeOptions extends BuildOptions {
  /** SARIF files of other scanners. */
  readonly importSarif: readonly string[];
  /** Packages of rules that the user trusts: their code runs in this process. */
  readonly rules: readonly string[];
  /** Patterns as in `.gitignore`. */
  readonly exclude: readonly string[];
  /** Patterns of the files that are meant, as in `.gitignore`; all when missing. */
  readonly onlyFiles?: readonly string[] | undefined;
  /** Names of folders, instead of the usual. */
  readonly skipFolders?: readonly string[] | undefined;
  readonly gitignore: boolean;
  /** Worker threads. */
  readonly jobs: number;
  /** Seconds after which a scan or a review reports what it has, and names the rest. */
  readonly timeout?: number | undefined;
  /** Seconds of a processor that one look at a file may take; 120 when missing. */
  readonly fileTimeout?: number | undefined;
  readonly cache: boolean;
  /** Instead of the user's cache folder. */
  readonly cacheDir?: string | undefined;
}

/** What settles what is reported, and what a run leaves in `.rustward/sec`. */
export interface ReportOptions extends TreeOptions {
  readonly failOn: FailOn;
  /** What settles it; the default where it is missing. */
  readonly failOnFrom?: string | undefined;
  /** How many findings of a kind there may be. */
  readonly limits?: readonly Limit[] | undefined;
  /** A file with an earlier result, or the name of a commit. */
  readonly baseline?: string | undefined;
  /** What is examined, as a person named it; the path when missing. */
  readonly rootName?: string | undefined;
  /** What tells the results in code scanning from those of others. */
  readonly category?: string | undefined;
  /** Report what the baseline, or the base of a review, has as well. */
  readonly includeExisting: boolean;
  /** Examine, in a review, also the files in which the change can make no difference. */
  readonly whole?: boolean | undefined;
  /** The files and folders that are reported on, below the path; all when missing. */
  readonly only?: readonly string[] | undefined;
  /** Whether it is well that there is nothing to examine, as in a commit that touches no source. */
  readonly mayBeEmpty?: boolean | undefined;
  /** From 0 to 1. */
  readonly minConfidence: number;
  /** Rank no finding lower for the size of the tree. */
  readonly rateAsNew?: boolean | undefined;
  /** What the configuration says of rules and of folders. */
  readonly findingSettings?: readonly FindingSettings[] | undefined;
  readonly state: boolean;
  /** The folder below which state is kept, instead of the one that is examined. */
  readonly stateDir?: string | undefined;
}

/** What settles how models triage candidates. */
export interface TriageRunOptions {
  /** Whether models are asked, where some are configured. */
  readonly model: boolean;
  /** Whether models are only told of, to say before what a review would ask them. */
  readonly estimate?: boolean | undefined;
  /** Why none is asked, for the first sentence of the report. */
  readonly whyNoModel?: string | undefined;
  readonly verify: boolean;
  /** Whether findings of a change that stand are run, where there are clang and a sandbox. */
  readonly reproduce: boolean;
  /** Conversations at the same time. */
  readonly concurrency: number;
  readonly clusterLimit: number;
  /** Groups of functions that models look at for defects in one run, at most. */
  readonly discoverLimit: number;
  readonly maxMinutes?: number | undefined;
  /** The last stage to do. */
  readonly until?: 'scan' | TriageStage | undefined;
  readonly logFile?: string | undefined;
  readonly metricsFile?: string | undefined;
  readonly toolServer: readonly ToolServerOption[];
  readonly allowUnsandboxed: boolean;
  readonly models: OpenModelFlags;
  /** What maintainers note for every question; missing where they note nothing. */
  readonly notes?: MaintainerNotes | undefined;
  /** Whose memories count besides that of the tree; no others when missing. */
  readonly memory?: MemoryScope | undefined;
}

export const REPORT_DEFAULTS = {
  importSarif: [],
  rules: [],
  exclude: [],
  gitignore: true,
  ...NO_BUILD_OPTIONS,
  jobs: availableParallelism(),
  cache: true,
  failOn: 'high',
  includeExisting: false,
  minConfidence: 0.4,
  state: true,
} as const satisfies ReportOptions;

export const TRIAGE_DEFAULTS = {
  model: true,
  verify: true,
  reproduce: true,
  concurrency: 4,
  clusterLimit: MAX_CLUSTER_CANDIDATES,
  discoverLimit: 12,
  toolServer: [],
  allowUnsandboxed: false,
  models: {},
} as const satisfies TriageRunOptions;
