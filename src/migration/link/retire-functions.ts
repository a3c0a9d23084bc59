import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../../errors.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import type { MappedSymbol } from '../state/symbol-map.ts';
import { type CDefinition, cDefinitionsOf, type ScannedC } from '../steps/c-definitions.ts';
import type { LinkReport } from './link-report.ts';
import { type CPlace, type ProjectText, planRemovals, type RemovalPlan } from './plan-removals.ts';
import { type LinkProjectDeps, type LinkProjectOptions, ProjectLinker } from './project-linker.ts';
import { lastLine } from './project-run.ts';
import { withCuts } from './text-cuts.ts';

export interface RetireOptions extends LinkProjectOptions {
  /** Names of functions; all that can go when empty. */
  readonly only: readonly string[];
  /** Headers that nothing outside of the project includes, by their paths below the project. */
  readonly privateHeaders: readonly string[];
}

/** A function that is taken out of the C. */
interface RetiredFunction {
  readonly name: string;
  /** Relative to the project's folder. */
  readonly file: string;
  readonly line: number;
  /** What is there in its place. */
  readonly rust: string | undefined;
}

/** A file that changes. */
interface RetiredText {
  /** Relative to the project's folder. */
  readonly path: string;
  readonly old: Buffer;
  readonly content: Buffer;
}

/** What may be taken out of the C of a project, as data: nothing is written yet. */
export interface Retirement {
  readonly retired: readonly RetiredFunction[];
  readonly refused: readonly { readonly name: string; readonly because: string }[];
  readonly files: readonly RetiredText[];
}

/** What can name a function beside C: assembler, and what tells a linker what others see. */
const OTHER_FILES = ['.s', '.S', '.asm', '.def', '.map', '.sym', '.ver', '.exports', '.lds', '.ld'];
const C_FILES = ['.c', '.h', '.inc', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'];
const NO_SOURCES = ['.git', '.rustward', 'node_modules', 'target'];

/**
 * Finds which functions of the C only Rust needs, and how they are taken out of it; the project, linked with the Rust,
 * was built and passed its tests without them in the sandbox.
 * @throws as `linkProject` does; UsageError for a name that no function has
 */
export async function retireFunctions(
  scan: ScannedC,
  map: readonly MappedSymbol[],
  options: RetireOptions,
  deps: LinkProjectDeps,
): Promise<Retirement> {
  checkNames(options.only, scan);
  const linker = new ProjectLinker(scan, options, deps);
  const report = await linker.run(map);
  const refused = new Map<string, string>();
  for (const name of options.only) {
    const because = whyNotRetirable(name, report);
    if (because !== undefined) refused.set(name, because);
  }
  const isWanted = ({ id, function: f }: CDefinition) =>
    options.only.length === 0 || options.only.includes(id) || options.only.includes(f.name);
  const { linked, retirable } = linker.linkedProject;
  const rust = new Map(retirable.map((one) => [one.definition.id, one.rust]));
  // What goes is called by what goes with it, so that what is not asked for keeps what it calls.
  const wanted = retirable.map(({ definition }) => definition).filter(isWanted);
  const inRust = linkedDefinitions(
    linked.map(({ id }) => id),
    await linker.linkables(scan, map),
  );
  const project = loadProjectText(options);
  const plan = planRemovals(wanted, inRust, project);
  for (const [id, because] of plan.refused) refused.set(id, because);
  const list = () => [...refused].map(([name, because]) => ({ name, because }));
  if (plan.removed.length === 0) return { retired: [], refused: list(), files: [] };
  const problem = await whyNotWithout(plan, inRust, project, { scan, map, options, deps, linker });
  if (problem !== undefined) {
    for (const { id } of plan.removed) refused.set(id, problem);
    return { retired: [], refused: list(), files: [] };
  }
  const retired = plan.removed.map(({ id, function: { range } }) => ({
    ...{ name: id, file: project.pathOf(range.file), line: range.startLine, rust: rust.get(id) },
  }));
  return { retired, refused: list(), files: filesOf(plan, project) };
}

/** @throws UsageError for a name that no function has */
function checkNames(names: readonly string[], scan: ScannedC): void {
  const known = [...cDefinitionsOf(scan).values()].flatMap((one) => [one.id, one.function.name]);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const close = didYouMean(unknown, known);
  const advice = close === undefined ? '' : `; did you mean ${close}?`;
  throw new UsageError(`--only names ${unknown}, which is no function of the project${advice}`);
}

/** Why a function cannot go, as far as linking tells; undefined where it can. */
function whyNotRetirable(name: string, { functions }: LinkReport): string | undefined {
  const own = functions.filter((one) => one.name === name || one.name.endsWith(`:${name}`));
  if (own.some(({ outcome }) => outcome === 'retirable')) return undefined;
  const because = own.find((one) => one.because !== undefined)?.because;
  return because ?? 'C calls it that is not in Rust, or nothing does, or the tests fail without it';
}

interface RetireContext {
  readonly scan: ScannedC;
  readonly map: readonly MappedSymbol[];
  readonly options: RetireOptions;
  readonly deps: LinkProjectDeps;
  readonly linker: ProjectLinker;
}

/** Why the functions of a plan have to stay all the same; undefined where the project works without them. */
async function whyNotWithout(
  plan: RemovalPlan,
  inRust: readonly CPlace[],
  project: ProjectText,
  { scan, map, options, deps, linker }: RetireContext,
): Promise<string | undefined> {
  const { root, sources } = options;
  const edited = new Map(filesOf(plan, project).map(({ path, content }) => [path, content]));
  // What is linked the next time is made of what is left of the C.
  const gone = new Set(plan.removed.map(({ function: f }) => `${f.range.file} ${f.name}`));
  const isLeft = (file: string, name: string) => !gone.has(`${file} ${name}`);
  const rest = {
    ...scan,
    symbols: scan.symbols.filter(({ file, name }) => isLeft(file, name)),
    units: scan.units.map((unit) => ({
      ...unit,
      functions: unit.functions.filter(({ name, range }) => isLeft(range.file, name)),
    })),
  };
  const before = shimCodes(await linker.linkables(scan, map));
  const after = shimCodes(await linker.linkables(rest, map, edited));
  const other = inRust.find(({ id }) => after.get(id) !== before.get(id));
  if (other !== undefined) {
    return `the shim of ${other.id} is made of what the C of all of them does, and would be another one`;
  }
  deps.onProgress(`building and testing without the C of ${plan.removed.length} functions`);
  const sameLines = filesOf(plan, project, true).map(({ path, content }): [string, Buffer] => [
    relative(sources, join(root, path)),
    content,
  ]);
  const run = await linker.testEdited(new Map(sameLines));
  return run.passed ? undefined : `the tests fail without it: ${lastLine(run)}`;
}

function shimCodes(
  functions: Awaited<ReturnType<ProjectLinker['linkables']>>,
): Map<string, string> {
  return new Map(
    functions.flatMap(({ definition, shim }) =>
      'because' in shim ? [] : [[definition.id, shim.code] as const],
    ),
  );
}

function linkedDefinitions(
  ids: readonly string[],
  all: readonly { readonly definition: CDefinition }[],
): CDefinition[] {
  return all.map(({ definition }) => definition).filter(({ id }) => ids.includes(id));
}

function loadProjectText({ root, sources, privateHeaders }: RetireOptions): ProjectText {
  const load = (extensions: readonly string[]) => {
    const options = { extensions, gitignore: false, skippedFolders: NO_SOURCES };
    const { files } = findSourceFiles(root, options);
    return new Map(files.map(({ path }) => [path, readFileSync(join(root, path), 'latin1')]));
  };
  const texts = load(C_FILES);
  const unknown = privateHeaders.find((path) => !texts.has(path));
  if (unknown !== undefined) {
    throw new UsageError(`--private-headers names ${unknown}, which is no file of the project`);
  }
  return {
    ...{ sources: texts, others: load(OTHER_FILES) },
    pathOf: (file) => relative(root, join(sources, file)),
    privateHeaders: new Set(privateHeaders),
  };
}

/** The files that differ. @param keepsLines whether what is left stays on its lines */
function filesOf(plan: RemovalPlan, project: ProjectText, keepsLines = false): RetiredText[] {
  return [...plan.cuts].flatMap(([path, cuts]) => {
    const text = project.sources.get(path) ?? '';
    const content = withCuts(text, cuts, keepsLines);
    if (content === text) return [];
    return [{ path, old: Buffer.from(text, 'latin1'), content: Buffer.from(content, 'latin1') }];
  });
}
