import * as z from 'zod';
import type { CallModel } from '../../code/library-models/call-model.ts';
import type { Language } from '../../code/syntax/language.ts';
import { parseYaml } from '../../parse-yaml.ts';
import { CATEGORIES, SEVERITIES } from '../../rules/classification.ts';
import { cCallRule } from '../../rules/declared/c-call-rule.ts';
import { cPatternRule } from '../../rules/declared/c-pattern-rule.ts';
import type { CodePattern } from '../../rules/declared/code-pattern.ts';
import { rustCallRule } from '../../rules/declared/rust-call-rule.ts';
import type { PackageRule } from '../../rules/package-rule.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { argumentTestSchema } from './argument-test-schema.ts';
import { codePatternOf, patternKeys } from './code-pattern-keys.ts';
import { callModelOf, functionSchema } from './function-model.ts';
import { oneOrMore } from './one-or-more.ts';

const text = z.string().trim().min(1);

/** How a rule of one's own is called, so that it cannot be another's. */
export const ruleIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*\/[a-z0-9_]+$/, 'must be like company/rule_name');

/** Calling what is forbidden (CWE-1177), and not checking what comes from outside (CWE-20). */
const [FORBIDDEN, UNCHECKED_INPUT] = [1177, 20];

const callKeys = {
  call: oneOrMore(
    z.string().regex(/^[\w:~*]+$/, 'must be the name of a function, with * for any part'),
  ).exactOptional(),
  argument: z.int().min(1).max(30).exactOptional(),
  is: argumentTestSchema.exactOptional(),
  result: z.literal('ignored').exactOptional(),
};

const ruleSchema = z
  .strictObject({
    id: ruleIdSchema,
    title: text.max(60),
    message: text.max(300).exactOptional().meta({
      description:
        'of calls with {function}, {argument} and {source}, of patterns with $X, for what was found',
    }),
    help: text.exactOptional(),
    suggestion: text.exactOptional(),
    category: z.enum(CATEGORIES).default('other'),
    cwe: oneOrMore(z.int().positive()).exactOptional(),
    severity: z.enum(SEVERITIES).default('medium'),
    confidence: z.number().min(0.4).max(0.95).default(0.9),
    languages: oneOrMore(z.enum(['c', 'cpp', 'rust'])).default(['c', 'cpp']),
    ...callKeys,
    ...patternKeys,
    examples: z
      .strictObject({ bad: z.array(text).default([]), good: z.array(text).default([]) })
      .default({ bad: [], good: [] }),
  })
  .refine(({ call, pattern }) => (call === undefined) !== (pattern === undefined), {
    message: 'must have either call or pattern',
  })
  .refine(
    (rule) => rule.call !== undefined || Object.keys(callKeys).every((key) => !(key in rule)),
    { message: 'has a pattern: argument, is and result are for rules with call' },
  )
  .refine(
    (rule) => rule.pattern !== undefined || Object.keys(patternKeys).every((key) => !(key in rule)),
    { message: 'has no pattern: what else begins with pattern, and metavariable-regex, need one' },
  )
  .refine(({ languages, pattern }) => pattern === undefined || !languages.includes('rust'), {
    message: 'patterns are of C and C++',
    path: ['languages'],
  })
  .refine(({ argument, is }) => argument === undefined || is !== undefined, {
    message: 'has an argument, and not what it "is"',
  })
  .refine(({ languages }) => !languages.includes('rust') || languages.length === 1, {
    message: 'is for Rust and for C at once; write one for each',
    path: ['languages'],
  })
  .refine(
    ({ languages, is, result }) =>
      !languages.includes('rust') || (is !== 'null' && result === undefined),
    { message: 'of Rust, null pointers and ignored results are not looked for' },
  );

/** A file of rules in YAML: calls and code to report, and what functions of other people's code do. */
export const ruleFileSchema = z
  .strictObject({
    rules: z.array(ruleSchema).default([]),
    functions: z.array(functionSchema).default([]),
  })
  .refine(({ rules, functions }) => rules.length + functions.length > 0, {
    message: 'it has neither rules nor functions',
  });

const RULE_FILE_KEYS = new Map([
  ['', Object.keys(ruleFileSchema.shape)],
  ['rules', Object.keys(ruleSchema.shape)],
  ['functions', Object.keys(functionSchema.shape)],
]);

/** As much as some thousand rules take. */
const MAX_CHARACTERS = 1_000_000;

/** What a file of rules declares. */
export interface RuleFile {
  readonly rules: readonly PackageRule[];
  /** The code patterns of rules, which only a parser can check. */
  readonly patterns: readonly DeclaredPatterns[];
  /** What functions do, by their names. */
  readonly functions: ReadonlyMap<string, CallModel>;
}

/** The patterns of one rule. */
interface DeclaredPatterns {
  readonly rule: string;
  readonly languages: readonly Language[];
  readonly declared: CodePattern;
}

/**
 * Parses a file of rules. It is data: nothing of it is run.
 * @param file its name, for messages
 * @throws UsageError on one line that names the file, the line in it, and what to do
 */
export function parseRuleFile(content: string, file: string): RuleFile {
  const { parsed } = parseYaml(content, file, ruleFileSchema, RULE_FILE_KEYS, {
    maxCharacters: MAX_CHARACTERS,
  });
  const functions = parsed.functions.flatMap((declared) => {
    const model = callModelOf(declared);
    return declared.name.map((name): [string, CallModel] => [name, model]);
  });
  const patterns = parsed.rules.flatMap((rule): DeclaredPatterns[] => {
    const declared = codePatternOf(rule);
    return declared === undefined ? [] : [{ rule: rule.id, languages: rule.languages, declared }];
  });
  return { rules: parsed.rules.map(packageRule), patterns, functions: new Map(functions) };
}

function packageRule(declared: z.output<typeof ruleSchema>): PackageRule {
  const { message, argument, is, result, call, confidence } = declared;
  const [cwe = is === 'untrusted' ? UNCHECKED_INPUT : FORBIDDEN, ...more] = declared.cwe ?? [];
  const [language = 'c', ...languages] = declared.languages;
  const description: RuleDescription = {
    id: declared.id,
    title: declared.title,
    category: declared.category,
    cwe: [cwe, ...more],
    severity: declared.severity,
    precision: confidence >= 0.75 ? 'high' : confidence >= 0.6 ? 'medium' : 'low',
    help: declared.help ?? `${declared.title}.`,
    suggestion: declared.suggestion ?? suggestionFor(declared),
    languages: [language, ...languages],
    examples: declared.examples,
  };
  const pattern = codePatternOf(declared);
  if (pattern !== undefined) return cPatternRule(description, pattern);
  const declaration = { call: call ?? [], argument, is, result, message, confidence };
  return language === 'rust'
    ? rustCallRule(description, declaration)
    : cCallRule(description, declaration);
}

/** What to do where a rule does not say it. */
function suggestionFor({ is, result, pattern }: z.output<typeof ruleSchema>): string {
  if (pattern !== undefined) return 'Write it in another way.';
  if (result === 'ignored') return 'Look at the result.';
  if (is === 'untrusted') return 'Check the data before.';
  return is === undefined ? 'Do without this call.' : 'Pass another argument.';
}
