import { namesRule } from '../../rules/former-ids.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { DigestOf } from '../candidates/settled-code.ts';
import type { Suppression } from '../report/report.ts';
import type { InlineSuppression } from '../scan/suppression-comments.ts';
import { type FindingSettings, isUnchosen, ruleOffIn } from './finding-settings.ts';
import { entryMatches, type SuppressionEntry } from './suppression-file.ts';

/** Everything that asks for silence. */
export interface SuppressionSources {
  readonly inline: ReadonlyMap<string, readonly InlineSuppression[]>;
  readonly entries: readonly SuppressionEntry[];
  /** What entries of one place are bound to; they count for nothing without it. */
  readonly digestOf?: DigestOf;
  /** What the configuration says of rules. */
  readonly settings?: readonly FindingSettings[];
  /** What says that a program wrote a file, such as `line 3`, where findings there are not wanted. */
  readonly generated?: ReadonlyMap<string, string>;
}

export const NO_DIGEST: DigestOf = () => undefined;

/**
 * Finds what silences each candidate. A comment in the code comes before the suppression file, and that
 * before rules that are off and generated code; a comment without a reason silences nothing.
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
  const { digestOf = NO_DIGEST } = sources;
  const entry = sources.entries.find((known) => entryMatches(known, candidate, digestOf));
  if (entry !== undefined) return { kind: 'external', reason: entry.reason };
  const off = ruleOffIn(sources.settings ?? [], candidate);
  if (off !== undefined && isUnchosen(sources.settings ?? [], candidate)) {
    const reason = `the rule ${candidate.pattern} is none of those that were asked for`;
    return { kind: 'external', reason, by_settings: true };
  }
  if (off !== undefined) {
    const where = off.folder === '' ? '' : ` for ${off.folder}`;
    const reason = `the rule ${candidate.pattern} is off${where}`;
    return { kind: 'external', reason, by_settings: true };
  }
  const mark = sources.generated?.get(candidate.file);
  if (mark === undefined) return undefined;
  const reason = `${mark} says that the file is generated, and the configuration suppresses that`;
  return { kind: 'external', reason, by_settings: true };
}
