import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSyntax } from '../../code/syntax/syntax.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { RustCrate } from '../../equivalence/rust-api/rust-crate.ts';
import { IncompleteError, UsageError } from '../../errors.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import { loadRustFolder } from '../crate/crate-files.ts';
import type { MappedSymbol } from '../state/symbol-map.ts';
import type { ScannedC } from '../steps/c-definitions.ts';
import { bisectFailures } from './bisect-failures.ts';
import { type BuildShimsDeps, buildShims } from './build-shims.ts';
import { CWrites } from './c-writes.ts';
import { checkUnits } from './check-units.ts';
import type { Linkable } from './function-shim.ts';
import { dropSplitGroups, type LinkCandidate } from './link-candidate.ts';
import type { LinkReport } from './link-report.ts';
import { linkableFunctions } from './linkable.ts';
import {
  lastLine,
  notPassingText,
  type ProjectCommands,
  type ProjectRun,
  runProject,
} from './project-run.ts';
import { type ProjectVariant, variantFiles, variantFilesOf } from './project-variant.ts';
import { linkedFunctionOf, runOf } from './report-rows.ts';
import { retirableFunctions } from './retirable.ts';

export interface LinkProjectOptions {
  /** The project's folder, with what builds it. */
  readonly root: string;
  /** The folder of the C sources: that, or one in it. */
  readonly sources: string;
  /** The folder of the crate. */
  readonly crate: string;
  readonly commands: ProjectCommands;
  /** Functions that stay C. */
  readonly without: readonly string[];
}

export interface LinkProjectDeps extends BuildShimsDeps {
  /** The absolute path of clang, and the folders that a sandbox must show for it. */
  readonly clang: { readonly program: string; readonly tools: readonly string[] };
  /** An empty folder to work in. */
  readonly folder: string;
  readonly onProgress: (line: string) => void;
}

const C_FILES = ['.c', '.h', '.inc', '.cc', '.cpp', '.hh', '.hpp'];

/**
 * Builds a C project in which functions that are equal to their Rust call it, and runs its own tests. Nothing
 * of the project or of the crate is changed. Where the tests fail, it is found who breaks them, and
 * those stay C.
 * @throws UsageError for a name that no function has; IncompleteError when the project as it is does
 *   not pass its tests, so that nothing could be said
 */
export async function linkProject(
  scan: ScannedC,
  map: readonly MappedSymbol[],
  options: LinkProjectOptions,
  deps: LinkProjectDeps,
): Promise<LinkReport> {
  return await new ProjectLinker(scan, options, deps).run(map);
}

class ProjectLinker {
  private readonly scan: ScannedC;
  private readonly options: LinkProjectOptions;
  private readonly deps: LinkProjectDeps;
  private library: Buffer = Buffer.of();
  private runs = 0;

  constructor(scan: ScannedC, options: LinkProjectOptions, deps: LinkProjectDeps) {
    this.scan = scan;
    this.options = options;
    this.deps = deps;
  }

  async run(map: readonly MappedSymbol[]): Promise<LinkReport> {
    const { crate, sources, without } = this.options;
    const { grammars, onProgress } = this.deps;
    const rust = await RustCrate.parse(loadRustFolder(join(crate, 'src')), grammars);
    const writes = await this.loadCWrites();
    const functions = linkableFunctions(sources, this.scan, map, rust, writes);
    checkNames(without, functions);
    const reasons = new Map<string, string>();
    const ready = functions.flatMap(({ definition, shim }) => {
      if ('because' in shim) {
        reasons.set(definition.id, shim.because);
        return [];
      }
      const isOff = without.some(
        (name) => name === definition.id || name === definition.function.name,
      );
      if (isOff) reasons.set(definition.id, 'it is switched back (--without)');
      return [{ id: definition.id, shim }];
    });
    onProgress('building and testing the project as it is');
    const wanted = dropSplitGroups(ready, reasons);
    const [original, shims] = await Promise.all([
      this.buildAndTest(undefined),
      this.buildCandidateShims(wanted, reasons),
    ]);
    if (!original.passed)
      throw new IncompleteError(notPassingText(original, this.options.commands));
    if (shims.length === 0) {
      const kept = functions.map((one) =>
        linkedFunctionOf(one, reasons, new Set(), new Set(), new Set()),
      );
      return { version: 1, functions: kept, original: runOf(original), passed: true };
    }
    onProgress(`building and testing with ${shims.length} functions in Rust`);
    const hybrid = await this.buildAndTest({ linked: shims, retired: [] });
    const { breaking, rest } = hybrid.passed
      ? { breaking: [], rest: hybrid }
      : await this.findBreakingCandidates(shims, reasons, hybrid);
    const linked = shims.filter(({ id }) => !breaking.includes(id));
    const retired = await this.findRetirable(functions, linked);
    const rows = functions.map((one) =>
      linkedFunctionOf(
        one,
        reasons,
        new Set(breaking),
        new Set(retired),
        rest?.called ?? new Set(),
      ),
    );
    const told = breaking.length === 0 ? (rest ?? hybrid) : hybrid;
    const runs = { original: runOf(original), hybrid: runOf(told) };
    return { version: 1, functions: rows, ...runs, passed: breaking.length === 0 };
  }

  /** What the C of the whole project writes to. */
  private async loadCWrites(): Promise<CWrites> {
    const { root } = this.options;
    const parser = await this.deps.grammars.parser('c');
    const { files } = findSourceFiles(root, { extensions: C_FILES, gitignore: false });
    const texts = files.map(({ path }) => readFileSync(join(root, path), 'utf8'));
    return new CWrites(texts, (text) => parseSyntax(parser, text));
  }

  /** The shims that Rust and C both take; why not goes to the reasons. */
  private async buildCandidateShims(
    ready: readonly LinkCandidate[],
    reasons: Map<string, string>,
  ): Promise<LinkCandidate[]> {
    const { deps, options } = this;
    if (ready.length === 0) return [];
    deps.onProgress(`building ${ready.length} shims`);
    const folder = join(deps.folder, 'rust');
    mkdirSync(folder, { recursive: true });
    const shims = ready.map(({ shim }) => shim);
    const { library, refused } = await buildShims(options.crate, shims, folder, deps);
    this.library = library;
    const taken = ready.filter(({ id, shim }) => {
      const because = refused.get(shim.symbol);
      if (because !== undefined) reasons.set(id, because);
      return because === undefined;
    });
    const wrong = await checkUnits(
      options.sources,
      taken.map(({ shim }) => shim),
      (some) => {
        const linked = taken.filter(({ shim }) => some.includes(shim));
        return variantFiles(options.sources, { linked, retired: [] });
      },
      deps,
    );
    for (const { id, shim } of taken) {
      const because = wrong.get(shim.symbol);
      if (because !== undefined) reasons.set(id, because);
    }
    return dropSplitGroups(ready, reasons);
  }

  /** Who makes the tests fail, and what they say then. */
  private async findBreakingCandidates(
    shims: readonly LinkCandidate[],
    reasons: Map<string, string>,
    hybrid: ProjectRun,
  ): Promise<{ breaking: string[]; rest: ProjectRun | undefined }> {
    if (
      hybrid.test === undefined &&
      /undefined reference to [`']rustward_/.test(hybrid.lastOutput)
    ) {
      throw new IncompleteError(
        `the shims did not reach the linker: the build calls it in a way of its own\n${hybrid.lastOutput}`,
      );
    }
    this.deps.onProgress(
      'the tests fail: once more, and looking for the function that breaks them',
    );
    const groups = [...Map.groupBy(shims, ({ id, shim }) => shim.object ?? id).values()];
    const { breaking, rest } = await bisectFailures(groups, async (some) => {
      const count = `${some.flat().length} of ${shims.length}`;
      this.deps.onProgress(`building and testing with ${count} functions in Rust`);
      return await this.buildAndTest({ linked: some.flat(), retired: [] });
    });
    for (const { name, run } of breaking) {
      for (const { id } of name) reasons.set(id, `the tests fail with it: ${lastLine(run)}`);
    }
    return {
      breaking: breaking.flatMap(({ name }) => name.map(({ id }) => id)),
      rest,
    };
  }

  /** Functions without which the project builds and passes its tests, since only Rust needs them. */
  private async findRetirable(
    functions: readonly Linkable[],
    linked: readonly LinkCandidate[],
  ): Promise<string[]> {
    const symbols = this.scan.symbols.flatMap((one) => (one.category === 'function' ? [one] : []));
    const idOf = ({ definition }: Linkable) => definition.symbol.id;
    const shimmed = functions.filter(({ definition }) =>
      linked.some(({ id }) => id === definition.id),
    );
    const { without } = this.options;
    const equalOnes = functions.filter(
      ({ isEqual, definition }) =>
        isEqual && !without.includes(definition.id) && !without.includes(definition.function.name),
    );
    const found = retirableFunctions(
      symbols,
      new Set(equalOnes.map(idOf)),
      new Set(shimmed.map(idOf)),
    );
    let retired = functions.filter((one) => found.has(idOf(one)));
    while (retired.length > 0) {
      this.deps.onProgress(`building and testing without ${retired.length} functions of the C`);
      const gone = new Set(retired.map(({ definition }) => definition.id));
      const rest = linked.filter(({ id }) => !gone.has(id));
      const run = await this.buildAndTest({ linked: rest, retired });
      if (run.passed) return [...gone];
      const needed = retired.filter(({ definition }) =>
        new RegExp(`\\b${definition.function.name}\\b`).test(run.lastOutput),
      );
      retired = needed.length > 0 ? retired.filter((one) => !needed.includes(one)) : [];
    }
    return [];
  }

  private async buildAndTest(variant: ProjectVariant | undefined): Promise<ProjectRun> {
    const { root, sources, commands } = this.options;
    this.runs += 1;
    const folder = join(this.deps.folder, `project-${this.runs}`);
    mkdirSync(folder);
    const hybrid =
      variant === undefined
        ? undefined
        : { files: variantFilesOf(root, sources, variant), library: this.library };
    return await runProject(root, folder, commands, hybrid, this.deps);
  }
}

/** @throws UsageError for a name that no function has */
function checkNames(names: readonly string[], functions: readonly Linkable[]): void {
  const known = functions.flatMap(({ definition }) => [definition.id, definition.function.name]);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const close = didYouMean(unknown, known);
  const advice = close === undefined ? '' : `; did you mean ${close}?`;
  throw new UsageError(`--without names ${unknown}, which is no function of the project${advice}`);
}
