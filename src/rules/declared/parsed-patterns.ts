import { PatternError, parsePattern } from '../../code/pattern/parse-pattern.ts';
import type { Pattern } from '../../code/pattern/pattern.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { CodePattern } from './code-pattern.ts';

/** The patterns of a rule that are code in one language: what is C++ alone can be in no file of C. */
export interface ParsedPatterns {
  readonly patterns: readonly Pattern[];
  readonly not: readonly Pattern[];
  /** Undefined where the rule does not say where code stands. */
  readonly inside: readonly Pattern[] | undefined;
  readonly notInside: readonly Pattern[];
}

/** The parser of a language. */
export type ParseCode = (text: string) => SyntaxTree;

export function parsePatterns(declared: CodePattern, parse: ParseCode): ParsedPatterns {
  const read = (texts: readonly string[]) => texts.flatMap((text) => tryParse(text, parse));
  return {
    patterns: read(declared.patterns),
    not: read(declared.not),
    inside: declared.inside.length === 0 ? undefined : read(declared.inside),
    notInside: read(declared.notInside),
  };
}

/**
 * What is wrong with the patterns of a rule; undefined where each is code in one of its languages.
 * @param parsers of these languages
 */
export function wrongPattern(
  { patterns, not, inside, notInside, regex }: CodePattern,
  parsers: readonly ParseCode[],
): string | undefined {
  const variables = new Set<string>();
  for (const text of [...patterns, ...inside, ...not, ...notInside]) {
    const parsed = parsers.flatMap((parse) => tryParse(text, parse));
    if (parsed.length === 0) return reasonOf(text, parsers);
    const isFound = patterns.includes(text) || inside.includes(text);
    if (isFound) for (const one of parsed) for (const name of one.variables) variables.add(name);
  }
  const unknown = [...regex.keys()].find((name) => !variables.has(name));
  return (
    unknown && `metavariable-regex names ${unknown}, which neither pattern nor pattern-inside has`
  );
}

function tryParse(text: string, parse: ParseCode): Pattern[] {
  try {
    return [parsePattern(text, parse)];
  } catch (thrown) {
    if (thrown instanceof PatternError) return [];
    throw thrown;
  }
}

function reasonOf(text: string, [parse]: readonly ParseCode[]): string {
  const shown = text.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  let why = '';
  try {
    if (parse !== undefined) parsePattern(text, parse);
  } catch (thrown) {
    if (!(thrown instanceof PatternError)) throw thrown;
    why = thrown.message;
  }
  return `the pattern ${JSON.stringify(shown)} ${why}`;
}
