import { lex } from './lexer.ts';

/** A text with one version of what was not merged in it. */
interface MergedText {
  /** Each character stands at the place where it was; marks, and the other versions, are blanks. */
  readonly text: string;
  /** What stands from the first mark to the last one of each conflict. */
  readonly conflicts: readonly { readonly start: number; readonly end: number }[];
}

const MARK = /^(?:[<|>]{7}(?= |\r?$).*|={7}\r?)$/gm;

interface Mark {
  readonly sign: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Takes the marks out of a source that git leaves where versions were not merged, and of the versions all but the first,
 * so that the code around them is read as it was meant. A mark without its counterparts goes alone.
 */
export function withoutConflicts(text: string): MergedText {
  const lines = [...text.matchAll(MARK)];
  if (lines.length === 0) return { text, conflicts: [] };
  // In a comment or a text a line may look like one.
  const starts = new Set(lex(text).map(({ start }) => start));
  const marks = lines
    .map(({ 0: line, index }) => ({ sign: line[0] ?? '', start: index, end: index + line.length }))
    .filter(({ start, sign }) => starts.has(start) && text.startsWith(sign.repeat(7), start));
  const conflicts: Mark[] = [];
  const parts: string[] = [];
  let kept = 0;
  const blank = (start: number, end: number) => {
    parts.push(text.slice(kept, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    kept = end;
  };
  for (let at = 0; at < marks.length; ) {
    const [first, ...others] = conflictAt(marks, at);
    const second = others[0];
    const last = others.at(-1) ?? first;
    blank(first.start, first.end);
    if (second !== undefined) blank(second.start, last.end);
    conflicts.push({ ...first, end: last.end });
    at += others.length + 1;
  }
  return { text: parts.join('') + text.slice(kept), conflicts };
}

/** The marks of one conflict: where versions begin, with the common one between them or not, and the end; or one alone. */
function conflictAt(marks: readonly Mark[], at: number): readonly [Mark, ...Mark[]] {
  const all = marks.slice(at, at + 4);
  const signs = all.map(({ sign }) => sign).join('');
  const [first = NO_MARK, ...others] = all;
  if (signs.startsWith('<|=>')) return [first, ...others];
  return signs.startsWith('<=>') ? [first, ...others.slice(0, 2)] : [first];
}

const NO_MARK: Mark = { sign: '', start: 0, end: 0 };
