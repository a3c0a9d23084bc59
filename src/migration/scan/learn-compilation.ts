import { isUtf8 } from 'node:buffer';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { makeFolderBelow } from '../../workspace/files/open-folder.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { GENERATED_HEADERS } from '../../workspace/state/state-folder.ts';
import { COMPILATION_FILE, type Compilation, compilationSchema } from '../artifacts/compilation.ts';
import { type BuildRecipe, buildRecipes } from '../build/build-recipes.ts';
import { recordBuild } from '../build/record-build.ts';
import { loadArtifact, writeArtifact } from '../state/artifact-folder.ts';
import { compilationOfBuild } from './compilation-of-build.ts';

interface LearnOptions {
  readonly sandbox: Sandbox;
  /** The build that a person has given. */
  readonly build: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** What a build has told, and how each of its commands ended. */
export interface LearntCompilation {
  /** Undefined where no file of the project was compiled: nothing is written then. */
  readonly compilation: Compilation | undefined;
  /** For people: what was run, and how it ended. */
  readonly ends: readonly string[];
}

/**
 * What an earlier build has told; undefined where there was none, or where headers that it made are gone.
 * @param root the project's folder
 * @throws UsageError when it is damaged
 */
export function loadCompilation(root: string): Compilation | undefined {
  const known = loadArtifact(root, COMPILATION_FILE, compilationSchema);
  const isWhole = known?.headers.every((path) => existsSync(join(root, GENERATED_HEADERS, path)));
  return isWhole === true ? known : undefined;
}

/**
 * Builds a copy of the project in the sandbox to see how its files are compiled, and writes that down with
 * the headers that the build makes. Of several ways to build it, the first one that compiles a file counts.
 * @param root the project's folder
 * @param sources the folder of the C sources, in it or the same
 * @param files the C files, by their paths within `sources`
 */
export async function learnCompilation(
  root: string,
  sources: string,
  files: readonly string[],
  { sandbox, build, signal, onProgress }: LearnOptions,
): Promise<LearntCompilation> {
  const below = relative(root, sources);
  const ends: string[] = [];
  if (!sandbox.isolates) return { compilation: undefined, ends };
  for (const { place, recipe } of waysToBuild(root, below, build)) {
    onProgress?.(`building the C, to see how its files are compiled: ${textOf(recipe)}`);
    const recorded = await recordBuild(root, place, recipe, { sandbox, signal });
    ends.push(...recorded.ends);
    const found = compilationOfBuild(recorded, new Set(files), below);
    if (Object.keys(found.flags).length === 0) continue;
    const texts = textsOf(recorded.headers, found.headers);
    const compilation = { ...found, headers: [...texts.keys()] };
    writeHeaders(root, texts);
    writeArtifact(root, COMPILATION_FILE, compilation);
    return { compilation, ends };
  }
  return { compilation: undefined, ends };
}

interface WayToBuild {
  readonly place: string;
  readonly recipe: BuildRecipe;
}

/** At the root of the project, or at that of its C. */
function waysToBuild(
  root: string,
  below: string,
  build: readonly string[] | undefined,
): readonly WayToBuild[] {
  const places = below === '' ? [''] : ['', below];
  const ways = places.map((place) =>
    buildRecipes(join(root, place), build).map((recipe) => ({ place, recipe })),
  );
  return ways.find((found) => found.length > 0) ?? [];
}

function textOf(recipe: BuildRecipe): string {
  return recipe.map((command) => command.join(' ')).join(', then ');
}

/** Of headers that are text: others could not be kept beside the code. */
function textsOf(
  headers: ReadonlyMap<string, Buffer>,
  wanted: readonly string[],
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const path of wanted) {
    const bytes = headers.get(path);
    if (bytes !== undefined && isUtf8(bytes)) texts.set(path, bytes.toString());
  }
  return texts;
}

function writeHeaders(root: string, texts: ReadonlyMap<string, string>): void {
  rmSync(join(makeFolderBelow(root, posix.dirname(GENERATED_HEADERS)), 'generated'), {
    recursive: true,
    force: true,
  });
  for (const [path, text] of texts) {
    const folder = makeFolderBelow(root, posix.join(GENERATED_HEADERS, dirname(path)));
    writeFileAtomically(join(folder, posix.basename(path)), text);
  }
}
