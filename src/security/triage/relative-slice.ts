import type { Candidate } from '../candidates/candidate.ts';
import type { Excerpt } from '../slice/excerpt.ts';
import type { Slice } from '../slice/slice.ts';
import type { SourceIndex } from '../slice/source-index.ts';

/**
 * A slice and its candidates with all lines counted from where their function begins: equal for code
 * that has only moved within its file, and for nothing else.
 */
export function relativeText(
  slice: Slice,
  candidates: readonly Candidate[],
  index: SourceIndex,
): string {
  const at = (file: string, line: number) => line - (index.functionAt(file, line)?.line ?? 0);
  return JSON.stringify([
    [...excerptsOfFunctions(slice), ...slice.rest].map(relativeExcerpt),
    slice.fields.map(({ field, lines, left }) => [field, lines.map(withoutLines), left]),
    slice.definitions.map(({ file, shown }) => [file, shown.map(({ text, side }) => [text, side])]),
    [...slice.weakened, ...slice.paths, ...slice.omitted].map(withoutLines),
    candidates.map((one) => [
      ...[one.file, one.function, at(one.file, one.line), one.pattern, one.cwe, one.confidence],
      ...[withoutLines(one.description), one.evidence],
      one.trace.map((step) => [
        ...[step.file, step.function, at(step.file, step.line), withoutLines(step.message)],
      ]),
    ]),
  ]);
}

function relativeExcerpt({ file, title, line: first, endLine, shown }: Excerpt) {
  return [
    file,
    title,
    endLine - first,
    shown.map(({ line, text, side }) => [line - first, text, side]),
  ];
}

/** A sentence without the numbers of lines in it. */
function withoutLines(text: string): string {
  return text.replaceAll(/(:|\blines? )\d+(?:-\d+)?/g, '$1');
}

/** A function, and where it was when something was said about it. */
export interface FunctionLines {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
}

/** The functions that a slice shows. */
export function functionsOf(slice: Slice, index: SourceIndex): FunctionLines[] {
  return excerptsOfFunctions(slice).flatMap(({ file, line }) => {
    const fn = index.functionAt(file, line);
    if (fn === undefined) return [];
    return [{ file, name: fn.name, line: fn.line, endLine: fn.endLine }];
  });
}

function excerptsOfFunctions({ places, callers, callees, named, setters }: Slice): Excerpt[] {
  return [...places, ...callers, ...callees, ...named, ...setters];
}

/** Where a line is now that was in one of these functions; undefined when it was in none. */
export function movedLine(
  file: string,
  line: number,
  before: readonly FunctionLines[],
  index: SourceIndex,
): number | undefined {
  const old = before.find((fn) => fn.file === file && fn.line <= line && line <= fn.endLine);
  if (old === undefined) return undefined;
  const now = index.graph.definitions(old.name).filter((fn) => fn.file === file);
  const [only] = now;
  return only === undefined || now.length > 1 ? undefined : line - old.line + only.line;
}

/** A text with the places that it names, as `file:12` or `line 12`, where they are now. */
export function movedText(
  text: string,
  ownFile: string,
  before: readonly FunctionLines[],
  index: SourceIndex,
): string {
  return text
    .replaceAll(/([\w./-]+\.\w+):(\d+)/g, (whole, file: string, line: string) => {
      const now = movedLine(file, Number(line), before, index);
      return now === undefined ? whole : `${file}:${now}`;
    })
    .replaceAll(/\b(lines? )(\d+)/g, (whole, word: string, line: string) => {
      const now = movedLine(ownFile, Number(line), before, index);
      return now === undefined ? whole : `${word}${now}`;
    });
}
