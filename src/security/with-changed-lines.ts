import { isIntroduced, isOpen } from './report/groups.ts';
import type { Report, ReportedCandidate } from './report/report.ts';
import { defectPath } from './report/triage-view.ts';
import type { ScanOutcome } from './scan/scan.ts';
import { changedLineNear, type LinePlace } from './slice/changed-line.ts';
import { hunksWithin, type SourceChange } from './slice/source-change.ts';

/** What the changed lines of a report are taken from. */
interface ChangedLines {
  readonly change: SourceChange;
  /** The changed lines that models name as causes, by gid. */
  readonly named: ReadonlyMap<number, LinePlace>;
  readonly files: ScanOutcome['files'];
}

/**
 * A report in which each introduced candidate whose own lines the change has not touched says which changed line brings it
 * about, as far as that is known: who reads a change looks there, and not where memory goes wrong.
 */
export function withChangedLines(report: Report, lines: ChangedLines): Report {
  const candidates = report.candidates.map((one) => {
    if (!isOpen(one) || !isIntroduced(one)) return one;
    const introduced_at = introducedAt(one, lines);
    return introduced_at === undefined ? one : { ...one, introduced_at };
  });
  return { ...report, candidates };
}

function introducedAt(
  candidate: ReportedCandidate,
  { change, named, files }: ChangedLines,
): ReportedCandidate['introduced_at'] {
  const { gid, file, line, end_line: endLine } = candidate;
  // A region of many lines may be whole functions: its first line is what a comment is on.
  if (changedLineNear({ file, line }, change) !== undefined) return undefined;
  const own = hunksWithin(change, { file, line, endLine: Math.min(endLine, line + MAX_REGION) });
  if (own.some(({ count }) => count > 0)) return undefined;
  const cause = named.get(gid);
  if (cause !== undefined) return { ...cause, known_by: 'model' };
  for (const step of defectPath(candidate).toReversed()) {
    const at = changedLineNear(step, change);
    if (at !== undefined) return { file: step.file, line: at, known_by: 'path' };
  }
  const nearest = nearestInFunction(candidate, change, files);
  return nearest === undefined ? undefined : { file, line: nearest, known_by: 'nearness' };
}

/** Lines of a place. */
const MAX_REGION = 20;

/** The changed line of the function around a candidate that is the nearest, and one before it rather than one behind. */
function nearestInFunction(
  { file, line }: ReportedCandidate,
  change: SourceChange,
  files: ScanOutcome['files'],
): number | undefined {
  const around = files
    .find((one) => one.file === file)
    ?.functions.filter((fn) => fn.line <= line && line <= fn.endLine)
    .toSorted((left, right) => right.line - left.line)[0];
  if (around === undefined) return undefined;
  const within = hunksWithin(change, { file, ...around });
  const before = within.filter(({ start }) => start < line).at(-1) ?? within[0];
  if (before === undefined) return undefined;
  const { start, count } = before;
  const last = count === 0 ? start + 1 : start + count - 1;
  return Math.max(around.line, Math.min(start < line ? last : start, around.endLine));
}
