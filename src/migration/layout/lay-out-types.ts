import { cutText } from '../../agent/cut-text.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { CTypeSource } from '../steps/c-types.ts';
import type { CFunctionSource, MigrationStep } from '../steps/step.ts';
import { charactersOf } from '../transpile/prompt-values.ts';
import { askForTypes, type CrateOfTypes, type LayOutTypesDeps } from './ask-for-types.ts';
import { functionsText, modulesText, typesText } from './types-text.ts';

/** Parts of a model's window that a question about types may take. */
export const TYPES_SHARE = { modules: 0.1, types: 0.2, functions: 0.3 } as const;

/** Whether a question holds all types and all functions that use them. */
export function isOneQuestion(
  types: readonly CTypeSource[],
  steps: readonly MigrationStep[],
  window: number,
): boolean {
  return (
    typesText(types).length <= charactersOf(window, TYPES_SHARE.types) &&
    functionsText(usersOf(types, steps)).length <= charactersOf(window, TYPES_SHARE.functions)
  );
}

/**
 * Lays out what stands for the records and enums of the C, seen from all functions that use them, before the
 * first function is planned.
 * @param crate with its modules, and nothing in them yet
 * @returns undefined where no answer could be used: then types come with the functions that need them
 * @throws ModelError when no model can be asked
 */
export async function layOutTypes(
  crate: CrateFiles,
  types: readonly CTypeSource[],
  steps: readonly MigrationStep[],
  moduleFiles: ReadonlyMap<string, string>,
  deps: LayOutTypesDeps,
): Promise<CrateOfTypes | undefined> {
  if (types.length === 0) return undefined;
  deps.onProgress('laying out the types');
  const window = deps.model.window('smart');
  const texts = {
    modules: cutText(modulesText(moduleFiles), charactersOf(window, TYPES_SHARE.modules)),
    c_types: typesText(types),
    functions: functionsText(usersOf(types, steps)),
  };
  return await askForTypes({ subject: 'types', types, texts }, crate, { types: [] }, deps);
}

/** All functions that use some of the types. */
function usersOf(
  types: readonly CTypeSource[],
  steps: readonly MigrationStep[],
): CFunctionSource[] {
  const users = new Set(types.flatMap(({ users: names }) => names));
  return steps.flatMap(({ functions }) => functions).filter(({ name }) => users.has(name));
}
