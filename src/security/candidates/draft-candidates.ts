import { createHash } from 'node:crypto';
import { lineFingerprints } from '../../code/line-fingerprint.ts';
import { redactLines } from '../../model/redaction/redacted-lines.ts';
import { firstIdOf } from '../../rules/former-ids.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { type Candidate, OWN_SOURCE, type Severity } from './candidate.ts';
import { evidenceAt, excerptAround } from './candidate-excerpt.ts';
import type { FileAnalysis, RuleHit } from './file-analysis.ts';
import { leastSevere, scoreOf, severityOf } from './severity.ts';

/** A candidate before the whole report is known, which alone can number it. */
export type CandidateDraft = Omit<Candidate, 'gid'>;

/**
 * Turns the hits in one file into candidates, in the order of line, column and
 * rule. Hits of one rule on one line have the same id, so the surest stands for
 * all of them.
 * @throws Error when a hit names a rule that is not among `rules`.
 */
export function draftCandidates(
  file: string,
  text: string,
  analysis: FileAnalysis,
  rules: ReadonlyMap<string, RuleDescription>,
): CandidateDraft[] {
  if (analysis.hits.length === 0) return [];
  const lines = redactLines(text.split(/\r?\n/));
  const fingerprints = lineFingerprints(text);
  const drafts = new Map<string, CandidateDraft>();
  for (const hit of analysis.hits) {
    const rule = rules.get(hit.rule);
    if (rule === undefined) throw new Error(`no rule is called ${hit.rule}`);
    const draft: CandidateDraft = {
      ...identityKeys(file, hit, rule, analysis),
      ...locationKeys(hit),
      function: hit.function,
      evidence: evidenceAt(lines, hit.location.line),
      description: hit.message,
      suggestion: rule.suggestion,
      ...scoreKeys(hit, rule),
      ...(hit.cause === undefined ? {} : { cause: hit.cause }),
      fingerprint: fingerprints[hit.location.line - 1] ?? '',
      trace: hit.trace.map((step) => ({
        file: step.file,
        ...locationKeys(step),
        function: step.function,
        message: step.message,
      })),
      excerpt: excerptAround(lines, hit.location.line, hit.location.endLine),
    };
    const key = `${draft.line}:${draft.pattern}`;
    const known = drafts.get(key);
    if (known === undefined || isSurer(draft, known)) drafts.set(key, draft);
  }
  return [...drafts.values()].sort(inFileOrder);
}

/** `C` or `R` and six hexadecimal digits of SHA-1 over `file:line:category:pattern`, with the rule's first id. */
export function candidateId(
  language: Candidate['language'],
  file: string,
  line: number,
  category: string,
  pattern: string,
): string {
  const named = `${file}:${line}:${category}:${firstIdOf(pattern)}`;
  const hash = createHash('sha1').update(named).digest('hex');
  return (language === 'rust' ? 'R' : 'C') + hash.slice(0, 6);
}

function identityKeys(file: string, hit: RuleHit, rule: RuleDescription, analysis: FileAnalysis) {
  const { language } = analysis;
  const { id: pattern, category } = rule;
  const others = rule.cwe.filter((cwe) => cwe !== hit.cwe);
  return {
    id: candidateId(language, file, hit.location.line, category, pattern),
    language,
    category,
    pattern,
    sources: [OWN_SOURCE],
    cwe: hit.cwe === undefined ? [...rule.cwe] : [hit.cwe, ...others],
    file,
  };
}

function locationKeys({ location }: { readonly location: RuleHit['location'] }) {
  return {
    line: location.line,
    column: location.column,
    end_line: location.endLine,
    end_column: location.endColumn,
  };
}

function scoreKeys(hit: RuleHit, rule: RuleDescription) {
  const ceiling = leastSevere(rule.severity, hit.impact ?? rule.severity);
  const rated = ratingOf(hit.confidence, ceiling);
  const inNewCode = ratingOf(hit.inNewCode ?? hit.confidence, ceiling);
  const { basis } = hit;
  return {
    ...rated,
    ...(inNewCode.confidence === rated.confidence ? {} : { in_new_code: inNewCode }),
    ...(basis && { basis: { ...basis, doubts: [...basis.doubts] } }),
  };
}

function ratingOf(sure: number, ceiling: Severity) {
  const confidence = Math.round(Math.min(0.95, Math.max(0.4, sure)) * 100) / 100;
  const severity = severityOf(confidence, ceiling);
  return { confidence, severity, score: scoreOf(confidence, severity) };
}

/** Whether one of two candidates of a rule on a line stands for both. */
export function isSurer(left: CandidateDraft, right: CandidateDraft): boolean {
  if (left.confidence !== right.confidence) return left.confidence > right.confidence;
  return left.column < right.column;
}

/** By line, column and rule. */
export function inFileOrder(left: CandidateDraft, right: CandidateDraft): number {
  const byPattern = left.pattern < right.pattern ? -1 : 1;
  return left.line - right.line || left.column - right.column || byPattern;
}
