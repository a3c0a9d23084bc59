import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { callsInText } from './calls-in-text.ts';
import { listParts } from './list-parts.ts';
import type { SourceIndex } from './source-index.ts';

/** What a question is about, seen from a function that is called: the parameters in question, and fields. */
export interface InQuestion {
  /** The places in the list of parameters, from 0, that get what the question is about. */
  readonly positions: ReadonlySet<number>;
  /** The fields that stand on the lines of interest. */
  readonly fields: ReadonlySet<string>;
}

/** What looks at a value: conditions, and macros that end the program or leave where it is not as it should be. */
const TEST =
  /^(?:if|while|for|switch)$|assert|^(?:BUG|WARN)_ON|^(?:[a-z]+_)?(?:check|ensure|require|expect)/i;

/** What is passed to these is told to a person, and changes nothing. */
const MESSAGE = /printf$|(?:^|_)(?:log|debug|trace|warn|warning|e?msg|error|message)$/i;

/** No call, whatever stands in the brackets. */
const KEYWORD = /^(?:if|while|for|switch|return|sizeof|alignof|defined)$/;

/**
 * The arguments of calls of a function, and the fields, that have to do with the lines of interest of one that calls it.
 * @param names what stands on the lines of interest
 */
export function inQuestion(
  caller: GraphFunction,
  callee: string,
  names: ReadonlySet<string>,
  index: SourceIndex,
): InQuestion {
  const code = index.code(caller.file);
  const positions = new Set<number>();
  for (const call of callsInText(code, caller.line + 1, caller.endLine)) {
    if (call.name !== callee) continue;
    for (const [at, part] of listParts(call.passed).entries()) {
      if (wordsOf(part).some((name) => names.has(name))) positions.add(at);
    }
  }
  const own = code.slice(caller.line - 1, caller.endLine).join('\n');
  const accessed = [...own.matchAll(/(?:->|\.)\s*([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
  return { positions, fields: new Set(accessed.filter((name) => names.has(name))) };
}

/**
 * The lines of a function that a question about some of its parameters turns on: those that use a field in question, that test
 * one of the parameters, and that hand one on.
 * @param parameters the names of all parameters, in their order
 * @returns the three kinds, the lines of each ascending
 */
export function questionLines(
  { file, line: first, endLine }: GraphFunction,
  parameters: readonly string[],
  { positions, fields }: InQuestion,
  index: SourceIndex,
): readonly (readonly number[])[] {
  const code = index.code(file);
  const wanted = withAliases(
    parameters.filter((_, at) => positions.has(at)),
    code.slice(first, endLine),
  );
  const field = fields.size === 0 ? undefined : new RegExp(`(?:->|\\.)\\s*(?:${any(fields)})\\b`);
  const using: number[] = [];
  for (let at = first + 1; at <= endLine; at += 1) {
    if (field?.test(code[at - 1] ?? '')) using.push(at);
  }
  const tests = new Set<number>();
  const handed = new Set<number>();
  for (const { name, line, endLine: last, passed } of callsInText(code, first + 1, endLine)) {
    if (!wordsOf(passed).some((word) => wanted.has(word))) continue;
    const into = TEST.test(name) ? tests : handed;
    if (into === handed && (KEYWORD.test(name) || MESSAGE.test(name))) continue;
    for (let at = line; at <= Math.min(last, endLine); at += 1) into.add(at);
  }
  return [using, [...tests], [...handed]].map((lines) => [...lines].sort((a, b) => a - b));
}

/** Names, and the variables that are set to what these are or have as a field: `zip` of `zip = (struct zip *)a->format->data`. */
function withAliases(names: readonly string[], code: readonly string[]): ReadonlySet<string> {
  if (names.length === 0) return new Set();
  const own = new RegExp(
    `\\b([A-Za-z_]\\w*)\\s*=\\s*(?:\\([^()]*\\)\\s*)?(?:${any(names)})\\s*(?:(?:->|\\.)\\s*\\w+\\s*)*;`,
  );
  return new Set([...names, ...code.flatMap((line) => own.exec(line)?.[1] ?? [])]);
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}

function any(names: Iterable<string>): string {
  return [...names].join('|');
}
