import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { CallModel } from '../../code/library-models/call-model.ts';
import { messageOf, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import type { CRule } from '../../rules/c/c-rule.ts';
import { CATEGORIES, SEVERITIES } from '../../rules/classification.ts';
import type { PackageRule } from '../../rules/package-rule.ts';
import type { RustRule } from '../../rules/rust/rust-rule.ts';
import { isFileAt } from '../../workspace/files/is-file.ts';
import { blameRule } from './blame-rule.ts';
import { checkPatterns } from './check-patterns.ts';
import { parseRuleFile, ruleIdSchema } from './rule-file.ts';

const text = z.string().trim().min(1);
const examples = z.tuple([text], text);
const isFunction = (value: unknown) => typeof value === 'function';

const descriptionSchema = z.object({
  id: ruleIdSchema,
  title: text.max(60),
  category: z.enum(CATEGORIES),
  cwe: z.tuple([z.int().positive()], z.int().positive()),
  severity: z.enum(SEVERITIES),
  precision: z.enum(['very-high', 'high', 'medium', 'low']),
  help: text,
  suggestion: text,
  examples: z.object({ bad: examples, good: examples }),
});

const cRuleSchema = descriptionSchema
  .extend({
    languages: z.tuple([z.enum(['c', 'cpp'])], z.enum(['c', 'cpp'])),
    listen: z.custom<NonNullable<CRule['listen']>>(isFunction).exactOptional(),
    inspect: z.custom<NonNullable<CRule['inspect']>>(isFunction).exactOptional(),
  })
  .refine((rule) => rule.listen !== undefined || rule.inspect !== undefined, {
    message: 'has neither listen nor inspect',
  });

const rustRuleSchema = descriptionSchema.extend({
  languages: z.tuple([z.literal('rust')]),
  check: z.custom<RustRule['check']>(isFunction, 'must be a function'),
});

const languagesSchema = z.object({ languages: z.array(z.unknown()) });

/** A rule of either kind, by the languages that it is for. */
const ruleSchema = z.unknown().transform((value, context): PackageRule => {
  const languages = languagesSchema.safeParse(value).data?.languages ?? [];
  const schema = languages.includes('rust') ? rustRuleSchema : cRuleSchema;
  const parsed: z.ZodSafeParseResult<PackageRule> = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
  return z.NEVER;
});

const moduleSchema = z.object({ rules: z.array(ruleSchema).min(1) });

/**
 * Where packages of rules are: a path is taken from the folder one is in, any other name is looked up
 * where Rustward itself is installed, and never in what is scanned.
 * @param option what names them
 * @returns addresses of modules
 * @throws UsageError for a package that is not there
 */
export function findRulePackages(
  names: readonly string[],
  folder: string,
  option = '--rules',
): string[] {
  const { resolve: resolveModule } = createRequire(import.meta.url);
  return names.map((name) => {
    const isPath = isAbsolute(name) || /^\.{1,2}\//.test(name);
    try {
      return pathToFileURL(resolveModule(isPath ? resolve(folder, name) : name)).href;
    } catch {
      const why = whyNotFound(name, isPath, folder, option === '--rules');
      throw new UsageError(`${option} ${name}: ${why}`);
    }
  });
}

function whyNotFound(name: string, isPath: boolean, folder: string, isLocal: boolean): string {
  const path = resolve(folder, name);
  if (isPath) {
    return existsSync(path)
      ? 'this is a folder without a package; name the file in it that exports the rules'
      : `there is no file ${path}`;
  }
  if (!isLocal)
    return 'there is no such package; install it where Rustward is, or name the whole path of a module';
  // A name without ./ never means a file: what is scanned could bring one that is called like a package.
  const advice = isFileAt(path)
    ? `write ./${name} for the file of this folder`
    : 'install it, or name a file by its path, such as ./rules.mjs';
  return `there is no such package; ${advice}`;
}

/** What packages of rules bring. */
export interface RulePackages {
  readonly rules: readonly PackageRule[];
  /** What functions do that the code calls and does not hold, by their names. */
  readonly functions: ReadonlyMap<string, CallModel>;
}

/**
 * Loads packages of rules that the user trusts: files of YAML, and modules, whose code runs in this process.
 * @param addresses of files that end in `.yml` or `.yaml`, and of modules that export `rules`
 * @throws UsageError naming the file and what is wrong with it
 */
export async function loadRulePackages(addresses: readonly string[]): Promise<RulePackages> {
  const rules: PackageRule[] = [];
  const functions = new Map<string, CallModel>();
  for (const address of addresses) {
    const loaded = /\.ya?ml$/.test(address)
      ? await loadRuleFile(address)
      : await loadModule(address);
    for (const rule of loaded.rules) {
      const twice = rules.some(({ id }) => id === rule.id);
      if (twice) throw new UsageError(`--rules: two rules are called ${rule.id}`);
      rules.push(rule);
    }
    for (const [name, model] of loaded.functions) functions.set(name, model);
  }
  return { rules, functions };
}

async function loadRuleFile(address: string): Promise<RulePackages> {
  const path = fileURLToPath(address);
  const file = `--rules: ${path}`;
  const parsed = parseRuleFile(readFileSync(path, 'utf8'), file);
  await checkPatterns(parsed, file);
  return parsed;
}

async function loadModule(address: string): Promise<RulePackages> {
  let loaded: unknown;
  try {
    loaded = await import(address);
  } catch (thrown) {
    throw new UsageError(`--rules: cannot load ${address}: ${messageOf(thrown)}`);
  }
  const parsed = moduleSchema.safeParse(loaded);
  if (!parsed.success) {
    const problem = formatZodError(parsed.error);
    throw new UsageError(`--rules: ${address} exports no rules: ${problem}`);
  }
  return { rules: parsed.data.rules.map(blameRule), functions: new Map() };
}
