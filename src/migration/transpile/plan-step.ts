import * as z from 'zod';
import { isItems, parseItems } from '../../code/rust/items/item-list.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { mappingSchema } from '../../equivalence/pairing/mapping.ts';
import { mappingWords } from '../../equivalence/pairing/mapping-words.ts';
import { ModelError } from '../../errors.ts';
import { formatZodErrors } from '../../format-zod-error.ts';
import { type CrateFiles, sourcePaths } from '../crate/crate-files.ts';
import { type CrateItem, crateItems, isSameSignature } from '../crate/item-changes.ts';
import { modulePath, snakeCase } from '../crate/module-plan.ts';
import { isStub } from '../crate/unwritten.ts';
import type { KnownRecords } from '../state/type-layout.ts';
import {
  type CFunctionSource,
  type FunctionPlan,
  type MigrationStep,
  stepName,
} from '../steps/step.ts';
import { type AskDeps, askForValue } from './ask-migration-model.ts';
import { withKnownRecords } from './known-records.ts';
import { mainProblem } from './main-problem.ts';
import { moduleOfType, withPathOfType } from './method-path.ts';
import { resultProblem } from './result-problem.ts';
import { skipProblem } from './skip-problem.ts';

/** How often a plan is asked for before a plain one takes its place. */
const MAX_TRIES = 5;

const answerSchema = z.array(
  z.union([
    z.strictObject({ c: z.string(), skip: z.string().trim().min(1).max(500) }),
    z.strictObject({ c: z.string(), cannot: z.string().trim().min(1).max(2000) }),
    z.strictObject({
      c: z.string(),
      file: z.string(),
      rust: z.string().regex(/^\w+(?:::(?:r#)?\w+)*$/, 'is no path such as shape::Square::area'),
      signature: z.string().trim().max(1000),
      mapping: z.json().optional(),
    }),
  ]),
);

type PlanAnswer = z.infer<typeof answerSchema>;

export interface PlanDeps extends AskDeps {
  readonly parser: SourceParser;
  /** Of each C function: the file that the layout of the crate gives it. */
  readonly moduleFiles: ReadonlyMap<string, string>;
  readonly hasInterface: boolean;
  /** Rust functions of earlier steps, by their paths. */
  readonly takenPaths: ReadonlySet<string>;
  /** Rust functions of this step that are there from an earlier run, and are migrated again. */
  readonly repeatedPaths: ReadonlySet<string>;
  /** C functions that need no Rust; none when missing. */
  readonly skippedFunctions?: ReadonlySet<string>;
  /** What is said of the fields of records already; nothing when missing. */
  readonly records?: KnownRecords;
}

/** Where functions go; or why the planner says that one cannot be migrated. */
export type PlanResult =
  | {
      readonly plans: readonly FunctionPlan[];
      /** No answer could be used. */
      readonly isPlain?: true;
    }
  | { readonly cannot: string };

/**
 * Settles where the functions of a step go and what their signatures are.
 * @param values of the prompt, without the places
 * @returns a plain plan (the place that the layout gives, whatever signature) when five answers were no use
 */
export async function planStep(
  step: MigrationStep,
  base: CrateFiles,
  subject: string,
  values: Readonly<Record<string, string>>,
  deps: PlanDeps,
): Promise<PlanResult> {
  const places = step.functions.map(({ name }) => `${name}: ${moduleFileOf(name, base, deps)}`);
  const question = {
    ...{ role: 'signature-planner', tier: 'normal' as const, subject },
    values: { ...values, places: places.join('\n'), mapping_words: mappingWords() },
  };
  const items = crateItems(deps.parser, base);
  const placed = (answer: PlanAnswer) =>
    answer.map((one) => withOwnName('rust' in one ? withPathOfType(one, items) : one, step));
  const problemOf = (answer: PlanAnswer) => problemWith(placed(answer), step, base, deps);
  try {
    const given = await askForValue(question, MAX_TRIES, answerSchema, problemOf, deps);
    const answer = placed(given);
    const refusals = answer.flatMap((one) => ('cannot' in one ? [`${one.c}: ${one.cannot}`] : []));
    if (refusals.length > 0) return { cannot: refusals.join('\n') };
    const plans = answer.flatMap((one) => {
      const source = step.functions.find(({ name }) => name === one.c);
      if ('cannot' in one) return [];
      return [functionPlanOf(withKnownRecords(one, source, deps.records))];
    });
    return { plans };
  } catch (thrown) {
    if (!(thrown instanceof ModelError) || thrown.failure !== 'answer') throw thrown;
    return {
      plans: step.functions.map((one) =>
        defaultFunctionPlan(one, moduleFileOf(one.name, base, deps)),
      ),
      isPlain: true,
    };
  }
}

function moduleFileOf(name: string, base: CrateFiles, { moduleFiles }: PlanDeps): string {
  const file = moduleFiles.get(name);
  const modules = sourcePaths(base);
  return file !== undefined && modules.includes(file)
    ? file
    : (modules.find((path) => path !== 'src/lib.rs') ?? 'src/lib.rs');
}

function defaultFunctionPlan(
  { name: cName, mainParameters }: CFunctionSource,
  file: string,
): FunctionPlan {
  const own = mainParameters === undefined ? snakeCase(cName) || 'function' : 'run';
  const rust = [...modulePath(file), own].join('::');
  const open = { signature: '', mapping: undefined, mappingText: undefined, skip: undefined };
  return { cName, file, rust, ...open };
}

function functionPlanOf(one: Exclude<PlanAnswer[number], { cannot: string }>): FunctionPlan {
  if ('skip' in one) {
    const nothing = { file: '', rust: '', signature: '', mapping: undefined };
    return { cName: one.c, ...nothing, mappingText: undefined, skip: one.skip };
  }
  const { c, file, rust, signature, mapping } = one;
  const read = mapping === undefined ? undefined : mappingSchema.parse(mapping);
  return {
    ...{ cName: c, file, rust, signature: plainSignature(signature), mapping: read },
    ...{ mappingText: mapping, skip: undefined },
  };
}

/** A signature without the braces of a body. */
function plainSignature(signature: string): string {
  return signature.replace(/\s*[{;][\s}]*$/, '');
}

/** An entry may call a function without the file that tells it from others of its name. */
function withOwnName<One extends { readonly c: string }>(
  one: One,
  { functions }: MigrationStep,
): One {
  const [own, ...others] = functions.filter(
    ({ name }) => name === one.c || name.endsWith(`:${one.c}`),
  );
  return own === undefined || others.length > 0 ? one : { ...one, c: own.name };
}

function problemWith(
  answer: PlanAnswer,
  step: MigrationStep,
  base: CrateFiles,
  deps: PlanDeps,
): string | undefined {
  const names = answer.map(({ c }) => c);
  const missing = step.functions.filter(({ name }) => !names.includes(name));
  const problems = missing.map(({ name }) => `there is no entry for ${name}`);
  if (missing.length === 0 && names.length !== step.functions.length) {
    problems.push(`there must be one entry for each of ${stepName(step)}, and no other`);
  }
  for (const one of answer) {
    const problem = entryProblem(one, step, base, deps);
    if (problem !== undefined) problems.push(problem);
  }
  const paths = answer.flatMap((one) => ('rust' in one ? [one.rust] : []));
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined) problems.push(`two functions are to be ${twice}`);
  return problems.length === 0 ? undefined : problems.join('\n');
}

function entryProblem(
  one: PlanAnswer[number],
  step: MigrationStep,
  base: CrateFiles,
  deps: PlanDeps,
): string | undefined {
  const source = step.functions.find(({ name }) => name === one.c);
  if (source === undefined) return `${one.c} is not among the functions to plan`;
  if ('cannot' in one) return undefined;
  const problem =
    'skip' in one
      ? skipProblem(source, deps.skippedFunctions)
      : (targetProblem(one, base, deps) ??
        mainProblem(source, plainSignature(one.signature)) ??
        plannedResultProblem(source, one));
  return problem === undefined ? undefined : `${one.c}: ${problem}`;
}

function plannedResultProblem(
  source: CFunctionSource,
  { rust, signature, mapping }: Extract<PlanAnswer[number], { file: string }>,
): string | undefined {
  const { result } = mappingSchema.parse(mapping ?? {});
  return resultProblem(source, rust, plainSignature(signature), result);
}

function targetProblem(
  { file, rust, signature, mapping }: Extract<PlanAnswer[number], { file: string }>,
  base: CrateFiles,
  { parser, hasInterface, takenPaths, repeatedPaths }: PlanDeps,
): string | undefined {
  const modules = sourcePaths(base);
  if (!modules.includes(file)) return `${file} is none of ${modules.join(', ')}`;
  const list = parseItems(parser, `${plainSignature(signature)} {}`);
  const [item, ...more] = isItems(list) ? list.items : [];
  if (item?.body === undefined || more.length > 0) {
    return `the signature is none of a Rust function: ${signature}`;
  }
  const { name, owner, inline } = rustPathIn(file, rust);
  if (name !== item.name) return `the path ends with ${name}, the signature is of ${item.name}`;
  const items = crateItems(parser, base);
  // A module within a file is one that is there.
  const isThere = inline.length === 0 || hasInlineModule(items, file, inline);
  const own = isThere ? inline : [];
  const module = moduleOfType(items, file, owner) ?? [...modulePath(file), ...own];
  const path = [...module, owner, name].filter((part) => part !== '').join('::');
  if (rust !== path) return `the path of it in ${file} is ${path}, not ${rust}`;
  const present = plannedItem(items, file, rust);
  // An interface may bring functions that are written already.
  const isFree = repeatedPaths.has(rust) || (hasInterface && !takenPaths.has(rust));
  if (present !== undefined && !isFree && !isStub(present.item.body ?? '')) {
    return `there is a function ${rust} already, of an earlier step; take another name`;
  }
  if (present !== undefined && !isSameSignature(present.item.head, item.head)) {
    return `the signature of ${rust} is given: ${present.item.head}`;
  }
  if (!(hasInterface && present !== undefined)) {
    const foreign = /\bunsafe\b|\bextern\b|\*\s*(?:const|mut)\b|\bc_(?:int|char|uint|long)\b/.exec(
      item.head,
    );
    if (foreign !== null) return `the signature has ${foreign[0]}: it is to be safe Rust`;
  }
  const parsed = mappingSchema.safeParse(mapping ?? {});
  return parsed.success
    ? undefined
    : `its mapping does not fit: ${formatZodErrors(parsed.error).join('; ')}`;
}

/** The function of a crate that a plan names. */
export function plannedItem(
  items: ReadonlyMap<string, CrateItem>,
  file: string,
  rust: string,
): CrateItem | undefined {
  const { name, owner, inline } = rustPathIn(file, rust);
  return [...items.values()].find((one) => {
    if (one.file !== file || one.isTest || one.item.key !== `fn ${name}`) return false;
    const blocks = one.path.split(' > ').slice(0, -1);
    const modules = blocks.slice(0, inline.length);
    if (modules.join(' > ') !== inline.map((module) => `mod ${module}`).join(' > ')) return false;
    const block = blocks.slice(inline.length).join(' > ');
    if (owner === '') return block === '';
    return new RegExp(`^impl\\b[^]*\\b${owner}\\b`).test(block) && !/ for /.test(block);
  });
}

/** The parts of a path behind the module that a file is: `owner` is empty for a function. */
function rustPathIn(
  file: string,
  rust: string,
): { readonly inline: readonly string[]; readonly owner: string; readonly name: string } {
  const parts = rust.split('::');
  const module = modulePath(file);
  const isBelow = module.every((part, at) => parts[at] === part);
  const inside = isBelow ? parts.slice(module.length) : parts;
  const name = inside.at(-1) ?? '';
  const before = inside.slice(0, -1);
  const owner = before.at(-1) ?? '';
  if (!/^[A-Z]/.test(owner)) return { inline: before, owner: '', name };
  // The path of a type of another file says nothing of where in this one its block stands.
  return { inline: isBelow ? before.slice(0, -1) : [], owner, name };
}

/** Whether a file has a module of that name within it. */
function hasInlineModule(
  items: ReadonlyMap<string, CrateItem>,
  file: string,
  inline: readonly string[],
): boolean {
  const prefix = `${inline.map((module) => `mod ${module}`).join(' > ')} > `;
  return [...items.values()].some((one) => one.file === file && one.path.startsWith(prefix));
}
