import type { DigestOf } from '../candidates/settled-code.ts';
import { CHANGE_RULES } from '../scan/change-rules.ts';
import { entryMatches, isAbout, placeOfEntry, type SuppressionEntry } from './suppression-file.ts';
import { coversAny, type SuppressibleScan } from './suppression-warnings.ts';

const FOUND_IN_REVIEWS: ReadonlySet<string> = new Set(
  CHANGE_RULES.descriptions.map(({ id }) => id),
);

/**
 * One line for every entry of one place that fits nothing in the files of a scan, in their order: what it settled is gone,
 * or is reported again since the code that it rests on has changed. Of what models claim, and of what changes alone
 * bring about, nothing is said: a scan does not find it.
 * @param scan its `files` are those of which all is known that is in them
 */
export function staleEntries(
  entries: readonly SuppressionEntry[],
  scan: SuppressibleScan,
  couldRun: (rule: string) => boolean,
  digestOf: DigestOf,
): string[] {
  return entries
    .filter(({ digest, fingerprint, id }) => (digest ?? fingerprint ?? id) !== undefined)
    .filter(({ rule }) => couldRun(rule) && !FOUND_IN_REVIEWS.has(rule))
    .filter(({ file }) => (file === undefined ? !scan.isPart : coversAny(file, scan.files)))
    .filter((entry) => !scan.candidates.some((one) => entryMatches(entry, one, digestOf)))
    .map((entry) => {
      const { rule, file, function: name, code } = entry;
      const where = file === undefined ? '' : ` in ${file}`;
      const inside = name === undefined ? '' : `, function ${name}`;
      const line = code === undefined ? '' : `, at \`${code}\``;
      const what = `${placeOfEntry(entry)}: the entry of ${rule}${where}${inside}${line} fits nothing`;
      const next = scan.candidates.find((one) => isAbout(entry, one));
      if (entry.digest === undefined || next === undefined) return `${what} that this run finds`;
      return `${what} any more, since the code that it was decided on has changed: see ${next.file}:${next.line}`;
    });
}
