import { lineFingerprints } from '../../code/line-fingerprint.ts';
import type { Language } from '../../code/syntax/language.ts';
import { redactLines, redactSecrets } from '../../model/redaction/redacted-lines.ts';
import type { Category } from '../../rules/classification.ts';
import { evidenceAt, excerptAround } from '../candidates/candidate-excerpt.ts';
import { candidateId } from '../candidates/draft-candidates.ts';
import { scoreOf, severityOf } from '../candidates/severity.ts';
import type { ScannedFile } from '../scan/scan-file.ts';
import { enclosingFunction } from './enclosing-function.ts';
import type { ImportedCandidate } from './foreign-rule.ts';
import type { ImportedRegion, ImportedResult } from './imported-results.ts';
import type { SkippedResults } from './skipped-results.ts';

/** Beyond it columns are taken as they are: counting anew costs as much as the line is long. */
const MAX_COLUMN = 10_000;

/**
 * Turns the alarms about one file into candidates. What a reader sees of the code comes from the
 * file itself, never from the log.
 */
export function draftImportedResults(
  file: ScannedFile,
  text: string,
  alarms: readonly ImportedResult[],
  categoryOf: (cwe: readonly number[], language: Language) => Category,
  leftOut: SkippedResults,
): ImportedCandidate[] {
  const { language } = file;
  if (language === undefined) return [];
  const lines = text.split(/\r?\n/);
  const shown = redactLines(lines);
  const fingerprints = lineFingerprints(text);
  return alarms.flatMap((alarm): ImportedCandidate[] => {
    const { line } = alarm.region;
    if (line > lines.length) {
      leftOut.add('noLine');
      return [];
    }
    const { confidence, ceiling, precision } = alarm.rating;
    const category = categoryOf(alarm.cwe, language);
    const severity = severityOf(confidence, ceiling);
    const place = locationIn(lines, alarm.region);
    const draft = {
      id: candidateId(language, file.file, line, category, alarm.pattern),
      language,
      category,
      pattern: alarm.pattern,
      sources: [alarm.tool],
      cwe: [...alarm.cwe],
      file: file.file,
      ...place,
      function: functionAt(file, alarm),
      evidence: evidenceAt(shown, line),
      description: redactSecrets(alarm.message),
      suggestion: alarm.suggestion,
      confidence,
      severity,
      score: scoreOf(confidence, severity),
      fingerprint: fingerprints[line - 1] ?? '',
      trace: alarm.trace.map((step) => ({ ...step, message: redactSecrets(step.message) })),
      excerpt: excerptAround(shown, line, place.end_line),
    };
    return [{ draft, ceiling, precision, rule: alarm.rule }];
  });
}

/** Our name of a function where it is the scanner's with more before it, as `ns::f` is of `f`. */
function functionAt(file: ScannedFile, alarm: ImportedResult): string {
  const known = enclosingFunction(file, alarm.region.line);
  return alarm.function === '' || known.endsWith(alarm.function) ? known : alarm.function;
}

/** The region within the lines that there are; without columns it is the whole line. */
function locationIn(lines: readonly string[], region: ImportedRegion) {
  const { line } = region;
  const endLine = Math.min(Math.max(line, region.endLine ?? line), lines.length);
  const column = columnIn(lines[line - 1] ?? '', region.column ?? 1, region.codePoints);
  const last = lines[endLine - 1] ?? '';
  const end = columnIn(last, region.endColumn ?? last.length + 1, region.codePoints);
  return {
    line,
    column,
    end_line: endLine,
    end_column: endLine === line ? Math.max(column, end) : end,
  };
}

/** A column in UTF-16 units, at most one past the end of the line. */
function columnIn(line: string, column: number, codePoints: boolean): number {
  const most = Math.min(column, line.length + 1);
  if (!codePoints || most > MAX_COLUMN) return most;
  return [...line.slice(0, 2 * most)].slice(0, most - 1).join('').length + 1;
}
