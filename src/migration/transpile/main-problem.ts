import { PLAIN_PROGRAM_SIGNATURE, PROGRAM_SIGNATURE, programCall } from '../crate/program-text.ts';
import type { CFunctionSource, FunctionPlan, MigrationStep } from '../steps/step.ts';

/** Why no program can be generated that calls the function with this signature; undefined for no `main`. */
export function mainProblem(
  { mainParameters }: CFunctionSource,
  signature: string,
): string | undefined {
  if (mainParameters === undefined) return undefined;
  const takesNothing = mainParameters === 0;
  const call = programCall(signature);
  if (call !== undefined && (call.takes === 'none') === takesNothing) return undefined;
  const wanted = takesNothing
    ? `\`${PLAIN_PROGRAM_SIGNATURE}\``
    : `\`${PROGRAM_SIGNATURE}\`, with \`Vec<OsString>\`, \`&[String]\` or \`Vec<String>\` as well`;
  return `no program can call \`${signature}\` in the place of main: it has to be ${wanted}, under any name`;
}

/** The first function of a step whose Rust no program can call, though it stands for a `main`. */
export function writtenMainProblem(
  { functions }: MigrationStep,
  plans: readonly FunctionPlan[],
  headOf: (plan: FunctionPlan) => string | undefined,
): string | undefined {
  for (const source of functions) {
    const plan = plans.find(({ cName }) => cName === source.name);
    const head = plan === undefined ? undefined : headOf(plan);
    const problem = head === undefined ? undefined : mainProblem(source, head);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Why the `main` of a step is not tried at all. */
export function unsupportedMain({ functions }: MigrationStep): string | undefined {
  const found = functions.find(({ mainParameters = 0 }) => ![0, 2].includes(mainParameters));
  if (found === undefined) return undefined;
  const { name, mainParameters = 0 } = found;
  return `${name} has ${mainParameters} parameter${mainParameters === 1 ? '' : 's'}: a main with a command line (argc and argv) or without any is migrated, one that is given the environment is not`;
}
