import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { syntaxReason, UsageError } from '../../errors.ts';
import { listMistakes } from '../../list-mistakes.ts';
import { parseJson5 } from '../../parse-json5.ts';
import { namesRule } from '../../rules/former-ids.ts';
import { ignorePatternOf } from '../../workspace/files/ignore-pattern.ts';
import { pathPatterns } from '../../workspace/files/path-patterns.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { problemsOf } from '../../yaml-problems.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { DigestOf } from '../candidates/settled-code.ts';
import { listLayout } from './json5-list.ts';

export const SUPPRESSION_FILE = '.rustward/suppressions.json5';

export const suppressionEntrySchema = z.strictObject({
  /** The rule to silence. */
  rule: z.string().min(1),
  /** Where, as a line of a `.gitignore` would say it; everywhere when missing. */
  file: z.string().min(1).optional(),
  /** The function that it is in, and its line there, however that is spaced. */
  function: z.string().min(1).optional(),
  code: z.string().trim().min(1).optional(),
  /** One place only, as a report gives it: by the code that it rests on, ... */
  digest: z.string().min(1).optional(),
  /** ... by what follows its line, or by the number of the line. */
  fingerprint: z.string().min(1).optional(),
  id: z.string().min(1).optional(),
  reason: z.string().trim().min(1),
  /** The last day on which it counts, as `2027-01-31`; it counts for ever when missing. */
  until: z.iso.date().optional(),
});

export type SuppressionEntry = z.infer<typeof suppressionEntrySchema>;

/** The lines of the file that entries begin on, where they were read from one: what an entry says has no place for it. */
const lines = new WeakMap<SuppressionEntry, number>();

/**
 * Reads the suppression file below a root: a JSON5 list of entries.
 * @returns an empty list where there is no such file
 * @throws UsageError that has a line for each thing that is wrong with it
 */
export function loadSuppressionFile(root: string): SuppressionEntry[] {
  const folder = dirname(SUPPRESSION_FILE);
  const stat = lstatSync(join(root, folder), { throwIfNoEntry: false });
  // A link would let the tree choose its suppressions from outside of itself.
  if (stat?.isSymbolicLink() === true) {
    throw new UsageError(`${folder} is a link; make it a folder, or remove it`);
  }
  if (stat?.isDirectory() !== true) return [];
  const file = lstatSync(join(root, SUPPRESSION_FILE), { throwIfNoEntry: false });
  if (file === undefined) return [];
  if (file.isSymbolicLink()) {
    throw new UsageError(`${SUPPRESSION_FILE} is a link; make it a file, or remove it`);
  }
  const source = readSourceText(root, SUPPRESSION_FILE, TEXT_LIMITS);
  if ('skip' in source) throw new UsageError(`${SUPPRESSION_FILE} ${source.skip.reason}`);
  return parseSuppressionFile(source.text);
}

/** Where an entry stands, as `file:line`. */
export function placeOfEntry(entry: SuppressionEntry): string {
  const line = lines.get(entry);
  return line === undefined ? SUPPRESSION_FILE : `${SUPPRESSION_FILE}:${line}`;
}

export function parseSuppressionFile(text: string): SuppressionEntry[] {
  let value: unknown;
  try {
    value = parseJson5(text);
  } catch (thrown) {
    const [, what, line = '1', column] =
      /^(.*?)(?:, line (\d+), column (\d+))?$/s.exec(syntaxReason(thrown)) ?? [];
    const at = column === undefined ? '' : `, column ${column}`;
    throw new UsageError(`${SUPPRESSION_FILE}:${line}: this is not JSON5: ${what}${at}`);
  }
  const parsed = fileSchema.safeParse({ entries: value });
  const { elements } = Array.isArray(value) ? listLayout(text) : { elements: [] };
  const lineOf = (index: number): number =>
    text.slice(0, elements[index]?.from ?? 0).split('\n').length;
  if (parsed.success) {
    for (const [index, entry] of parsed.data.entries.entries()) lines.set(entry, lineOf(index));
    return parsed.data.entries;
  }
  const mistakes = problemsOf(parsed.error, ENTRY_KEYS).map(({ path, what }) => {
    return { line: lineOf(Number(path[1])), what };
  });
  throw listMistakes(mistakes, (line) =>
    line === undefined ? SUPPRESSION_FILE : `${SUPPRESSION_FILE}:${line}`,
  );
}

/** The list as part of something, so that what is wrong with it has a name. */
const fileSchema = z.object({ entries: z.array(suppressionEntrySchema) });
const ENTRY_KEYS = new Map([['entries', Object.keys(suppressionEntrySchema.shape)]]);

/** What an entry needs to know of the finding that it settles. */
export interface SettledFinding
  extends Readonly<Record<'rule' | 'file' | 'fingerprint' | 'reason', string>> {
  /** Missing where its code was not at hand, as in reports of earlier versions: then the fingerprint stands for it. */
  readonly digest?: string | undefined;
  readonly function?: string | undefined;
  readonly code?: string | undefined;
}

/** The entry that settles one finding: by the code that it rests on, in its file; function and line say which one it is. */
export function suppressionEntry(finding: SettledFinding, until?: string): SuppressionEntry {
  const { rule, file, fingerprint, digest, reason } = finding;
  const [name = '', code = ''] = [finding.function, finding.code];
  const pattern = ignorePatternOf(file);
  return {
    ...{ rule, ...(pattern !== undefined && { file: pattern }) },
    ...(digest === undefined
      ? { fingerprint }
      : { ...(name !== '' && { function: name }), ...(code !== '' && { code }), digest }),
    reason,
    ...(until !== undefined && { until }),
  };
}

/** Whether an entry's last day is over. */
export function isExpired({ until }: SuppressionEntry, today: string): boolean {
  return until !== undefined && until < today;
}

/** Whether an entry speaks of a candidate: everything it names must agree. */
export function entryMatches(
  entry: SuppressionEntry,
  candidate: CandidateDraft,
  digestOf: DigestOf,
): boolean {
  return (
    isAbout(entry, candidate) &&
    (entry.id ?? candidate.id) === candidate.id &&
    (entry.fingerprint ?? candidate.fingerprint) === candidate.fingerprint &&
    (entry.digest === undefined || entry.digest === digestOf(candidate))
  );
}

/** Whether all agrees that a person reads in an entry: whether it was made for such a candidate, if its code were the same. */
export function isAbout(entry: SuppressionEntry, candidate: CandidateDraft): boolean {
  return (
    namesRule(entry.rule, candidate.pattern) &&
    (entry.function ?? candidate.function) === candidate.function &&
    (entry.code === undefined || withoutSpace(entry.code) === withoutSpace(candidate.evidence)) &&
    (entry.file === undefined || pathPatterns(entry.file).ignores(candidate.file))
  );
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
