import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { runSecurity } from '../../security/pipeline.ts';
import type { Report } from '../../security/report/report.ts';
import type { SecurityRequest } from '../../security/security-request.ts';
import type { Shard } from '../../security/selection/shard.ts';
import type { TriageStage } from '../../security/triage/triage-stage.ts';
import type { RunObserver } from '../../telemetry/run-observer.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { makeFolders } from '../../workspace/files/make-folders.ts';
import type { AppliedPatch } from '../../workspace/git/applied-patch.ts';
import { Deadline } from '../../workspace/process/deadline.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { loadVersion } from '../../workspace/version.ts';
import { type Costs, NO_COSTS } from '../costs/costs.ts';
import type { Estimate } from '../costs/estimate.ts';
import type { Telemetry } from '../telemetry/run-telemetry.ts';
import { openScan } from './open-scan.ts';
import type { ReportOptions, TriageRunOptions } from './review-options.ts';
import { reviewSummary } from './review-summary.ts';
import type { OpenedTriage } from './run-triage.ts';
import { scanOptions } from './scan-options.ts';

/** A scan, or a review where it says how candidates are triaged. */
export interface ReviewRequest {
  /** A folder or one source file. */
  readonly path: string;
  readonly options: ReportOptions;
  /** Report only what concerns the change since this commit. */
  readonly base?: string | undefined;
  /** Report only what concerns this change, which the tree has; instead of a commit. */
  readonly patch?: AppliedPatch | undefined;
  /** One part of the tree, where several runs share it. */
  readonly shard?: Shard | undefined;
  /** How models triage the candidates; without it no model is asked. */
  readonly triage?: TriageRunOptions | undefined;
  /** What is known of the change besides its files, by the code that fetched it. */
  readonly changeFacts?: Pick<SecurityRequest, 'suppressions' | 'strangersChange' | 'leftOut'>;
}

/** What an entry hears while a review is under way, and what it gives to it. */
export interface ReviewHooks {
  /** Where models and their keys are looked up. */
  readonly env: ProcessEnvironment;
  /** Hears how much of a stage is done: files, then batches and groups of candidates. */
  readonly onProgress?: (stage: 'scan' | TriageStage, done: number, total: number) => void;
  /** Hears, on one line each, what a person should know and no report says. */
  readonly onWarning?: (line: string) => void;
  /** Watches what models and agents do, beside the log and the metrics that the options name. */
  readonly observer?: RunObserver;
  /** Ends the asking of models: what was not examined by then says so. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReviewResult {
  readonly report: Report;
  /** All that `onWarning` heard. */
  readonly warnings: readonly string[];
  /** Those of them that say what of the settings does nothing: such a gate is not to be missed. */
  readonly settingsWarnings: readonly string[];
  readonly costs: Costs;
  /** What models would be asked, where that alone is wanted: then the report is the scan's. */
  readonly estimate?: Estimate | undefined;
}

/**
 * Scans or reviews a path. Every entry of the program ends here, and says the result in its own way:
 * nothing is printed, and no report is written.
 * @throws UsageError for a request or a configuration that is wrong
 * @throws IncompleteError when the run could not complete
 */
export async function performReview(
  request: ReviewRequest,
  hooks: ReviewHooks,
): Promise<ReviewResult> {
  const { path, options, triage } = request;
  const warnings: string[] = [];
  const settingsWarnings: string[] = [];
  const onWarning = (line: string, about?: 'settings') => {
    warnings.push(line);
    if (about === 'settings') settingsWarnings.push(line);
    hooks.onWarning?.(line);
  };
  const twoVersions = (request.base ?? request.patch ?? options.baseline) !== undefined;
  const deadline = options.timeout === undefined ? undefined : new Deadline(options.timeout);
  const signal = firstOf(hooks.signal, deadline?.signal);
  const { deps, store, close } = await openScan(path, options, { twoVersions });
  try {
    if (options.stateDir !== undefined) makeStateFolder(options.stateDir);
    const telemetry = triage && (await openTelemetryFor(triage, hooks, onWarning));
    const opened = triage && (await openTriageFor(triage, telemetry));
    let report: Report | undefined;
    try {
      report = await runSecurity(securityRequest(request, deadline), {
        ...deps,
        onProgress: (done, total) => hooks.onProgress?.('scan', done, total),
        onWarning,
        triage: opened?.triage,
        whyNoModel: opened?.whyNoModel,
        runFindings: opened?.runFindings,
      });
    } finally {
      await telemetry?.end(reviewSummary(report));
    }
    store?.evict();
    const estimate = opened?.estimate?.();
    return { report, warnings, settingsWarnings, costs: opened?.costs() ?? NO_COSTS, estimate };
  } finally {
    close();
  }

  /** Loaded when it is needed, since a scan starts in half the time without what it needs. */
  async function openTriageFor(
    triageOptions: TriageRunOptions,
    telemetry: Telemetry | undefined,
  ): Promise<OpenedTriage> {
    const { openTriage } = await import('./run-triage.ts');
    const { state, stateDir } = options;
    return openTriage(triageOptions, {
      ...{ grammars: deps.grammars, store, onWarning, env: hooks.env, signal },
      stateFolder: ({ root, single }) => stateDir ?? (state && !single ? root : undefined),
      observer: telemetry?.observer,
      onProgress: (stage, done, total) => {
        hooks.onProgress?.(stage, done, total);
        telemetry?.observer.stage(stage, done, total);
      },
    });
  }
}

/** Before the work: a run that could not keep what it found out would find that after minutes. */
function makeStateFolder(folder: string): void {
  try {
    makeFolders(resolve(folder));
  } catch (thrown) {
    throw new UsageError(`cannot make the folder ${folder}: ${systemReason(thrown)}`);
  }
}

/** Loaded when it is needed, too. */
async function openTelemetryFor(
  options: TriageRunOptions,
  { observer }: ReviewHooks,
  onWarning: (line: string) => void,
): Promise<Telemetry> {
  const { openTelemetry } = await import('../telemetry/run-telemetry.ts');
  return await openTelemetry('review', options, onWarning, observer);
}

/** Aborts with the first of them. */
function firstOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.flatMap((signal) => signal ?? []);
  return given.length === 0 ? undefined : AbortSignal.any(given);
}

function securityRequest(
  { path, options, base, patch, shard, triage, changeFacts }: ReviewRequest,
  deadline: Deadline | undefined,
): SecurityRequest {
  const { baseline, stateDir } = options;
  return {
    mode: triage === undefined ? 'scan' : 'review',
    scan: scanOptions(path, options, deadline),
    ...(base === undefined ? {} : { base }),
    ...(patch === undefined ? {} : { patch }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(shard === undefined ? {} : { shard }),
    imports: options.importSarif,
    includeExisting: options.includeExisting,
    whole: options.whole === true,
    mayBeEmpty: options.mayBeEmpty === true,
    onlyFiles: options.onlyFiles,
    ...{ only: options.only, category: options.category, rootName: options.rootName },
    minConfidence: options.minConfidence,
    rateAsNew: options.rateAsNew,
    findingSettings: options.findingSettings ?? [],
    ...{ failOn: options.failOn, failOnFrom: options.failOnFrom, limits: options.limits },
    state:
      triage?.estimate === true
        ? 'none'
        : stateDir === undefined
          ? options.state
            ? 'root'
            : 'none'
          : { folder: stateDir },
    version: loadVersion(),
    ...changeFacts,
  };
}
