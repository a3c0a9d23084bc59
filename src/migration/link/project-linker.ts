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
import { type BuildShimsDeps, buildCheckedShims, buildShims } from './build-shims.ts';
import { CWrites } from './c-writes.ts';
import { type CheckedMemory, checkMemory } from './check-memory.ts';
import { checkUnits } from './check-units.ts';
import type { Linkable } from './function-shim.ts';
import { goneFunctions } from './gone-functions.ts';
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
  /** Builds and tests what works once more with sanitizers: see `checkMemory`. */
  readonly withSanitizers?: boolean | undefined;
}

export interface LinkProjectDeps extends BuildShimsDeps {
  /** The absolute path of clang, and the folders that a sandbox must show for it. */
  readonly clang: { readonly program: string; readonly tools: readonly string[] };
  /** An empty folder to work in. */
  readonly folder: string;
  readonly onProgress: (line: string) => void;
}

/** What of a project was found to work, once it was linked. */
export interface LinkedProject {
  /** Functions that C calls in Rust. */
  readonly linked: readonly LinkCandidate[];
  /** Functions without whose C it builds and passes its tests. */
  readonly retirable: readonly Linkable[];
}

const C_FILES = ['.c', '.h', '.inc', '.cc', '.cpp', '.hh', '.hpp'];

/**
 * Links what is migrated into a C project: see `linkProject`. It remembers what it found, so that functions can be taken
 * out of the C on top of that.
 */
export class ProjectLinker {
  private readonly scan: ScannedC;
  private readonly options: LinkProjectOptions;
  private readonly deps: LinkProjectDeps;
  private library: Buffer = Buffer.of();
  private runs = 0;
  private found: LinkedProject = { linked: [], retirable: [] };

  constructor(scan: ScannedC, options: LinkProjectOptions, deps: LinkProjectDeps) {
    this.scan = scan;
    this.options = options;
    this.deps = deps;
  }

  async run(map: readonly MappedSymbol[]): Promise<LinkReport> {
    const { without } = this.options;
    const { onProgress } = this.deps;
    const functions = await this.linkables(this.scan, map);
    checkNames(without, functions);
    const gone = goneFunctions(this.scan, map);
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
    const wanted = dropSplitGroups(ready, reasons);
    // Both write to one folder, which goes where one of them fails: the other has ended by then.
    const [built, candidates] = await Promise.allSettled([
      this.buildOriginal(gone),
      this.buildCandidateShims(wanted, reasons),
    ]);
    if (built.status === 'rejected') throw built.reason;
    if (candidates.status === 'rejected') throw candidates.reason;
    const [original, shims] = [built.value, candidates.value];
    checkCallersOfGone(gone, functions, shims, reasons);
    if (shims.length === 0) {
      const kept = functions.map((one) =>
        linkedFunctionOf(one, reasons, new Set(), new Set(), new Set()),
      );
      return { version: 1, functions: kept, original, passed: true };
    }
    onProgress(`building and testing with ${shims.length} functions in Rust`);
    const hybrid = await this.buildAndTest({ linked: shims, retired: [] });
    const { breaking, rest } = hybrid.passed
      ? { breaking: [], rest: hybrid }
      : await this.findBreakingCandidates(shims, gone, reasons, hybrid);
    const works = shims.filter(({ id }) => !breaking.includes(id));
    const checked = await this.checkMemory(works, gone);
    for (const [id, because] of checked?.breaking ?? []) {
      reasons.set(id, because);
      breaking.push(id);
    }
    const linked = works.filter(({ id }) => !breaking.includes(id));
    const retired = await this.findRetirable(functions, linked);
    this.found = {
      linked: linked.filter(({ id }) => !retired.includes(id)),
      retirable: functions.filter(({ definition }) => retired.includes(definition.id)),
    };
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
    const memory = checked === undefined ? {} : { memory: checked.memory };
    const runs = { original, hybrid: runOf(told), ...memory };
    return { version: 1, functions: rows, ...runs, passed: breaking.length === 0 };
  }

  /** What `run` has found to work. */
  get linkedProject(): LinkedProject {
    return this.found;
  }

  /**
   * The functions of a scan with the shims by which C calls their Rust.
   * @param edited texts of files that are to be otherwise than on the disk, by their paths below the project
   */
  async linkables(
    scan: ScannedC,
    map: readonly MappedSymbol[],
    edited: ReadonlyMap<string, Buffer> = new Map(),
  ): Promise<Linkable[]> {
    const { root, sources, crate } = this.options;
    const { grammars } = this.deps;
    const parser = await grammars.parser('c');
    const { files } = findSourceFiles(root, { extensions: C_FILES, gitignore: false });
    const texts = files.map(({ path }) => {
      return (edited.get(path) ?? readFileSync(join(root, path))).toString('utf8');
    });
    // What the C of the whole project writes to.
    const writes = new CWrites(texts, (text) => parseSyntax(parser, text));
    const rust = await RustCrate.parse(loadRustFolder(join(crate, 'src')), grammars);
    return linkableFunctions(sources, scan, map, rust, writes);
  }

  /** Builds and tests with what `run` has linked, and files that are otherwise: see `ProjectVariant`. */
  async testEdited(edited: ReadonlyMap<string, Buffer>): Promise<ProjectRun> {
    return await this.buildAndTest({ linked: this.found.linked, retired: [], edited });
  }

  /** The project without Rust; where its C was taken out in part, it cannot be built. */
  private async buildOriginal(gone: ReadonlySet<string>): Promise<LinkReport['original']> {
    if (gone.size > 0) {
      const names = [...gone].join(', ');
      return { build: `was left out, since this has no C any more: ${names}` };
    }
    this.deps.onProgress('building and testing the project as it is');
    const original = await this.buildAndTest(undefined);
    if (original.passed) return runOf(original);
    throw new IncompleteError(notPassingText(original, this.options.commands));
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
    gone: ReadonlySet<string>,
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
    // What calls C that is gone has no C to go back to.
    const isBound = ({ shim }: LinkCandidate) =>
      shim.subject.function.calls.some((name) => gone.has(name));
    const all = [...Map.groupBy(shims, ({ id, shim }) => shim.object ?? id).values()];
    const bound = all.filter((group) => group.some(isBound)).flat();
    const groups = all.filter((group) => !group.some(isBound));
    const test = async (some: readonly LinkCandidate[]) => {
      const count = `${some.length} of ${shims.length}`;
      this.deps.onProgress(`building and testing with ${count} functions in Rust`);
      return await this.buildAndTest({ linked: some, retired: [] });
    };
    if (bound.length > 0) {
      const alone = await test(bound);
      const names = bound.map(({ id }) => id).join(', ');
      const problem = `the tests fail with those in Rust alone that call C which was taken out: ${names}`;
      if (!alone.passed) throw new IncompleteError(`${problem}\n${alone.lastOutput}`);
    }
    const { breaking, rest } = await bisectFailures(groups, (some) =>
      test([...bound, ...some.flat()]),
    );
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

  /** What sanitizers say of functions with which the tests pass; undefined where that is not asked for. */
  private async checkMemory(
    works: readonly LinkCandidate[],
    gone: ReadonlySet<string>,
  ): Promise<CheckedMemory | undefined> {
    if (this.options.withSanitizers !== true || works.length === 0) return undefined;
    this.deps.onProgress('building and testing once more, with sanitizers');
    const library = await buildCheckedShims(join(this.deps.folder, 'rust'), this.deps);
    if (typeof library === 'string') {
      return { memory: { outcome: 'not checked', because: library }, breaking: new Map() };
    }
    return await checkMemory(works, gone.size === 0, (some) =>
      this.buildAndTest(some && { linked: some, retired: [] }, library),
    );
  }

  /** @param checked the library of shims with AddressSanitizer, for a run with sanitizers */
  private async buildAndTest(
    variant: ProjectVariant | undefined,
    checked?: Buffer,
  ): Promise<ProjectRun> {
    const { root, sources, commands } = this.options;
    this.runs += 1;
    const folder = join(this.deps.folder, `project-${this.runs}`);
    mkdirSync(folder);
    const hybrid =
      variant === undefined
        ? undefined
        : { files: variantFilesOf(root, sources, variant), library: checked ?? this.library };
    const withSanitizers = checked !== undefined;
    return await runProject(root, folder, commands, hybrid, this.deps, withSanitizers);
  }
}

/** @throws IncompleteError for C that calls a function which was taken out: it cannot be built */
function checkCallersOfGone(
  gone: ReadonlySet<string>,
  functions: readonly Linkable[],
  linked: readonly LinkCandidate[],
  reasons: ReadonlyMap<string, string>,
): void {
  for (const { definition } of functions) {
    const callee = definition.function.calls.find((name) => gone.has(name));
    if (callee === undefined || linked.some(({ id }) => id === definition.id)) continue;
    const why = reasons.get(definition.id) ?? 'it has no shim';
    throw new IncompleteError(
      `${definition.id} calls ${callee}, which was taken out of the C, and cannot be Rust: ${why}`,
    );
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
