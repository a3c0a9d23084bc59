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
 * Turns the results about one file into candidates. The code they show comes from the file itself,
 * never from the log.
 */
export function draftImportedResults(
  file: ScannedFile,
  text: string,
  results: readonly ImportedResult[],
  categoryOf: (cwe: readonly number[], language: Language) => Category,
  leftOut: SkippedResults,
): ImportedCandidate[] {
  const { language } = file;
  if (language === undefined) return [];
  const lines = text.split(/\r?\n/);
  const shown = redactLines(lines);
  const fingerprints = lineFingerprints(text);
  return results.flatMap((result): ImportedCandidate[] => {
    const { line } = result.region;
    if (line > lines.length) {
      leftOut.add('noLine', { rule: result.pattern, file: file.file, line });
      return [];
    }
    const { confidence, ceiling, precision } = result.rating;
    const category = categoryOf(result.cwe, language);
    const severity = severityOf(confidence, ceiling);
    const place = locationIn(lines, result.region);
    const draft = {
      id: candidateId(language, file.file, line, category, result.pattern),
      language,
      category,
      pattern: result.pattern,
      sources: [result.tool],
      cwe: [...result.cwe],
      file: file.file,
      ...place,
      function: functionAt(file, result),
      evidence: evidenceAt(shown, line),
      description: redactSecrets(result.message),
      suggestion: result.suggestion,
      confidence,
      severity,
      score: scoreOf(confidence, severity),
      fingerprint: fingerprints[line - 1] ?? '',
      trace: result.trace.map((step) => ({ ...step, message: redactSecrets(step.message) })),
      excerpt: excerptAround(shown, line, place.end_line),
    };
    return [{ draft, ceiling, precision, rule: result.rule }];
  });
}

/** Our name of a function where it is the scanner's with more before it, as `ns::f` is of `f`. */
function functionAt(file: ScannedFile, result: ImportedResult): string {
  const known = enclosingFunction(file, result.region.line);
  return result.function === '' || known.endsWith(result.function) ? known : result.function;
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
