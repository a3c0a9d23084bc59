import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { type Candidate, OWN_SOURCE } from '../candidates/candidate.ts';
import { MIN_FINDING_CONFIDENCE } from '../candidates/severity.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { nullTestBefore } from './null-test.ts';

/**
 * A candidate that is no question for a model: `left` where it stays as the scan has it, or a result.
 *
 * - That a parameter may be null says what a caller could do, and no caller that does is known. Such a
 *   candidate is too weak for a finding, and a model could only say that it does not know either. What another
 *   scanner reports as well is asked about all the same: who imports it wants to know.
 * - A pointer that is tested right before, with what leaves there, is not null.
 * - A function of one file that nothing names is dead code: nothing reaches a defect in it.
 */
export function settledByMachine(
  candidate: Candidate,
  index: SourceIndex,
): TriageResult | 'left' | undefined {
  if (isNullParameter(candidate)) return 'left';
  const fn = index.functionAt(candidate.file, candidate.line);
  if (fn === undefined || candidate.language === 'rust') return undefined;
  const tested = nullTestOf(candidate, fn, index);
  if (tested !== undefined) return { kind: 'refuted', by: 'engine', reason: tested };
  const lines = index.lines(fn.file);
  const head = lines[fn.line - 1] ?? '';
  if (!/\bstatic\b/.test(head) || /\.(?:h|hh|hpp|hxx|inc|inl)$/.test(fn.file)) return undefined;
  if (index.isNamedOutside(fn)) return undefined;
  const reason = `nothing calls ${fn.name}, which no other file can name, and nothing hands it on`;
  return { kind: 'refuted', by: 'engine', reason };
}

/** Whether all that speaks for it is that a caller might pass null. */
function isNullParameter({ pattern, confidence, description, sources }: Candidate): boolean {
  return (
    sources.every((source) => source === OWN_SOURCE) &&
    pattern === 'possible_null_deref' &&
    confidence < MIN_FINDING_CONFIDENCE &&
    description.includes('comes from the caller and is dereferenced without a check')
  );
}

/** The test before the place that rules a null pointer out there, as a reason. */
function nullTestOf(
  { pattern, line, description }: Candidate,
  { file, line: first }: GraphFunction,
  index: SourceIndex,
): string | undefined {
  if (pattern !== 'possible_null_deref') return undefined;
  const [, pointer] = /^`([^`]+)` is compared with null before/.exec(description) ?? [];
  if (pointer === undefined) return undefined;
  const test = nullTestBefore(index.code(file), first, line, pointer);
  if (test === undefined) return undefined;
  return `\`${pointer}\` is not null here: ${file}:${test} leaves where it is, and nothing changes it from there on`;
}
