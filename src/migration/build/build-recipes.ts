import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectCommand } from './project-command.ts';

/** Commands that are run one after the other; a later one counts on the earlier. */
export type BuildRecipe = readonly ProjectCommand[];

/** Where builds that want a folder of their own are made. */
const FOLDER = 'rustward-build';

/** What is there, and how such a project is built. Errors in one file do not stop the others. */
const RECIPES: readonly (readonly [files: readonly string[], recipe: BuildRecipe])[] = [
  [
    ['configure'],
    [
      ['sh', './configure'],
      ['make', '-k'],
    ],
  ],
  [['GNUmakefile', 'makefile', 'Makefile'], [['make', '-k']]],
  [
    ['CMakeLists.txt'],
    [
      ['cmake', '-G', 'Unix Makefiles', '-S', '.', '-B', FOLDER],
      ['make', '-k', '-C', FOLDER],
    ],
  ],
  [
    ['configure.ac', 'configure.in'],
    [
      ['autoreconf', '-fi'],
      ['sh', './configure'],
      ['make', '-k'],
    ],
  ],
  [
    ['meson.build'],
    [
      ['meson', 'setup', FOLDER],
      ['ninja', '-k', '0', '-C', FOLDER],
    ],
  ],
];

/**
 * How a project may be built, as the files at its root tell: the likeliest first.
 * @param root the project's folder
 * @param configured the command that a person has given, which is then the only one
 */
export function buildRecipes(
  root: string,
  configured: readonly string[] | undefined,
): readonly BuildRecipe[] {
  const [program, ...args] = configured ?? [];
  if (program !== undefined) return [[[program, ...args]]];
  return RECIPES.filter(([files]) => files.some((name) => isFile(join(root, name)))).map(
    ([, recipe]) => recipe,
  );
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
