import { LP64 } from '../../../code/c/ir/data-model.ts';
import { isSameMacro, type Macro } from '../../../code/c/ir/macro.ts';
import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';

/**
 * What all units of a project are compiled with, which is what a header can count on; and what all commands of a file
 * that is compiled several times say. Of a name that only some define, nothing is known.
 */
export function sharedBuild(
  builds: readonly UnitBuild[],
  ofOneFile: boolean,
): UnitBuild | undefined {
  const [first, ...others] = builds;
  if (first === undefined) return undefined;
  const isShared = (macro: Macro) =>
    others.every(({ macros }) =>
      macros.some((other) => other.name === macro.name && isSameMacro(macro, other)),
    );
  const onlySome = builds
    .flatMap(({ macros }) => macros)
    .filter((macro) => !isShared(macro) || !first.macros.some(({ name }) => name === macro.name))
    .map(({ name }) => name.toLowerCase());
  const sameModel = others.every(
    ({ dataModel }) => dataModel.pointerBits === first.dataModel.pointerBits,
  );
  return {
    macros: first.macros.filter(isShared),
    undefined: first.undefined.filter((name) =>
      others.every((other) => other.undefined.includes(name)),
    ),
    predefined: sharedNames(builds),
    isWhole: ofOneFile && builds.every(({ isWhole }) => isWhole),
    foreign: [...new Set([...onlySome, ...builds.flatMap(({ foreign }) => foreign)])].sort(),
    dataModel: sameModel ? first.dataModel : LP64,
    folders: [...new Set(builds.flatMap(({ folders }) => folders))],
  };
}

/** What compilers define alike for all builds; a name is open that only some of them define, or differently. */
function sharedNames(builds: readonly UnitBuild[]): UnitBuild['predefined'] {
  const [first, ...others] = [...new Set(builds.map(({ predefined }) => predefined))];
  if (first === undefined || others.length === 0) return first ?? [];
  const tables = others.map((each) => new Map(each));
  return first.map(([name, meaning]) => [
    name,
    tables.every((table) => table.get(name) === meaning) ? meaning : 'open',
  ]);
}
