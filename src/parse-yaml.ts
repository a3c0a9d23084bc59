import { LineCounter, parseDocument, type YAMLParseError } from 'yaml';
import type * as z from 'zod';
import { didYouMean } from './did-you-mean.ts';
import { messageOf, UsageError } from './errors.ts';
import { innermostIssue, inPlainWords, isUnknownKey } from './format-zod-error.ts';

const MAX_CHARACTERS = 65_536;

/** Repeated parts by name (`&a`, `*a`): enough for people, too few to fill the memory. */
const MAX_ALIASES = 20;

/** The keys of each part of a file, `` being the top, for what says that one is unknown. */
export type KnownKeys = ReadonlyMap<string, readonly string[]>;

/**
 * Parses a file of YAML that a person wrote.
 * @param file its name, for messages
 * @param maxCharacters how long it may be
 * @returns what it says, as the schema has it, and as it is written: without defaults
 * @throws UsageError on one line that names the file, the line in it, and what to do
 */
export function parseYaml<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  keys: KnownKeys,
  maxCharacters: number = MAX_CHARACTERS,
): { readonly parsed: T; readonly written: unknown } {
  if (text.length > maxCharacters) {
    throw new UsageError(`${file} has more than ${maxCharacters} characters; shorten it`);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const wrong = (line: number | undefined, what: string) =>
    new UsageError(`${file}${line === undefined ? '' : `, line ${line}`}: ${what}`);
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(positionOf(error, text));
    throw wrong(line, isOverflow(error) ? TOO_DEEP : `no YAML: ${oneLine(error.message)}`);
  }
  let written: unknown;
  try {
    written = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (thrown) {
    const aliases = `more than ${MAX_ALIASES} aliases, or one that names nothing`;
    throw wrong(undefined, isOverflow(thrown) ? TOO_DEEP : aliases);
  }
  // A file of comments is a file that says nothing.
  const result = schema.safeParse(written ?? {});
  if (result.success) return { parsed: result.data, written };
  const { path, what } = problemOf(result.error, keys);
  throw wrong(lineOf(path), what);

  function lineOf(path: readonly PropertyKey[]): number | undefined {
    const range = rangeOf(document.getIn(path, true));
    return range === undefined ? undefined : lineCounter.linePos(range).line;
  }
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

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly what: string;
}

function problemOf({ issues }: z.ZodError, keys: KnownKeys): Problem {
  const [first] = issues;
  if (first === undefined) return { path: [], what: 'it does not have the expected form' };
  const within = (outer: readonly PropertyKey[]) =>
    outer.every((key, at) => key === first.path[at]);
  const issue = issues.find((one) => isUnknownKey(one) && within(one.path)) ?? first;
  const section = issue.path.map(String).join('.');
  if (!isUnknownKey(issue)) {
    const { path, message } = innermostIssue(issue);
    const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
    return { path, what: `${where}${oneLine(inPlainWords(message))}` };
  }
  const [key = ''] = issue.keys;
  const where = section === '' ? '' : ` in ${section}`;
  const known = keys.get(section.replaceAll(/\.\d+/g, '')) ?? [];
  const near = didYouMean(key, known);
  const others = known.length === 0 ? '' : `; known are ${known.join(', ')}`;
  const hint = near === undefined ? others : `; did you mean ${JSON.stringify(near)}?`;
  const what = `there is no key ${JSON.stringify(key.slice(0, 60))}${where}${hint}`;
  return { path: [...issue.path, key], what };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}
