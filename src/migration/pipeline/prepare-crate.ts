import { ModelError, UsageError } from '../../errors.ts';
import { type PromptHashes, promptHashes } from '../../model/prompts/prompt-hashes.ts';
import { anchoredFiles } from '../crate/anchors.ts';
import type { Cargo, CrateDiagnosis } from '../crate/cargo.ts';
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
import { type ChangedPlace, placeLines } from '../layout/changed-places.ts';
import { LAYOUT_FIXER, repairLayout } from '../layout/repair-layout.ts';
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
  /** What had to be changed, since it did not build as it was given or planned. */
  readonly repairs: readonly ChangedPlace[];
}

export interface PrepareDeps extends AskDeps {
  readonly cargo: Cargo;
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
  /** How many repairs of a model are tried where it does not build. */
  readonly repairs: number;
  readonly onProgress: (line: string) => void;
}

/**
 * Lays the crate out and sees that it builds: what is given or planned and does not is repaired, with as little change
 * as can be. A crate that is there already is no layout of ours, and is not.
 * @param project the project's name
 * @param given modules, types and signatures that the crate is to have, by path below `src/`
 * @param present the crate that is there already: it is taken as it is
 * @throws UsageError when what is given or present does not build, and no repair helped; ModelError when no model can
 *   be asked
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
      repairs: [],
      // Where it was laid out for parallel work, it says itself what belongs where.
      moduleFiles: new Map([...placesFor(present), ...anchoredFiles(present)]),
    };
  }
  if (rustInterface !== undefined) {
    const files = crateOfInterface(snakeCase(project) || 'migrated', rustInterface);
    const built = await buildOrRepair(files, 'the given interface', deps);
    return {
      ...{ files: built.files, repairs: built.changes, moduleFiles: placesFor(files) },
      ...promptsOf(built.isAsked ? [LAYOUT_FIXER] : []),
    };
  }
  const asked = await askForPlan(steps, deps);
  const plan = asked ?? plain;
  const places = moduleFilesOf(plan);
  const files = newCrate(plan);
  const [first = 'src/lib.rs'] = sourcePaths(files).filter((path) => path !== 'src/lib.rs');
  for (const { name } of functions)
    if (!places.has(name)) places.set(name, placesFor(files).get(name) ?? first);
  const built = await buildOrRepair(files, 'the planned crate', deps);
  const roles = [
    ...(asked === undefined ? [] : [PLANNER]),
    ...(built.isAsked ? [LAYOUT_FIXER] : []),
  ];
  return {
    ...{ files: built.files, repairs: built.changes, moduleFiles: places },
    ...promptsOf(roles),
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

function promptsOf(roles: readonly string[]): { readonly prompts?: PromptHashes } {
  return roles.length === 0 ? {} : { prompts: promptHashes(roles) };
}

/** Formatted, and with its lock file; with what was changed so that it builds. */
async function buildOrRepair(
  files: CrateFiles,
  what: string,
  deps: PrepareDeps,
): Promise<{
  readonly files: CrateFiles;
  readonly changes: readonly ChangedPlace[];
  readonly isAsked: boolean;
}> {
  const { cargo, onProgress } = deps;
  const start = await cargo.format(files);
  const diagnosis = await cargo.diagnose(start);
  const problem = problemOf(diagnosis);
  if (problem === undefined) return { files: diagnosis.files, changes: [], isAsked: false };
  onProgress(`${what} does not build: ${problem}`);
  const repaired = await repairLayout(start, what, diagnosis, deps);
  if (repaired === undefined) throw doesNotBuild(what, problem);
  for (const place of repaired.changes) {
    onProgress(`${what} was changed, since it did not build:`);
    for (const line of placeLines(place)) onProgress(`  ${line}`);
  }
  return repaired;
}

/** Formatted, and with its lock file. */
async function buildOrThrow(files: CrateFiles, what: string, cargo: Cargo): Promise<CrateFiles> {
  const diagnosis = await cargo.diagnose(await cargo.format(files));
  const problem = problemOf(diagnosis);
  if (problem !== undefined) throw doesNotBuild(what, problem);
  return diagnosis.files;
}

function doesNotBuild(what: string, problem: string): UsageError {
  return new UsageError(`${what} does not build: ${problem}; fix it, and run again`);
}

/** The first error, on one line; undefined where there is none. */
function problemOf({ diagnostics, problem }: CrateDiagnosis): string | undefined {
  const error = diagnostics.find(({ kind }) => kind !== 'warning');
  if (error === undefined) return problem?.trim().split('\n')[0];
  const where = error.file === '' ? '' : ` (${error.file}:${error.line})`;
  return `${error.message.split('\n')[0]}${where}`;
}
