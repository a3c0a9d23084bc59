import type { Parsed } from '../../model/answers/parse-tagged.ts';
import type { UnparsedAnswer } from '../../model/model.ts';
import { type CrateFiles, sourcePaths, withFiles } from '../crate/crate-files.ts';

/** Lines of a file, and what is to stand in their place. */
export interface TextEdit {
  /** As the model wrote it: whether it may be written to is checked when it is applied. */
  readonly file: string;
  readonly old: string;
  readonly text: string;
}

const EDIT =
  /<EDIT file="([^"\n]*)">\s*<OLD>\r?\n?([\s\S]*?)<\/OLD>\s*<NEW>\r?\n?([\s\S]*?)<\/NEW>\s*<\/EDIT>/g;
const TAG = /<\/?(?:EDIT|OLD|NEW)\b[^>\n]*>/;

/**
 * Reads an answer of edits: `<EDIT file="src/a.rs"><OLD>lines</OLD><NEW>lines</NEW></EDIT>`. Texts can be edited that
 * are no Rust, which items cannot. An answer that was cut off is refused.
 */
export function parseTextEdits({
  content,
  finish,
}: Pick<UnparsedAnswer, 'content' | 'finish'>): Parsed<readonly TextEdit[]> {
  const refused = (problem: string) => ({ ok: false, problem }) as const;
  if (finish === 'length') return refused('the answer was cut off at its longest length');
  const left = TAG.exec(content.replaceAll(EDIT, ''))?.[0];
  if (left !== undefined) return refused(`the block at ${left} is not closed, or not complete`);
  const edits = [...content.matchAll(EDIT)].map(
    ([, file = '', old = '', text = '']): TextEdit => ({ file, old, text }),
  );
  const empty = edits.find(({ old }) => old.trim() === '');
  if (empty !== undefined)
    return refused(`<OLD> of ${empty.file} is empty: give the lines to edit`);
  return edits.length === 0
    ? refused('there is no <EDIT file="…"> block')
    : { ok: true, value: edits };
}

/** The edits as they were written. */
export function textOfEdits(edits: readonly TextEdit[]): string {
  return edits
    .map(
      ({ file, old, text }) =>
        `<EDIT file="${file}">\n<OLD>\n${old}</OLD>\n<NEW>\n${text}</NEW>\n</EDIT>`,
    )
    .join('\n');
}

/** The crate after edits of its sources; or why they were refused, all of them. */
export function applyTextEdits(
  files: CrateFiles,
  edits: readonly TextEdit[],
): { readonly files: CrateFiles } | { readonly problem: string } {
  const paths = sourcePaths(files);
  let edited = files;
  for (const { file, old, text } of edits) {
    const before = edited.get(file);
    if (before === undefined || !paths.includes(file)) {
      return { problem: `${file} was not written: you may write to ${paths.join(', ')}` };
    }
    const place = placeOf(before, old);
    if ('problem' in place) return { problem: `<OLD> of ${file} ${place.problem}` };
    const after =
      before.slice(0, place.start) + withLastBreak(text, place) + before.slice(place.end);
    edited = withFiles(edited, { [file]: after });
  }
  return { files: edited };
}

interface Place {
  readonly start: number;
  readonly end: number;
  /** Whether the last line is replaced with the break behind it. */
  readonly hasBreak: boolean;
}

/** Where whole lines stand in a text, if at one place alone. */
function placeOf(text: string, wanted: string): Place | { readonly problem: string } {
  const lines = text.split('\n');
  const old = wanted.replace(/\r?\n$/, '').split('\n');
  const isAt = (at: number) =>
    old.every((line, nth) => lines[at + nth]?.trimEnd() === line.trimEnd());
  const found = lines.flatMap((_, at) => (isAt(at) ? [at] : []));
  const [first, second] = found;
  if (first === undefined)
    return { problem: 'does not stand in the file; give its lines to the letter' };
  if (second !== undefined) {
    return { problem: `stands at lines ${first + 1} and ${second + 1}; give more lines around it` };
  }
  const start = lengthOf(lines.slice(0, first));
  const end = start + lengthOf(lines.slice(first, first + old.length));
  return { start, end: Math.min(end, text.length), hasBreak: end <= text.length };
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function withLastBreak(text: string, { hasBreak }: Place): string {
  const plain = text.replace(/\r?\n$/, '');
  return plain === '' || !hasBreak ? plain : `${plain}\n`;
}
