import { UsageError } from '../errors.ts';
import { byBytes } from '../workspace/files/byte-order.ts';
import { brokenLimits } from './report/gate.ts';
import { byPlace } from './report/imported-place.ts';
import type { Report, ReportedCandidate, ReportVerdict } from './report/report.ts';
import { summarise } from './report/summary.ts';
import { measureAgain } from './selection/measure-gate.ts';
import type { Shard } from './selection/shard.ts';

type ShardReport = Report & { readonly shard: Shard };

/**
 * Puts the reports of the shards of one run together, in whatever order they come: the report of a run
 * that was not parted. Where shards are missing, it says which, and is not complete. One report that
 * is no shard stays as it is.
 * @throws UsageError for reports that are not of one run
 */
export function mergeReports(reports: readonly Report[]): Report {
  const [only] = reports;
  if (only === undefined) throw new UsageError('there is no report to put together');
  if (reports.length === 1 && only.shard === undefined) return only;
  const shards = reports.map(checkedShard).sort((a, b) => a.shard.index - b.shard.index);
  const [first = checkedShard(only)] = shards;
  for (const shard of shards) checkSameRun(first, shard);
  const missing = missingShards(shards, first.shard.count);
  const candidates = numbered(shards.flatMap((shard) => shard.candidates));
  const sum = (of: (report: Report) => number) => shards.reduce((all, one) => all + of(one), 0);
  const files = sum(({ summary }) => summary.scanned_files);
  // A shard may have none, and all of them only where a change may.
  const isEmpty = files === 0 && first.comparison === undefined;
  const incomplete = missing.length > 0 || isEmpty || shards.some((one) => one.incomplete === true);
  const { shard: _, incomplete: __, imported: ___, known, revision, ...shared } = first;
  const gate = first.gate && measureAgain(first.gate, candidates);
  const imported = shards.flatMap((one) => one.imported ?? []).sort(byPlace);
  return {
    ...shared,
    ...(gate === undefined ? {} : { gate }),
    verdict: worst([
      ...(gate !== undefined && brokenLimits(gate).length > 0 ? (['findings'] as const) : []),
      ...shards.map(({ verdict }) => verdict),
      ...(incomplete ? [INCOMPLETE] : []),
    ]),
    ...(incomplete ? { incomplete } : {}),
    notice: mergedNotice(shards, missing),
    summary: summarise(candidates, {
      files,
      lines: sum(({ summary }) => summary.scanned_lines),
      root: first.summary.scanned_root,
      skipped: shards.flatMap(({ summary }) => summary.skipped),
      lessSure: sum(({ summary }) => summary.less_sure ?? 0),
    }),
    candidates,
    ...(revision === undefined ? {} : { revision: mergedRevision(revision, shards) }),
    ...(imported.length === 0 ? {} : { imported }),
    ...(known === undefined
      ? {}
      : {
          known: {
            existing: sum((report) => report.known?.existing ?? 0),
            fixed: sum((report) => report.known?.fixed ?? 0),
            included: known.included,
          },
        }),
    rules: [
      ...new Map(shards.flatMap(({ rules }) => rules).map((rule) => [rule.id, rule])).values(),
    ],
  };
}

/** Each shard tells of the files that it names. */
function mergedRevision(
  { modified: _, ...revision }: NonNullable<Report['revision']>,
  shards: readonly ShardReport[],
): NonNullable<Report['revision']> {
  const modified = new Set(shards.flatMap((one) => one.revision?.modified ?? []));
  return modified.size === 0 ? revision : { ...revision, modified: [...modified].sort(byBytes) };
}

const INCOMPLETE: ReportVerdict = 'inconclusive';

function checkedShard(report: Report): ShardReport {
  const { shard } = report;
  if (shard !== undefined) return { ...report, shard };
  throw new UsageError('several reports can be put together only where each is one shard of a run');
}

function checkSameRun(first: ShardReport, other: ShardReport): void {
  const facts = ({ shard, mode, version, revision, comparison }: ShardReport) =>
    new Map<string, unknown>([
      ...Object.entries({ mode, version, shards: shard.count }),
      ...Object.entries({ commit: revision?.commit, base: comparison?.base }),
    ]);
  const known = facts(first);
  for (const [name, value] of facts(other)) {
    if (known.get(name) === value) continue;
    const which = `shards ${first.shard.index} and ${other.shard.index}`;
    throw new UsageError(`${which} are not of one run: ${name} ${known.get(name)} and ${value}`);
  }
}

function missingShards(shards: readonly ShardReport[], count: number): number[] {
  const seen = new Set<number>();
  for (const { shard } of shards) {
    if (seen.has(shard.index)) throw new UsageError(`shard ${shard.index} is there twice`);
    seen.add(shard.index);
  }
  return Array.from({ length: count }, (_, at) => at + 1).filter((index) => !seen.has(index));
}

/** What is found keeps its number, which is that of the whole tree; what is gone comes after it. */
function numbered(candidates: readonly ReportedCandidate[]): ReportedCandidate[] {
  const isGone = ({ baseline }: ReportedCandidate) => baseline === 'absent';
  const gone = candidates
    .filter(isGone)
    .sort((a, b) => byBytes(a.file, b.file) || a.line - b.line || byBytes(a.pattern, b.pattern));
  const from = Math.min(...gone.map(({ gid }) => gid));
  return [
    ...candidates.filter((one) => !isGone(one)).sort((a, b) => a.gid - b.gid),
    ...gone.map((one, index) => ({ ...one, gid: from + index })),
  ];
}

function worst(verdicts: readonly ReportVerdict[]): ReportVerdict {
  const order: readonly ReportVerdict[] = ['findings', 'inconclusive', 'clean'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'inconclusive';
}

/** Who looked, in each shard. */
function mergedNotice(shards: readonly ShardReport[], missing: readonly number[]): string {
  const { count } = shards[0]?.shard ?? { count: 0 };
  const lost =
    missing.length === 0
      ? ''
      : ` There is no result of shard ${missing.join(', ')}: their files were not examined.`;
  return [
    `Put together from ${shards.length} of ${count} shards.${lost}`,
    ...shards.map(({ notice }) => notice),
  ].join(' ');
}
