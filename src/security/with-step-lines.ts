import { type RedactedLines, redactLines } from '../model/redaction/redacted-lines.ts';
import { readSourceText, TEXT_LIMITS } from '../workspace/files/source-text.ts';
import { evidenceAt } from './candidates/candidate-excerpt.ts';
import { isOpen } from './report/groups.ts';
import type { Report } from './report/report.ts';

/** Candidates whose steps get their lines, those with the highest score first. */
const MAX_CANDIDATES = 1000;

/**
 * A report with the source line of each step of the data, for a reader without the sources; secrets in it are redacted.
 * @param root where the sources are
 */
export function withStepLines(report: Report, root: string): Report {
  const wanted = new Set(
    report.candidates
      .filter((one) => isOpen(one) && one.trace.length > 0 && one.baseline !== 'absent')
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MAX_CANDIDATES),
  );
  const texts = new Map<string, RedactedLines | undefined>();
  const linesOf = (file: string) => {
    if (texts.has(file)) return texts.get(file);
    const source = readSourceText(root, file, TEXT_LIMITS);
    const lines = 'skip' in source ? undefined : redactLines(source.text.split(/\r?\n/));
    texts.set(file, lines);
    return lines;
  };
  const candidates = report.candidates.map((candidate) => {
    if (!wanted.has(candidate)) return candidate;
    const trace = candidate.trace.map((step) => {
      const lines = linesOf(step.file);
      const evidence = lines === undefined ? '' : evidenceAt(lines, step.line);
      return evidence === '' ? step : { ...step, evidence };
    });
    return { ...candidate, trace };
  });
  return { ...report, candidates };
}
