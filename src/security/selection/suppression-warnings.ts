import { didYouMean } from '../../did-you-mean.ts';
import { namesRule } from '../../rules/former-ids.ts';
import { pathPatterns } from '../../workspace/files/path-patterns.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import type { NamedRule } from './rule-names.ts';
import {
  entryMatches,
  isExpired,
  placeOfEntry,
  type SuppressionEntry,
} from './suppression-file.ts';
import { NO_DIGEST, type SuppressionSources } from './suppressions.ts';

/** One line for every suppression that cannot do what its writer meant, in a fixed order. */
export function suppressionWarnings(
  sources: SuppressionSources,
  allRules: readonly NamedRule[],
): string[] {
  const warnings: string[] = [];
  for (const [file, comments] of sources.inline) {
    for (const { line, rules, reason, from, to } of comments) {
      const place = `${file}:${line}: rustward-ignore`;
      if (to < from) {
        warnings.push(`${place}-begin has no rustward-ignore-end behind it, so it does nothing`);
        continue;
      }
      if (rules.length === 0) warnings.push(`${place} names no rule, so it does nothing`);
      else if (reason === '') warnings.push(`${place} gives no reason, so it does nothing`);
      for (const rule of rules) {
        if (isUnknown(rule)) warnings.push(`${place} ${unknownRule(rule, allRules)}`);
      }
    }
  }
  for (const entry of sources.entries) {
    const { rule } = entry;
    if (isUnknown(rule)) warnings.push(`${placeOfEntry(entry)}: ${unknownRule(rule, allRules)}`);
  }
  return warnings;

  function isUnknown(rule: string): boolean {
    return isUnknownRule(rule, allRules);
  }
}

function unknownRule(rule: string, rules: readonly NamedRule[]): string {
  const near = didYouMean(
    rule,
    rules.map(({ id }) => id),
  );
  return `names the unknown rule ${rule}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/** The rules of other scanners are not listed: their results are not always imported. Those of packages are. */
function isUnknownRule(rule: string, rules: readonly NamedRule[]): boolean {
  const tool = toolOfPattern(rule);
  const packages = new Set(rules.flatMap(({ id }) => toolOfPattern(id) ?? []));
  return !rules.some(({ id }) => id === rule) && (tool === undefined || packages.has(tool));
}

/** One line for every entry whose last day is over, in their order. */
export function expiredEntries(entries: readonly SuppressionEntry[], today: string): string[] {
  return entries
    .filter((entry) => isExpired(entry, today))
    .map((entry) => {
      const { rule, file, until } = entry;
      const where = file === undefined ? '' : ` in ${file}`;
      return `${placeOfEntry(entry)}: the entry of ${rule}${where} counted until ${until}, and no longer does`;
    });
}

/** What a scan of a whole tree looked at. */
export interface SuppressibleScan {
  readonly candidates: readonly CandidateDraft[];
  /** The files that were examined. */
  readonly files: readonly string[];
  /** Whether files of the tree were left out by name: entries may speak of those. */
  readonly isPart: boolean;
}

/**
 * One line for every suppression that fits no candidate of a scan, in a fixed order. `staleEntries` speaks of entries for
 * one finding, and `suppressionWarnings` of unknown rules, and of comments without a reason.
 */
export function unusedSuppressions(
  { inline, entries }: SuppressionSources,
  couldRun: (rule: string) => boolean,
  scan: SuppressibleScan,
): string[] {
  const fits = (rule: string, within: (candidate: CandidateDraft) => boolean) =>
    scan.candidates.some((one) => namesRule(rule, one.pattern) && within(one));
  const comments = [...inline].flatMap(([file, list]) =>
    list.flatMap(({ line, rules, reason, from, to }) => {
      const isUnused = (rule: string) =>
        !fits(rule, (one) => one.file === file && from <= one.line && one.line <= to);
      const unused =
        reason === '' || to < from ? [] : rules.filter((rule) => couldRun(rule) && isUnused(rule));
      return unused.map(
        (rule) => `${file}:${line}: rustward-ignore: ${rule} fits nothing that this scan finds`,
      );
    }),
  );
  const lines = entries
    .filter(({ id, fingerprint, digest }) => (id ?? fingerprint ?? digest) === undefined)
    .filter(({ rule }) => couldRun(rule))
    .filter((entry) => !fits(entry.rule, (one) => entryMatches(entry, one, NO_DIGEST)))
    .filter(({ file }) => !scan.isPart || coversAny(file, scan.files))
    .map((entry) => {
      const { rule, file } = entry;
      const where = file === undefined ? '' : ` in ${file}`;
      return `${placeOfEntry(entry)}: ${rule}${where} fits nothing that this scan finds`;
    });
  return [...comments, ...lines];
}

/** Whether a line of a `.gitignore` speaks of one of these files; without one none is meant in particular. */
export function coversAny(pattern: string | undefined, files: readonly string[]): boolean {
  if (pattern === undefined) return false;
  const matcher = pathPatterns(pattern);
  return files.some((file) => matcher.ignores(file));
}
