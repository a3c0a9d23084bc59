import type { CrateFiles } from '../crate/crate-files.ts';
import { hasOwnProgram } from '../crate/program-files.ts';
import type { MigrationStep } from './step.ts';

/** Steps without the `main` of the C where a crate, or what is given of it, has a program that was not generated. */
export function withoutMains(
  steps: readonly MigrationStep[],
  crate: CrateFiles,
): readonly MigrationStep[] {
  if (!hasOwnProgram(crate)) return steps;
  return steps
    .map(({ functions }) => ({
      functions: functions.filter(({ mainParameters }) => mainParameters === undefined),
    }))
    .filter(({ functions }) => functions.length > 0);
}
