import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver/node';
import type { Severity } from '../../security/candidates/candidate.ts';
import { groupCandidates, isPossibleFinding } from '../../security/report/groups.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import { rulePage } from '../../security/report/rule-page.ts';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  high: DiagnosticSeverity.Error,
  medium: DiagnosticSeverity.Warning,
  low: DiagnosticSeverity.Information,
};

/**
 * The diagnostics of a report, by the address of the file: findings, and places to look at as hints
 * where they are wanted. The way of the data is related information.
 * @param root the folder that the files of the report are relative to
 */
export function diagnosticsOf(
  { candidates }: Report,
  root: string,
  withPlaces: boolean,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const { findings, possibleFindings } = groupCandidates(candidates);
  const shown = withPlaces ? [...findings, ...possibleFindings] : findings;
  const byFile = Map.groupBy(shown, ({ file }) => addressOf(root, file));
  return new Map(
    [...byFile].map(([file, found]) => [file, found.map((one) => diagnosticOf(one, root))]),
  );
}

/** The address of a file in the form that editors use. */
function addressOf(root: string, file: string): string {
  return pathToFileURL(join(root, file)).href;
}

function diagnosticOf(candidate: ReportedCandidate, root: string): Diagnostic {
  const page = rulePage(candidate.pattern);
  return {
    range: rangeOf(candidate),
    severity: isPossibleFinding(candidate) ? DiagnosticSeverity.Hint : SEVERITY[candidate.severity],
    source: 'rustward',
    code: candidate.pattern,
    ...(page === undefined ? {} : { codeDescription: { href: page } }),
    message: `${candidate.description}\n${candidate.suggestion}`,
    relatedInformation: candidate.trace.map((step) => ({
      location: { uri: addressOf(root, step.file), range: rangeOf(step) },
      message: step.message,
    })),
    data: { id: candidate.id, cwe: candidate.cwe, confidence: candidate.confidence },
  };
}

type Stretch = Pick<ReportedCandidate, 'line' | 'column' | 'end_line' | 'end_column'>;

/** Lines and columns count from 0 in the protocol; columns are UTF-16 units there and here. */
function rangeOf({ line, column, end_line: endLine, end_column: endColumn }: Stretch): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}
