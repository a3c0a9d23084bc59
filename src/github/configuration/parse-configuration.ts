import { LineCounter, parseDocument, type YAMLParseError } from 'yaml';
import type * as z from 'zod';
import { didYouMean } from '../../did-you-mean.ts';
import { messageOf, UsageError } from '../../errors.ts';
import { inPlainWords, messageOfIssue } from '../../format-zod-error.ts';
import {
  CONFIGURATION_FILE,
  CONFIGURATION_KEYS,
  type Configuration,
  configurationSchema,
  ORGANISATION_FILE,
} from './configuration.ts';
import { withOrganisation } from './with-organisation.ts';

const MAX_CHARACTERS = 65_536;

/** Repeated parts by name (`&a`, `*a`): enough for people, too few to fill the memory. */
const MAX_ALIASES = 20;

/**
 * Reads a configuration file.
 * @param text of the file; undefined where there is none
 * @param file its name, for messages
 * @param organisation the text of what the owner of the repository has settled for all of theirs
 * @throws UsageError on one line that names the file, the line in it, and what to do
 */
export function parseConfiguration(
  text: string | undefined,
  file: string = CONFIGURATION_FILE,
  organisation?: string,
): Configuration {
  const own = text === undefined ? {} : loadSettled(text, file);
  if (organisation === undefined) return configurationSchema.parse(own);
  const shared = loadSettled(organisation, ORGANISATION_FILE);
  return withOrganisation(configurationSchema.parse(shared), shared, own);
}

/**
 * What a text settles, and leaves open: its keys, as far as the schema knows them, without defaults.
 * @throws UsageError
 */
function loadSettled(text: string, file: string): object {
  if (text.length > MAX_CHARACTERS) {
    throw new UsageError(`${file} has more than ${MAX_CHARACTERS} characters; shorten it`);
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
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (thrown) {
    const aliases = `more than ${MAX_ALIASES} aliases, or one that names nothing`;
    throw wrong(undefined, isOverflow(thrown) ? TOO_DEEP : aliases);
  }
  // A file of comments is a file that settles nothing.
  const parsed = configurationSchema.safeParse(value ?? {});
  if (parsed.success) return typeof value === 'object' && value !== null ? value : {};
  const { path, what } = problemOf(parsed.error);
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

function problemOf({ issues: [issue] }: z.ZodError): Problem {
  if (issue === undefined) return { path: [], what: 'it does not have the expected form' };
  const section = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') {
    const where = section === '' ? '' : `${section}: `;
    return { path: issue.path, what: `${where}${oneLine(inPlainWords(messageOfIssue(issue)))}` };
  }
  const [key = ''] = issue.keys;
  const within = section === '' ? '' : ` in ${section}`;
  const known = CONFIGURATION_KEYS.get(section.replaceAll(/\.\d+/g, '')) ?? [];
  const near = didYouMean(key, known);
  const hint =
    near === undefined ? `known are ${known.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
  const what = `there is no key ${JSON.stringify(key.slice(0, 60))}${within}; ${hint}`;
  return { path: [...issue.path, key], what };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}
