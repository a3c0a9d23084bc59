import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, isSameCrate } from '../crate/crate-files.ts';
import { crateItems } from '../crate/item-changes.ts';
import { withProgram } from '../crate/program-files.ts';
import { programCall } from '../crate/program-text.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';
import { plannedItem } from '../transpile/plan-step.ts';

interface StepProgramDeps {
  readonly parser: SourceParser;
  readonly cargo: Cargo;
}

/**
 * A crate with the program that calls what a step has brought for a `main`; as it is where it brought none.
 * @param steps all of the project: where several have a `main`, each program has a name
 * @returns why not, where what was written cannot be called from outside of the library
 */
export async function withStepProgram(
  files: CrateFiles,
  { functions }: MigrationStep,
  plans: readonly FunctionPlan[],
  steps: readonly MigrationStep[],
  { parser, cargo }: StepProgramDeps,
): Promise<{ readonly files: CrateFiles } | { readonly problem: string }> {
  const cFiles = steps.flatMap((step) =>
    step.functions.flatMap(({ file, mainParameters }) =>
      mainParameters === undefined ? [] : file,
    ),
  );
  let next = files;
  for (const { name, file, mainParameters } of functions) {
    const plan = plans.find(({ cName }) => cName === name);
    if (mainParameters === undefined || plan === undefined) continue;
    const head = plannedItem(crateItems(parser, files), plan.file, plan.rust)?.item.head ?? '';
    const call = programCall(head);
    if (call === undefined) return { problem: `no program can call ${plan.rust}: ${head}` };
    next = withProgram(next, { cFile: file, rust: plan.rust, ...call }, cFiles);
  }
  if (isSameCrate(next, files)) return { files };
  const { diagnostics, files: built, problem } = await cargo.diagnose(await cargo.format(next));
  const error = diagnostics.find(({ kind }) => kind !== 'warning')?.message ?? problem;
  if (error === undefined) return { files: built };
  const [line] = error.trim().split('\n');
  return { problem: `the program that calls its Rust does not build: ${line}` };
}
