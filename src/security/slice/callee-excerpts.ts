import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { isBuiltinName } from './builtin-names.ts';
import { calleeOutline } from './callee-outline.ts';
import { callsInText } from './calls-in-text.ts';
import {
  type Excerpt,
  type Excerpts,
  locationText,
  type ShownLine,
  wholeExcerpt,
} from './excerpt.ts';
import type { PlaceExcerpts } from './place-excerpts.ts';
import { inQuestion } from './question-lines.ts';
import type { SourceIndex } from './source-index.ts';

/** Of a longer function an outline is shown, where the lines of interest call it. */
const WHOLE = 60;
const MAX_LINES = 180;

/** What these call themselves is shown where it is as short as this, as long as that fits. */
const WHOLE_FURTHER = 12;
const MAX_FURTHER = 20;

/** Lines of those that set variables of the lines of interest, and of those that are passed them. */
const MAX_SETTING = 90;
const MAX_PASSED = 90;

/** Lines of those that are called in the body of a loop or condition of interest, and lines of such a body. */
const MAX_BODY = 70;
const BODY = 8;

/**
 * The project's functions that are called on the lines of interest, then those on further lines that are
 * shown and set the same variables: what such a call leaves in them decides; then those that are passed these variables, where
 * a value that has changed may go wrong. As far as there is room, those come last that these call. Of a long one what it gives
 * back is shown, and what it does with what is in question.
 * @param shown what is shown already
 */
export async function calleeExcerpts(
  { own, focus: all }: Pick<PlaceExcerpts, 'own' | 'focus'>,
  shown: readonly Excerpt[],
  index: SourceIndex,
): Promise<Excerpts> {
  // Of a function that a trace only leads through, its next call matters, and that is shown.
  const focus = [...all].filter(([fn]) => own.includes(fn));
  const excerpts: Excerpt[] = [];
  const omitted: string[] = [];
  const seen = new Set(shown.map(({ file, line }) => `${file}:${line}`));
  const found: GraphFunction[] = [];
  let left = MAX_LINES;
  const long: LongCallee[] = [];
  for (const [fn, lines] of focus) add(fn, calledOn(fn, lines, index), WHOLE, left, 'called');
  for (const [fn, lines] of focus) {
    const room = Math.min(left, MAX_BODY);
    add(fn, calledOn(fn, bodiesBehind(fn, lines, index), index), WHOLE, room, 'setting');
  }
  for (const [fn, lines] of focus) {
    const room = Math.min(left, MAX_SETTING);
    add(fn, calledOn(fn, linesThatSet(fn, lines, shown, index), index), WHOLE, room, 'setting');
  }
  for (const [fn, lines] of focus) {
    const room = Math.min(left, MAX_PASSED);
    add(fn, passedTo(fn, lines, shown, index), WHOLE, room, 'passed');
  }
  for (const one of long) await addOutline(one);
  let further = Math.min(left, MAX_FURTHER);
  for (const fn of [...found]) {
    const all = Array.from({ length: fn.endLine - fn.line }, (_, at) => fn.line + at + 1);
    further -= add(fn, calledOn(fn, all, index), WHOLE_FURTHER, further, 'further');
  }
  return { excerpts, omitted };

  async function addOutline({ caller, callee, how }: LongCallee): Promise<void> {
    const names = namesOnLines(caller, all.get(caller) ?? [], index);
    const title = titleOf(callee, caller);
    const about = inQuestion(caller, unqualifiedName(callee.name), names, index);
    const outline = await calleeOutline(callee, { title, about, room: left }, index);
    if (outline !== undefined) {
      left -= outline.shown.length;
      excerpts.push(outline);
    } else if (how === 'called' || how === 'setting')
      omitted.push(`${callee.name} (${locationText(callee)})`);
  }

  /** Returns how many lines were added. */
  function add(
    fn: GraphFunction,
    named: ReadonlySet<string>,
    whole: number,
    room: number,
    how: Reason,
  ): number {
    let added = 0;
    for (const { name, definitions } of index.graph.callees(fn)) {
      const [callee] = definitions;
      if (callee === undefined || definitions.length > 1 || !named.has(name)) continue;
      const key = `${callee.file}:${callee.line}`;
      if (seen.has(key) || isMessage(callee, index)) continue;
      const size = callee.endLine - callee.line + 1;
      if (size > Math.min(room - added, whole)) {
        if (how === 'further') continue;
        seen.add(key);
        long.push({ caller: fn, callee, how });
        continue;
      }
      seen.add(key);
      added += size;
      found.push(callee);
      excerpts.push(wholeExcerpt(callee, titleOf(callee, fn), index));
    }
    left -= added;
    return added;
  }
}

/** Why what is called is shown. */
type Reason = 'called' | 'setting' | 'passed' | 'further';

/** A function that is too long to be shown whole. */
interface LongCallee {
  readonly caller: GraphFunction;
  readonly callee: GraphFunction;
  readonly how: Reason;
}

function titleOf(callee: GraphFunction, caller: GraphFunction): string {
  return `function ${callee.name}, called by ${caller.name}`;
}

/** Whether a function prints, or ends the program with a message: what it takes besides is any number of values. */
function isMessage({ file, line }: GraphFunction, index: SourceIndex): boolean {
  const head = index
    .code(file)
    .slice(line - 1, line + 4)
    .join(' ');
  return /\bchar\b[^,()]*,\s*\.\.\.\s*\)/.test(head) || /^[^;{]*\b_\s*\(/.test(head);
}

/** The names that are called on lines of a function, also by a call that begins on another line and has one of them in it. */
function calledOn(
  { file, line: first, endLine }: GraphFunction,
  lines: readonly number[],
  index: SourceIndex,
): ReadonlySet<string> {
  const calls = callsInText(index.code(file), first, endLine);
  return new Set(
    calls
      .filter((call) => lines.some((at) => call.line <= at && at <= call.endLine))
      .map(({ name }) => name),
  );
}

/** The first lines of the bodies whose loop or condition is on lines of a function: what is done there is under it. */
function bodiesBehind(
  { file, endLine }: GraphFunction,
  lines: readonly number[],
  index: SourceIndex,
): number[] {
  const code = index.code(file);
  return lines
    .filter((line) => /^[\s}]*(?:else\s+)?(?:while|for|if|switch)\b/.test(code[line - 1] ?? ''))
    .flatMap((line) => bodyBehind(line, code))
    .filter((line) => line < endLine);
}

/** The lines behind a line in the block that it or the next one opens; the next one alone where none is opened. */
function bodyBehind(line: number, code: readonly string[]): number[] {
  const count = (text: string, sign: string) => text.split(sign).length - 1;
  const [own = '', next = ''] = code.slice(line - 1, line + 1);
  if (!own.includes('{') && !next.includes('{')) return [line + 1];
  let depth = 0;
  const found: number[] = [];
  for (let at = line; at <= line + BODY; at += 1) {
    const text = at === line ? own.replace(/^[\s}]*/, '') : (code[at - 1] ?? '');
    if (at > line) found.push(at);
    depth += count(text, '{') - count(text, '}');
    if (depth <= 0 && (at > line || own.includes('{'))) break;
  }
  return found;
}

/** The names that are called on lines of a function that are shown, and are passed a variable of the lines of interest. */
function passedTo(
  fn: GraphFunction,
  lines: readonly number[],
  shown: readonly Excerpt[],
  index: SourceIndex,
): ReadonlySet<string> {
  const names = namesOnLines(fn, lines, index);
  const rows = new Set(shownLinesOf(fn, shown).map(({ line }) => line));
  const calls = callsInText(index.code(fn.file), fn.line + 1, fn.endLine);
  return new Set(
    calls
      .filter(({ line }) => rows.has(line))
      .filter(({ passed }) => (passed.match(/[A-Za-z_]\w*/g) ?? []).some((one) => names.has(one)))
      .map(({ name }) => name),
  );
}

/** The lines of a function that are shown and set a variable of the lines of interest, or give its address away. */
function linesThatSet(
  fn: GraphFunction,
  lines: readonly number[],
  shown: readonly Excerpt[],
  index: SourceIndex,
): number[] {
  const code = index.code(fn.file);
  const names = namesOnLines(fn, lines, index);
  return shownLinesOf(fn, shown)
    .filter(({ line, side }) => {
      if (side === 'removed' || line <= fn.line) return false;
      const set = (code[line - 1] ?? '').matchAll(/&\s*([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*=[^=]/g);
      return [...set].some(([, given = '', assigned = '']) => names.has(given || assigned));
    })
    .map(({ line }) => line);
}

/** The names on lines of a function that are not called there. */
function namesOnLines(
  { file }: GraphFunction,
  lines: readonly number[],
  index: SourceIndex,
): ReadonlySet<string> {
  const code = index.code(file);
  const text = lines.map((line) => code[line - 1] ?? '').join('\n');
  const names = text.match(/[A-Za-z_]\w*(?!\w*\s*\()/g) ?? [];
  return new Set(names.filter((name) => !isBuiltinName(name)));
}

/** The lines that are shown of a function. */
function shownLinesOf(
  { file, line, endLine }: GraphFunction,
  shown: readonly Excerpt[],
): readonly ShownLine[] {
  return shown
    .filter((one) => one.file === file && one.line === line && one.endLine === endLine)
    .flatMap((one) => one.shown);
}
