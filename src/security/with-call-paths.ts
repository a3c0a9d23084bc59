import type { Grammars } from '../code/syntax/grammar.ts';
import { isIntroduced, isOpen } from './report/groups.ts';
import type { Report, ReportedCandidate } from './report/report.ts';
import type { ScanOutcome } from './scan/scan.ts';
import { plainCallPaths } from './slice/call-paths.ts';
import { SourceIndex } from './slice/source-index.ts';

/** Candidates of one report that ways of calls are looked for, those with the highest score first. */
const MAX_CANDIDATES = 200;

/**
 * A report with the ways of calls that lead to what no model has examined, by the call graph: what the scan itself can
 * say of how such a place is reached.
 */
export function withCallPaths(report: Report, outcome: ScanOutcome, grammars: Grammars): Report {
  const wanted = report.candidates
    .filter((one) => isUnexamined(one) && isOpen(one) && isIntroduced(one))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_CANDIDATES);
  if (wanted.length === 0) return report;
  const index = new SourceIndex(outcome, grammars);
  const known = new Map<object, readonly string[]>();
  const pathsTo = ({ file, line }: ReportedCandidate): readonly string[] => {
    const fn = index.functionAt(file, line);
    if (fn === undefined) return [];
    const paths = known.get(fn) ?? plainCallPaths(fn, index);
    known.set(fn, paths);
    return paths;
  };
  const found = new Map(wanted.map((one) => [one, pathsTo(one)]));
  const candidates = report.candidates.map((one) => {
    const call_paths = found.get(one) ?? [];
    return call_paths.length === 0 ? one : { ...one, call_paths };
  });
  return { ...report, candidates };
}

function isUnexamined({ examination }: ReportedCandidate): boolean {
  return examination === undefined || examination.kind === 'unexamined';
}
