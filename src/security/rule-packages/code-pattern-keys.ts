import * as z from 'zod';
import type { CodePattern } from '../../rules/declared/code-pattern.ts';
import { oneOrMore } from './one-or-more.ts';

const pattern = z.string().trim().min(1).max(2_000);

/** Of the sort of JavaScript, which is not asked for what it costs: it is applied to 1000 characters at most. */
const regex = z
  .string()
  .min(1)
  .max(500)
  .refine((source) => isRegExp(source), 'is no regular expression');

/** What a rule in YAML says that looks for code of a form. */
export const patternKeys = {
  pattern: oneOrMore(pattern).exactOptional().meta({
    description:
      'an expression or statements of C or C++: $X is any expression, the same one where it is repeated, ... any arguments or statements',
  }),
  'pattern-not': oneOrMore(pattern)
    .exactOptional()
    .meta({ description: 'what is also of this form is not reported' }),
  'pattern-inside': oneOrMore(pattern)
    .exactOptional()
    .meta({ description: 'only what stands in code of this form is reported' }),
  'pattern-not-inside': oneOrMore(pattern)
    .exactOptional()
    .meta({ description: 'what stands in code of this form is not reported' }),
  'metavariable-regex': z
    .record(z.string().regex(/^\$[A-Z][A-Z0-9_]*$/, 'must be a metavariable such as $X'), regex)
    .exactOptional()
    .meta({ description: 'what the text has to have in it that a metavariable stands for' }),
};

const keys = z.object({
  ...patternKeys,
  message: z.string().exactOptional(),
  confidence: z.number(),
});

/** What code such a rule looks for; undefined where it has no pattern. */
export function codePatternOf(rule: z.output<typeof keys>): CodePattern | undefined {
  const { pattern: patterns, message, confidence } = rule;
  if (patterns === undefined) return undefined;
  const expressions = Object.entries(rule['metavariable-regex'] ?? {});
  return {
    patterns,
    not: rule['pattern-not'] ?? [],
    inside: rule['pattern-inside'] ?? [],
    notInside: rule['pattern-not-inside'] ?? [],
    regex: new Map(expressions.map(([name, source]) => [name, new RegExp(source, 'u')])),
    message,
    confidence,
  };
}

function isRegExp(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}
