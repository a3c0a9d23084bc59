import * as z from 'zod';

/** A module of the crate, with those in it. */
export interface PlannedModule {
  readonly name: string;
  /** What it is for, in one sentence: its doc comment. */
  readonly doc: string;
  /** The C functions that are to go into it. */
  readonly functions: readonly string[];
  readonly modules: readonly PlannedModule[];
}

export interface CrateLayoutPlan {
  /** Of the package. */
  readonly name: string;
  readonly modules: readonly PlannedModule[];
}

const RESERVED = new Set(
  (
    'abstract as async await become box break const continue crate do dyn else enum extern false final ' +
    'fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static ' +
    'struct super trait true try type typeof unsafe unsized use virtual where while yield ' +
    // A file of that name means something else to cargo, or to a reader.
    'lib main std core alloc test tests'
  ).split(' '),
);

const MAX_DEPTH = 3;
const MAX_MODULES = 200;

const moduleName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a module name in snake_case')
  .refine((name) => !RESERVED.has(name), 'is a reserved word, or the name of something else');

const moduleSchema: z.ZodType<PlannedModule> = z.object({
  name: moduleName,
  doc: z.string().trim().max(300).default(''),
  functions: z.array(z.string()).default([]),
  get modules() {
    return z.array(moduleSchema).default([]);
  },
});

/** The form of the planner's answer; `planProblem` says what else must hold. */
export const cratePlanSchema: z.ZodType<CrateLayoutPlan> = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be the name of a package'),
  modules: z.array(moduleSchema).min(1),
});

/** What is wrong with a plan beyond its form, on one line; undefined when nothing is. */
export function layoutPlanProblem(
  plan: CrateLayoutPlan,
  functions: ReadonlySet<string>,
): string | undefined {
  const placed = new Set<string>();
  let count = 0;
  const check = (
    modules: readonly PlannedModule[],
    path: string,
    depth: number,
  ): string | undefined => {
    if (depth > MAX_DEPTH) return `${path} is nested more than ${MAX_DEPTH} deep`;
    const names = new Set<string>();
    for (const { name, functions: own, modules: inner } of modules) {
      count += 1;
      if (names.has(name)) return `there are two modules ${path}${name}`;
      names.add(name);
      for (const one of own) {
        if (!functions.has(one))
          return `${one}, in module ${path}${name}, is no function of the project`;
        if (placed.has(one)) return `${one} is in two modules`;
        placed.add(one);
      }
      const problem = check(inner, `${path}${name}::`, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  const problem = check(plan.modules, '', 1);
  return (
    problem ?? (count > MAX_MODULES ? `there are more than ${MAX_MODULES} modules` : undefined)
  );
}

/** The plan that needs no model: one module for each C file. */
export function defaultLayoutPlan(
  name: string,
  functions: readonly { readonly name: string; readonly file: string }[],
): CrateLayoutPlan {
  const modules = new Map<string, string[]>();
  for (const { name: one, file } of functions) {
    const own = modules.get(moduleOf(file)) ?? [];
    own.push(one);
    modules.set(moduleOf(file), own);
  }
  return {
    name: snakeCase(name) || 'migrated',
    modules: [...modules].map(([module, own]) => ({
      ...{ name: module, doc: '', functions: own, modules: [] },
    })),
  };
}

/** Whether a file of a crate may be called so without meaning something else to cargo or to Rust. */
export function isModuleName(name: string): boolean {
  return moduleName.safeParse(name).success;
}

/** The module that a C file becomes, without a plan of a model: `src/Hash-Table.c` is `hash_table`. */
function moduleOf(file: string): string {
  const name = snakeCase(file.replace(/^.*\//, '').replace(/\.\w+$/, ''));
  return isModuleName(name) ? name : `${name || 'c'}_module`;
}

/** A name as Rust writes those of functions and modules; empty where nothing is left. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .toLowerCase()
    .slice(0, 40);
}

/** Of each C function that a plan places: the file of its module. */
export function moduleFilesOf(plan: CrateLayoutPlan): Map<string, string> {
  const places = new Map<string, string>();
  const walk = (modules: readonly PlannedModule[], folder: string): void => {
    for (const { name, functions, modules: inner } of modules) {
      for (const one of functions) places.set(one, `${folder}${name}.rs`);
      walk(inner, `${folder}${name}/`);
    }
  };
  walk(plan.modules, 'src/');
  return places;
}

/** The modules that a file is: none of `src/lib.rs`, `a` of `src/a.rs` and `src/a/mod.rs`. */
export function modulePath(file: string): string[] {
  const parts = file
    .replace(/^src\//, '')
    .replace(/\.rs$/, '')
    .split('/');
  return ['mod', 'lib'].includes(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
}
