import { cutText } from '../../agent/cut-text.ts';
import { type CrateFiles, sourcePaths } from '../crate/crate-files.ts';
import { layoutText, type TypeLayout } from '../state/type-layout.ts';
import type { CTypeSource } from '../steps/c-types.ts';
import { type CFunctionSource, type MigrationStep, stepName } from '../steps/step.ts';
import { crateText } from '../transpile/crate-text.ts';
import { neededNames } from '../transpile/needed-names.ts';
import { charactersOf } from '../transpile/prompt-values.ts';
import { askForTypes, type CrateOfTypes, type LayOutTypesDeps } from './ask-for-types.ts';
import { TYPES_SHARE } from './lay-out-types.ts';
import { functionsText, modulesText, typesText } from './types-text.ts';

/** Of the window, for functions that name the types: what a type has to hold is soon seen. */
const USERS_SHARE = 0.1;

/** More modules are counted: an answer goes into those of the functions that are shown. */
const MAX_MODULES = 40;

/** What the layout has before a step, and all that it may come to have. */
export interface GrowingLayout {
  readonly layout: TypeLayout;
  readonly types: readonly CTypeSource[];
  readonly steps: readonly MigrationStep[];
  /** The file of the crate that each C function goes into. */
  readonly moduleFiles: ReadonlyMap<string, string>;
  /** What stands for migrated C functions, as paths. */
  readonly rustNames: ReadonlyMap<string, string>;
}

/**
 * Lays out the types that a step is the first to name, seen from its functions and, as far as there is room,
 * from others that name them: for projects whose types are too many for one question.
 * @param crate as the step finds it
 * @returns undefined where the step needs no other types, and where no answer could be used
 * @throws ModelError when no model can be asked
 */
export async function growLayout(
  step: MigrationStep,
  crate: CrateFiles,
  { layout, types, steps, moduleFiles, rustNames }: GrowingLayout,
  deps: LayOutTypesDeps,
): Promise<CrateOfTypes | undefined> {
  const window = deps.model.window('smart');
  const known = new Set(layout.types.map(({ c }) => c));
  const missing = types.filter(
    (type) => !known.has(type.name) && step.functions.some((one) => isNeededBy(type, one)),
  );
  const wanted = atMost(missing, charactersOf(window, TYPES_SHARE.types), (one) =>
    typesText([one]),
  );
  if (wanted.length === 0) return undefined;
  deps.onProgress(`laying out ${wanted.map(({ name }) => name).join(', ')}`);
  const users = atMost(
    [...step.functions, ...otherUsersOf(wanted, step, steps)],
    charactersOf(window, USERS_SHARE),
    (one) => functionsText([one]),
  );
  const places = users.flatMap(({ name }) => {
    const file = moduleFiles.get(name);
    return file === undefined ? [] : [[name, file] as const];
  });
  const own = new Set(places.map(([, file]) => file));
  const others = sourcePaths(crate).filter((file) => !own.has(file) && file !== 'src/lib.rs');
  const stands = [
    layoutText(layout),
    crateText(deps.parser, crate, {
      ...{ first: [...own], maxChars: charactersOf(window, TYPES_SHARE.modules) },
      needed: neededNames(step, layout, rustNames),
    }),
  ];
  const modules = [
    modulesText(places),
    `Other modules: ${others.length > MAX_MODULES ? `${others.length}, which have to do with other files of the C` : others.join(', ') || 'none'}`,
    `What stands in the crate already: it stays as it is, and there is no entry for it.\n\n${stands.filter((one) => one !== '').join('\n\n')}`,
  ];
  const texts = {
    modules: cutText(modules.join('\n\n'), charactersOf(window, 2 * TYPES_SHARE.modules)),
    c_types: cutText(typesText(wanted), charactersOf(window, TYPES_SHARE.types)),
    functions: cutText(functionsText(users), charactersOf(window, TYPES_SHARE.functions)),
  };
  const question = { subject: `types|${stepName(step)}`, types: wanted, texts };
  return await askForTypes(question, crate, layout, deps);
}

/** Whether a function names a type, or looks into it behind a field of another one. */
function isNeededBy({ namedBy, users, text }: CTypeSource, one: CFunctionSource): boolean {
  if (namedBy.has(one.name)) return true;
  if (!users.includes(one.name)) return false;
  const looked = new Set([...one.text.matchAll(/(?:->|\.)\s*(\w+)/g)].map(([, name = '']) => name));
  const fields = [...text.matchAll(/(\w+)\s*(?:\[[^\]]*\]\s*)*[;,]/g)].map(([, name = '']) => name);
  return fields.some((name) => looked.has(name));
}

/** Those that name the types themselves, the shortest first: the most of them say the most. */
function otherUsersOf(
  types: readonly CTypeSource[],
  step: MigrationStep,
  steps: readonly MigrationStep[],
): CFunctionSource[] {
  return steps
    .filter((other) => other !== step)
    .flatMap(({ functions }) => functions)
    .filter(({ name }) => types.some(({ namedBy }) => namedBy.has(name)))
    .sort((left, right) => left.text.length - right.text.length);
}

/** As many from the beginning as there is room for; at least the first one. @param room in characters */
function atMost<Part>(
  parts: readonly Part[],
  room: number,
  textOf: (part: Part) => string,
): Part[] {
  let used = 0;
  const end = parts.findIndex((part) => {
    used += textOf(part).length + 2;
    return used > room;
  });
  return end === -1 ? [...parts] : parts.slice(0, Math.max(1, end));
}
