import { isMap, isScalar, LineCounter, parseDocument, type YAMLParseError } from 'yaml';
import type * as z from 'zod';
import { messageOf, UsageError } from './errors.ts';
import { listMistakes, type Mistake } from './list-mistakes.ts';
import { inOneLine, type KnownKeys, problemsOf, type YamlProblem } from './yaml-problems.ts';

const MAX_CHARACTERS = 65_536;

/** Repeated parts by name (`&a`, `*a`): enough for people, too few to fill the memory. */
const MAX_ALIASES = 20;

export interface YamlChecks {
  /** How long a file may be. */
  readonly maxCharacters?: number;
  /** How a line of the file is called; its name and the number when missing. */
  readonly placeOf?: (line: number | undefined) => string;
  /** What else is wrong with what is written, besides what the schema says. */
  readonly check?: (written: unknown) => readonly YamlProblem[];
}

/** What a file of YAML says. */
export interface ParsedYaml<T> {
  /** As the schema has it. */
  readonly parsed: T;
  /** As it is written: without defaults. */
  readonly written: unknown;
  /** Where a value is, as `file:line`. */
  readonly placeOf: (path: readonly PropertyKey[]) => string;
}

function reasonOf({ code, message, pos: [at] }: YAMLParseError, text: string): string {
  // The library names the function to call instead, and no key.
  if (code === 'MULTIPLE_DOCS') {
    return 'no YAML: it has several documents; keep one, without a line ---';
  }
  if (code !== 'DUPLICATE_KEY') return `no YAML: ${inOneLine(message)}`;
  const [key = ''] = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s:]+)/.exec(text.slice(at, at + 60)) ?? [];
  return `the key ${key === '' ? '' : `${key} `}is there twice; keep one`;
}

/**
 * Parses a file of YAML that a person wrote.
 * @param file its name, for messages
 * @throws UsageError that has a line for each mistake, in their order: it names the file, the line in it, and what to do
 */
export function parseYaml<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  keys: KnownKeys,
  checks: YamlChecks = {},
): ParsedYaml<T> {
  const { maxCharacters = MAX_CHARACTERS, check = () => [] } = checks;
  const nameLine = checks.placeOf ?? ((line) => (line === undefined ? file : `${file}:${line}`));
  if (text.length > maxCharacters) {
    throw new UsageError(`${file} has more than ${maxCharacters} characters; shorten it`);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const mistakes: Mistake[] = document.errors.map((error) => {
    const { line } = lineCounter.linePos(positionOf(error, text));
    return { line, what: isOverflow(error) ? TOO_DEEP : reasonOf(error, text) };
  });
  // What follows the first place that cannot be read is guesswork; a key that is there twice can be read.
  const unread = document.errors.findIndex(({ code }) => code !== 'DUPLICATE_KEY');
  if (unread >= 0) throw listMistakes(mistakes.slice(0, unread + 1), nameLine);
  let written: unknown;
  try {
    written = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (thrown) {
    const aliases = `more than ${MAX_ALIASES} aliases, or one that names nothing`;
    const what = isOverflow(thrown) ? TOO_DEEP : aliases;
    throw listMistakes([...mistakes, { line: undefined, what }], nameLine);
  }
  // A file of comments is a file that says nothing.
  const result = schema.safeParse(written ?? {});
  const problems = [...(result.success ? [] : problemsOf(result.error, keys)), ...check(written)];
  mistakes.push(...problems.map(({ path, what }) => ({ line: lineOf(path), what })));
  if (!result.success || mistakes.length > 0) throw listMistakes(mistakes, nameLine);
  return { parsed: result.data, written, placeOf: (path) => nameLine(lineOf(path)) };

  /** Of a key, where it stands; of an element of a list, where it begins; of what is missing, where the whole is. */
  function lineOf(path: readonly PropertyKey[]): number | undefined {
    const range = rangeOf(keyAt(document.getIn(path.slice(0, -1), true), path.at(-1)));
    const start = range ?? rangeOf(document.getIn(path, true));
    if (start !== undefined) return lineCounter.linePos(start).line;
    return path.length === 0 ? undefined : lineOf(path.slice(0, -1));
  }
}

/** The node of a key of a mapping; undefined where the key is missing, or there is no mapping. */
function keyAt(node: unknown, key: PropertyKey | undefined): unknown {
  if (!isMap(node)) return undefined;
  const name = String(key);
  return node.items.find((item) => isScalar(item.key) && String(item.key.value) === name)?.key;
}

const TOO_DEEP = 'it has too many levels, one within the other';

/** Whether the parser ran out of stack, which it also gives as an error of the text. */
function isOverflow(thrown: unknown): boolean {
  return /call stack/.test(messageOf(thrown));
}

/** Where an error is: what is not closed is noticed only where the next thing begins, or the text ends. */
function positionOf({ code, message, pos: [at] }: YAMLParseError, text: string): number {
  const isUnclosed = code === 'MISSING_CHAR' || (code === 'BAD_INDENT' && /^Flow /.test(message));
  return isUnclosed ? Math.max(0, text.slice(0, at).trimEnd().length - 1) : at;
}

function rangeOf(node: unknown): number | undefined {
  const hasRange = typeof node === 'object' && node !== null && 'range' in node;
  if (!hasRange || !Array.isArray(node.range)) return undefined;
  const [start]: unknown[] = node.range;
  return typeof start === 'number' ? start : undefined;
}
