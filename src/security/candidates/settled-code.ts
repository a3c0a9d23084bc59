import { createHash } from 'node:crypto';
import { backwardSliceOf } from '../../code/statements/backward-slice.ts';
import { type FileCode, fileCode } from '../../code/statements/file-code.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import type { CandidateDraft } from './draft-candidates.ts';
import type { FunctionOutline } from './file-analysis.ts';

/** What a decision about a candidate is bound to; undefined where its code cannot be read. */
export type DigestOf = (candidate: CandidateDraft) => string | undefined;

interface OutlinedFile {
  readonly file: string;
  readonly functions: readonly FunctionOutline[];
}

/** Of a digest in hexadecimal: 96 bits, which no one can meet by trying. */
const DIGITS = 24;

/**
 * Digests of the code that candidates rest on, so that a decision about one holds until that code changes. It is the code
 * that `backwardSliceOf` takes out of the function, so that other lines may change, and the place may move. Two
 * functions of one name in a file are told apart by their order, so that one decision is never about two places.
 * @param root the folder that files are below
 */
export function settledCode(root: string, files: readonly OutlinedFile[]): DigestOf {
  const byName = new Map(files.map((one) => [one.file, one]));
  const texts = new Map<string, FileCode | undefined>();
  const codeOf = ({ file, language }: CandidateDraft, { functions }: OutlinedFile) => {
    if (texts.has(file)) return texts.get(file);
    const source = readSourceText(root, file, TEXT_LIMITS);
    const names = functions.map(({ name }) => name);
    const code = 'skip' in source ? undefined : fileCode(source.text, language, names);
    texts.set(file, code);
    return code;
  };
  return (candidate) => {
    const known = byName.get(candidate.file);
    const code = known && codeOf(candidate, known);
    if (known === undefined || code === undefined) return undefined;
    const { line, end_line: endLine } = candidate;
    const around = innermost(known.functions, line);
    const same = known.functions.filter(({ name }) => name === around?.name);
    const slice = backwardSliceOf(code, {
      ...{ line, endLine, function: around },
      until: around === undefined ? endLine : lastLine(candidate, around),
    });
    const order = around === undefined ? 0 : same.indexOf(around);
    return createHash('sha256').update(`${order}\0${slice}`).digest('hex').slice(0, DIGITS);
  };
}

function innermost(functions: readonly FunctionOutline[], line: number) {
  return functions
    .filter((one) => one.line <= line && line <= one.endLine)
    .reduce<FunctionOutline | undefined>(
      (best, one) => (best === undefined || one.line >= best.line ? one : best),
      undefined,
    );
}

/** Of these, what comes behind the place makes the defect: what is not released, not unlocked, not tested, or used later. */
const DECIDED_LATER: ReadonlySet<string> = new Set([
  'error_handling',
  'concurrency',
  'integer',
  'resource',
]);

/** Leaks, which other categories have as well. */
const LEAKS: ReadonlySet<number> = new Set([401, 459, 772, 775]);

/** The last line of the function that a candidate rests on: the defect may come about behind the place. */
function lastLine(
  { category, cwe, file, end_line: endLine, trace }: CandidateDraft,
  around: FunctionOutline,
): number {
  if (DECIDED_LATER.has(category) || cwe.some((one) => LEAKS.has(one))) return around.endLine;
  const steps = trace.filter((one) => one.file === file && one.line <= around.endLine);
  return Math.max(endLine, ...steps.map(({ line }) => line));
}
