import { ModelError, UsageError } from '../../errors.ts';
import { type PromptHashes, promptHashes } from '../../model/prompts/prompt-hashes.ts';
import { anchoredFiles } from '../crate/anchors.ts';
import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, sourcePaths } from '../crate/crate-files.ts';
import {
  type CrateLayoutPlan,
  cratePlanSchema,
  defaultLayoutPlan,
  layoutPlanProblem,
  moduleFilesOf,
  modulePath,
  snakeCase,
} from '../crate/module-plan.ts';
import { crateOfInterface, newCrate } from '../crate/new-crate.ts';
import type { MigrationStep } from '../steps/step.ts';
import { type AskDeps, askForValue } from '../transpile/ask-migration-model.ts';
import { charactersOf } from '../transpile/prompt-values.ts';

const MAX_TRIES = 5;

const PLANNER = 'planner';

/** Of a model's window, for the functions that a plan of modules is asked for. */
const QUESTION_SHARE = 0.4;

/** The wording of the role says that a crate has no program: so it is laid out where the C has none. */
const PROGRAM_NOTE =
  '(main is the entry of a program: it becomes a function of the module that you place it in, and the binary that calls it is generated.)';

/** A crate to write into, and which file of it each C function belongs to. */
export interface PreparedCrate {
  readonly files: CrateFiles;
  readonly moduleFiles: ReadonlyMap<string, string>;
  /** Of the prompts that it was asked for with; missing where no model was asked. */
  readonly prompts?: PromptHashes;
}

export interface PrepareDeps extends AskDeps {
  readonly cargo: Cargo;
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
  readonly onProgress: (line: string) => void;
}

/**
 * Lays the crate out and sees that it builds.
 * @param project the project's name
 * @param given modules, types and signatures that the crate is to have, by path below `src/`
 * @param present the crate that is there already: it is taken as it is
 * @throws UsageError when what is given or present does not build; ModelError when no model can be asked
 */
export async function prepareCrate(
  project: string,
  steps: readonly MigrationStep[],
  {
    given: rustInterface,
    present,
  }: { readonly given: CrateFiles | undefined; readonly present: CrateFiles },
  deps: PrepareDeps,
): Promise<PreparedCrate> {
  const functions = steps.flatMap((step) => step.functions);
  const plain = defaultLayoutPlan(project, functions);
  if (present.has('Cargo.toml')) {
    return {
      files: await buildOrThrow(present, 'the crate that is there', deps.cargo),
      // Where it was laid out for parallel work, it says itself what belongs where.
      moduleFiles: new Map([...placesFor(present), ...anchoredFiles(present)]),
    };
  }
  if (rustInterface !== undefined) {
    const files = crateOfInterface(snakeCase(project) || 'migrated', rustInterface);
    return {
      files: await buildOrThrow(files, 'the given interface', deps.cargo),
      moduleFiles: placesFor(files),
    };
  }
  const asked = await askForPlan(steps, deps);
  const plan = asked ?? plain;
  const places = moduleFilesOf(plan);
  const files = newCrate(plan);
  const [first = 'src/lib.rs'] = sourcePaths(files).filter((path) => path !== 'src/lib.rs');
  for (const { name } of functions)
    if (!places.has(name)) places.set(name, placesFor(files).get(name) ?? first);
  return {
    files: await buildOrThrow(files, 'the planned crate', deps.cargo),
    moduleFiles: places,
    ...(asked === undefined ? {} : { prompts: promptHashes([PLANNER]) }),
  };

  /** The module that is called as the C file, where there is one. */
  function placesFor(files: CrateFiles): Map<string, string> {
    const modules = sourcePaths(files);
    return new Map(
      [...moduleFilesOf(plain)].flatMap(([name, file]) => {
        const module = modulePath(file).join('::');
        const found = modules.find((path) => modulePath(path).join('::') === module);
        return found === undefined ? [] : [[name, found] as const];
      }),
    );
  }
}

/** Undefined when five answers were no use, and when no question can hold the functions. */
async function askForPlan(
  steps: readonly MigrationStep[],
  deps: PrepareDeps,
): Promise<CrateLayoutPlan | undefined> {
  const functions = steps.flatMap((step) => step.functions);
  const names = new Set(functions.map(({ name }) => name));
  const files = Map.groupBy(functions, ({ file }) => file);
  const text = [...files].map(([file, own]) => {
    const lines = own.map(({ signature, callees }) => {
      const calls = callees.length === 0 ? '' : `  -> ${callees.join(', ')}`;
      return `  ${signature}${calls}`;
    });
    return `${file}\n${lines.join('\n')}`;
  });
  const mains = functions.filter((one) => one.mainParameters !== undefined);
  const values = {
    notes: deps.notes || '(none)',
    functions: [...text, ...(mains.length === 0 ? [] : [PROGRAM_NOTE])].join('\n\n'),
  };
  // An answer names each function once more: both have to fit.
  if (values.functions.length > charactersOf(deps.model.window('normal'), QUESTION_SHARE)) {
    deps.onProgress(
      `${functions.length} functions are too many for a question about modules: each C file becomes one`,
    );
    return undefined;
  }
  const question = { role: PLANNER, tier: 'normal', subject: 'crate', values } as const;
  try {
    const problemOf = (plan: CrateLayoutPlan) => layoutPlanProblem(plan, names);
    return await askForValue(question, MAX_TRIES, cratePlanSchema, problemOf, deps);
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.failure === 'answer') return undefined;
    throw thrown;
  }
}

/** Formatted, and with its lock file. */
async function buildOrThrow(files: CrateFiles, what: string, cargo: Cargo): Promise<CrateFiles> {
  const diagnosis = await cargo.diagnose(await cargo.format(files));
  const error = diagnosis.diagnostics.find(({ kind }) => kind !== 'warning');
  if (error !== undefined) {
    const where = error.file === '' ? '' : ` (${error.file}:${error.line})`;
    const said = `${error.message.split('\n')[0]}${where}`;
    throw new UsageError(`${what} does not build: ${said}; fix it, and run again`);
  }
  if (diagnosis.problem === undefined) return diagnosis.files;
  const [line] = diagnosis.problem.trim().split('\n');
  throw new UsageError(`${what} does not build: ${line}; fix it, and run again`);
}
