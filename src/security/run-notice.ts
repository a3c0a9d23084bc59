import type { Skip } from '../workspace/files/skip.ts';
import { isSourcePath } from '../workspace/files/source-files.ts';
import type { Reproduction } from './candidates/reproduction.ts';
import type { Inputs } from './load-inputs.ts';
import {
  discoveryNotice,
  idleNotice,
  importNotice,
  type LeftOutSource,
  NO_MODEL_NOTICE,
  reproductionNotice,
  reviewNotice,
  scanNotice,
  shardNotice,
  triageNotice,
} from './notice.ts';
import type { ScanOutcome } from './scan/scan.ts';
import type { SecurityDeps, SecurityRequest } from './security-request.ts';
import type { Change } from './selection/change.ts';
import type { ReviewScope } from './selection/review-scope.ts';
import type { TriageOutcome } from './triage/triage-outcome.ts';

/** Who has looked at what a scan proposes, and what they came to, in sentences. */
export function whoLooked(
  triaged: TriageOutcome | undefined,
  ran: ReadonlyMap<number, Reproduction> | undefined,
  { whyNoModel = NO_MODEL_NOTICE }: SecurityDeps,
): string {
  if (triaged === undefined) {
    const run = reproductionNotice([...(ran?.values() ?? [])], 'Of functions on data alone');
    return run === '' ? whyNoModel : `${whyNoModel} ${run}`;
  }
  const { results, discovery, reproductions } = triaged;
  const sentences = [
    triageNotice([...results.values()], discovery !== undefined),
    ...(discovery === undefined ? [] : [discoveryNotice(discovery)]),
    reproductionNotice([...reproductions.values()]),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

interface LookedAt {
  /** Present in a review. */
  readonly scope: ReviewScope | undefined;
  readonly who: string;
  readonly unlisted: number;
  /** One line for each suppression that does nothing. */
  readonly idle: readonly string[];
}

/**
 * The first lines of a report: who looked, at what, in which build.
 * @param outcome of the files that are reported on
 * @param looked `who` as `whoLooked` says it; `unlisted`: how much was not examined that the report does not list;
 *   and `idle`: what suppressions do nothing
 */
export function noticeOf(
  { shard }: SecurityRequest,
  { change, tools }: Inputs,
  outcome: ScanOutcome,
  { scope, who, unlisted, idle }: LookedAt,
): string {
  const what =
    change && scope
      ? reviewNotice(scope, change.name, who, {
          ...{ leftOut: leftOutOf(change, scope, outcome.skips), unlisted },
        })
      : scanNotice(outcome, who);
  const build = outcome.builds?.description;
  const more = [...(build === undefined ? [] : [build]), ...idleNotice(idle)];
  return [shardNotice(shard) + what + importNotice(tools), ...more].join(' ');
}

/** The changed sources that are no part of the scan, each with why. */
export function leftOutOf(
  change: Pick<Change, 'files'>,
  scope: ReviewScope,
  skips: readonly Skip[],
): LeftOutSource[] {
  const scanned = new Set(scope.changedFiles);
  const reasons = new Map(skips.map(({ file, reason }) => [file, reason]));
  return change.files
    .filter(({ path }) => isSourcePath(path) && !scanned.has(path))
    .map(({ path }) => ({ file: path, reason: reasons.get(path) ?? 'is left out' }));
}
