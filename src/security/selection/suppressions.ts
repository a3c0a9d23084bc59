import { namesRule } from '../../rules/former-ids.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import type { Suppression } from '../report/report.ts';
import type { InlineSuppression } from '../scan/suppression-comments.ts';
import { type FindingSettings, ruleOffIn } from './finding-settings.ts';
import { entryMatches, SUPPRESSION_FILE, type SuppressionEntry } from './suppression-file.ts';

/** Everything that asks for silence. */
export interface SuppressionSources {
  readonly inline: ReadonlyMap<string, readonly InlineSuppression[]>;
  readonly entries: readonly SuppressionEntry[];
  /** What the configuration says of rules. */
  readonly settings?: readonly FindingSettings[];
}

/**
 * Finds what silences each candidate. A comment in the code comes before the suppression file, and that
 * before rules that are off; a comment without a reason silences nothing.
 */
export function findSuppression(
  candidate: CandidateDraft,
  sources: SuppressionSources,
): Suppression | undefined {
  const comment = sources.inline
    .get(candidate.file)
    ?.find(
      ({ rules, reason, from, to }) =>
        reason !== '' &&
        rules.some((rule) => namesRule(rule, candidate.pattern)) &&
        from <= candidate.line &&
        candidate.line <= to,
    );
  if (comment !== undefined) return { kind: 'inSource', reason: comment.reason };
  const entry = sources.entries.find((known) => entryMatches(known, candidate));
  if (entry !== undefined) return { kind: 'external', reason: entry.reason };
  const off = ruleOffIn(sources.settings ?? [], candidate);
  if (off === undefined) return undefined;
  const where = off.folder === '' ? '' : ` for ${off.folder}`;
  return { kind: 'external', reason: `the configuration has ${candidate.pattern} off${where}` };
}

/** One line for every suppression that cannot do what its writer meant, in a fixed order. */
export function suppressionWarnings(
  sources: SuppressionSources,
  ruleIds: ReadonlySet<string>,
): string[] {
  const warnings: string[] = [];
  for (const [file, comments] of sources.inline) {
    for (const { line, rules, reason } of comments) {
      const place = `${file}:${line}: rustward-ignore`;
      if (rules.length === 0) warnings.push(`${place} names no rule, so it does nothing`);
      else if (reason === '') warnings.push(`${place} gives no reason, so it does nothing`);
      for (const rule of rules) {
        if (isUnknown(rule)) warnings.push(`${place} names the unknown rule ${rule}`);
      }
    }
  }
  for (const { rule } of sources.entries) {
    if (isUnknown(rule)) warnings.push(`${SUPPRESSION_FILE} names the unknown rule ${rule}`);
  }
  for (const rule of (sources.settings ?? []).flatMap(({ rules }) => Object.keys(rules))) {
    if (isUnknown(rule)) warnings.push(`the configuration names the unknown rule ${rule}`);
  }
  return warnings;

  /** The rules of other scanners are not listed: their results are not always imported. */
  function isUnknown(rule: string): boolean {
    return !ruleIds.has(rule) && toolOfPattern(rule) === undefined;
  }
}
