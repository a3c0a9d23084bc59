import { codeKey, type MemoryDraft, type MemoryRecord } from '../../agent/memory/memory-record.ts';
import { onOneLine } from '../../page/visible-text.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import type { SourceIndex } from '../slice/source-index.ts';

/** By this tag a method is told from other records of a memory. */
export const METHOD_TAG = 'method';

/** Methods that are kept of one rule, and that one question is told. */
const MAX_OF_A_RULE = 4;
const MAX_OFFERED = 2;

/** Characters of what was said. */
const MAX_SAID = 400;

/** A method to keep, and the code that it was found on: see `codeKey`. */
export interface ReviewMethod {
  readonly draft: MemoryDraft;
  readonly about: string;
}

type Place = Pick<Candidate, 'file' | 'line' | 'pattern'>;

/**
 * What settled candidates in this repository, as methods for later ones of the same rule: a derivation that a verifier let
 * stand, or a reason that holds for each caller. Of each rule so many are kept at most, with those that are there already.
 * @param results by candidate, in the order in which they are to be kept
 */
export function reviewMethods(
  results: Iterable<readonly [Candidate, TriageResult]>,
  known: readonly MemoryRecord[],
  index: SourceIndex,
): ReviewMethod[] {
  const left = new Map<string, number>();
  for (const record of known.filter((one) => evidenceHolds(one, index))) {
    for (const tag of record.tags) left.set(tag, (left.get(tag) ?? MAX_OF_A_RULE) - 1);
  }
  const seen = new Set(known.map(({ about }) => about));
  return [...results].flatMap(([candidate, result]): ReviewMethod[] => {
    const { file, line, pattern } = candidate;
    const said = howSettled(result);
    const fn = index.functionAt(file, line);
    if (said === undefined || fn === undefined || pattern.length > MAX_TAG) return [];
    const about = codeKey(fn.name, textOf(fn, index));
    const room = left.get(pattern) ?? MAX_OF_A_RULE;
    if (room <= 0 || seen.has(about) || fn.name.length > MAX_TAG) return [];
    left.set(pattern, room - 1);
    seen.add(about);
    const content = `${pattern} at ${file}:${line} in ${fn.name}: ${said}`;
    return [{ draft: { type: 'procedure', tags: [METHOD_TAG, pattern, fn.name], content }, about }];
  });
}

/**
 * What a question about candidates is told of what settled others of their rules, one line each: only where the function
 * that it was found on is as it was then, and one of each verdict before two of one.
 */
export function offeredReviewMethods(
  candidates: readonly Place[],
  known: readonly MemoryRecord[],
  index: SourceIndex,
): string[] {
  const rules = new Set(candidates.map(({ pattern }) => pattern));
  const own = new Set(
    candidates.flatMap(({ file, line }) => index.functionAt(file, line)?.name ?? []),
  );
  const fitting = known.filter(
    (one) =>
      one.tags.some((tag) => rules.has(tag)) &&
      !one.tags.some((tag) => own.has(tag)) &&
      evidenceHolds(one, index),
  );
  const [first, ...others] = fitting;
  if (first === undefined) return [];
  const isOther = ({ content }: MemoryRecord) => verdictOf(content) !== verdictOf(first.content);
  const chosen = [first, ...others.filter(isOther), ...others.filter((one) => !isOther(one))];
  return chosen
    .slice(0, MAX_OFFERED)
    .map(({ content }) => `- What settled one of the same kind here: ${onOneLine(content)}`);
}

/** The longest tag that a memory takes. */
const MAX_TAG = 60;

const VERIFIED = 'a defect';
const REFUTED = 'no defect';

function verdictOf(content: string): string {
  return content.includes(`: ${VERIFIED}, `) ? VERIFIED : REFUTED;
}

/** In words; undefined for what did not settle it. */
function howSettled(result: TriageResult): string | undefined {
  if (result.kind === 'refuted' && result.by !== 'engine') {
    return `${REFUTED}, says the ${result.by}: ${short(result.reason)}`;
  }
  if (result.kind !== 'verified' || result.unseen_callers !== undefined) return undefined;
  const way = result.trigger_path.map((step) => step.function);
  const functions = way.filter((name, at) => name !== way[at - 1]).join(' -> ');
  return `${VERIFIED}, reached by ${short(functions)}; the verifier: ${short(result.verification_notes)}`;
}

function short(text: string): string {
  const line = onOneLine(text);
  return line.length <= MAX_SAID ? line : `${line.slice(0, MAX_SAID - 1)}…`;
}

/** Whether a function of the tree is just as the one was that a method was found on. */
function evidenceHolds({ about, tags }: MemoryRecord, index: SourceIndex): boolean {
  return tags.some((name) =>
    index.graph.definitions(name).some((fn) => codeKey(fn.name, textOf(fn, index)) === about),
  );
}

function textOf(
  { file, line, endLine }: Readonly<Record<'line' | 'endLine', number>> & { readonly file: string },
  index: SourceIndex,
): string {
  return index
    .lines(file)
    .slice(line - 1, endLine)
    .join('\n');
}
