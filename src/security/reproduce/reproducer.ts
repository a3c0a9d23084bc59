import { IncompleteError } from '../../errors.ts';
import { findRepository } from '../../workspace/git/repository.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import {
  type BuildOutcome,
  type BuildPlan,
  buildDriver,
  type ReproductionTools,
  type SanitizerChoice,
} from './build-driver.ts';
import { assumedConfig, type ConfigHeader, configHeader, settingsOf } from './config-header.ts';
import { type Driver, driverSchema, isCpp } from './driver.ts';
import { findIncludes } from './include-folders.ts';
import {
  type BaseSide,
  type CitedDefect,
  type Judgement,
  judgeSides,
  type SideRun,
} from './judge.ts';
import { runDriver } from './run-driver.ts';
import { SideTree } from './side-tree.ts';

/** What a unit needs of its build, as far as the tree tells. */
interface UnitBuild {
  readonly includeFolders: readonly string[];
  /** Headers that the kit makes of templates of the tree. */
  readonly made: readonly ConfigHeader[];
  /** Headers that neither the tree nor the system has. */
  readonly missing: readonly string[];
}

/** What a unit needs, and what the kit makes of it without a driver. */
export interface Probe extends UnitBuild {
  readonly outcome: BuildOutcome;
  /** Functions that were asked for and are not compiled. */
  readonly absent: readonly string[];
}

/** What came of one driver. */
export type Attempt =
  /** It does not compile on the head, or does not link. */
  | { readonly kind: 'unbuilt'; readonly output: string }
  | {
      readonly kind: 'ran';
      readonly plan: BuildPlan;
      /** In the order of the defects. */
      readonly judgements: readonly Judgement[];
      /** What nothing defines, whether the run reached it or not. */
      readonly undefinedSymbols: readonly string[];
    };

/** What came of a driver that tries inputs. */
export type Search =
  | { readonly kind: 'unbuilt'; readonly output: string }
  /** `last` is the input that was under way, as the driver wrote it; empty where it came to no end at one. */
  | { readonly kind: 'ran'; readonly run: SideRun; readonly last: Buffer };

export interface ReproducerOptions {
  /** The head. */
  readonly root: string;
  /** The commit to compare with; without one the base is taken to have nothing. */
  readonly base: string | undefined;
  readonly tools: ReproductionTools;
  readonly sandbox: Sandbox;
  readonly signal?: AbortSignal | undefined;
  /** How long a driver may run: a minute when missing. */
  readonly runSeconds?: number | undefined;
}

const EMPTY_DRIVER = 'int main(void) { return 0; }';

/** A header that is not found, and how many are left empty. */
const NOT_FOUND = /error: '([^'\n]+)' file not found/;
const SAFE = /^(?!.*\.\.)[\w.-]+(?:\/[\w.-]+)*$/;
const MAX_EMPTY = 8;

/** Weaknesses that only MemorySanitizer shows, and those that LeakSanitizer does. */
const UNINITIALIZED = new Set([456, 457, 665, 824, 908, 909]);
const LEAKS = new Set([401, 404, 459, 771, 772, 775]);

function driverOf(unit: string, text: string): Driver {
  return driverSchema.parse({ kind: 'driver', unit, driver: text });
}

/** Which sanitizer shows what is claimed. */
function sanitizerFor(defects: readonly CitedDefect[]): SanitizerChoice {
  const isUninitialized = defects.every(({ cwe: [first = 0] }) => UNINITIALIZED.has(first));
  return isUninitialized ? 'memory' : 'address';
}

/**
 * Builds drivers and runs them on copies of both sides, one at a time. The copies are made when they are needed.
 */
export class Reproducer {
  private readonly options: ReproducerOptions;
  private headTree: SideTree | undefined;
  private baseTree: Promise<SideTree | undefined> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private readonly settings = new Map<string, ReturnType<typeof settingsOf>>();

  constructor(options: ReproducerOptions) {
    this.options = options;
  }

  /** Removes the copies. */
  async close(): Promise<void> {
    this.headTree?.remove();
    (await this.baseTree?.catch(() => undefined))?.remove();
  }

  /** @throws IncompleteError when the tree is too large */
  get head(): SideTree {
    this.headTree ??= SideTree.ofFolder(this.options.root);
    return this.headTree;
  }

  /**
   * What a unit needs, and what comes of building it with a driver that does nothing, on the head.
   * @param functions those of the unit that a driver is wanted for
   */
  probe(unit: string, functions: readonly string[]): Promise<Probe> {
    return this.inTurn(async () => {
      const { outcome } = await this.build(driverOf(unit, EMPTY_DRIVER), 'address', this.head);
      const isBuilt = outcome.kind === 'built' && !isCpp(unit);
      const absent = isBuilt ? await this.absent(unit, functions) : [];
      return { ...unitBuild([unit], this.head), outcome, absent };
    });
  }

  /** The functions that are not there when the unit is compiled: the preprocessor has left them out. */
  private async absent(unit: string, functions: readonly string[]): Promise<string[]> {
    const names = functions.filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== 'main');
    if (names.length === 0) return [];
    const uses = names.map((name) => `(void *)${name}`).join(', ');
    const text = `static void *const uses[] = { ${uses} };\nint main(void) { return uses[0] == 0; }`;
    const { outcome } = await this.build(driverOf(unit, text), 'address', this.head);
    if (outcome.kind === 'built') {
      return names.filter((name) => outcome.undefinedSymbols.includes(name));
    }
    return names.filter((name) => outcome.output.includes(`undeclared identifier '${name}'`));
  }

  /**
   * What the configure step of the tree decides for a unit: undefined where no template names the macro, else what
   * it is in the header that is made of the template.
   */
  setting(unit: string, name: string): { readonly value: string | undefined } | undefined {
    let settings = this.settings.get(unit);
    if (settings === undefined) {
      settings = settingsOf(unitBuild([unit], this.head).made);
      this.settings.set(unit, settings);
    }
    return settings.get(name);
  }

  /** Whether a unit, or what it includes of the tree, defines a macro. */
  definesMacro(unit: string, name: string): boolean {
    const source = { files: this.head.files, text: (file: string) => this.head.text(file) };
    const pattern = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${name}\\b`, 'm');
    return findIncludes([unit], source).read.some((file) => pattern.test(source.text(file)));
  }

  /**
   * Builds one driver and runs it on the head, and on the base where the head shows what is cited.
   * @throws IncompleteError when the sanitizer or the sandbox does not work here; the signal's reason
   */
  attempt(driver: Driver, defects: readonly CitedDefect[]): Promise<Attempt> {
    return this.inTurn(() => this.attemptNow(driver, defects));
  }

  /** All of them build in the same folder. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(work);
    this.last = next.catch(() => undefined);
    return next;
  }

  /**
   * Builds a driver that tries inputs and runs it on the head alone.
   * @param checks what UndefinedBehaviorSanitizer looks for
   * @throws IncompleteError when the sanitizer or the sandbox does not work here; the signal's reason
   */
  search(
    driver: Driver,
    defects: readonly CitedDefect[],
    checks: readonly string[],
  ): Promise<Search> {
    return this.inTurn(() => this.searchNow(driver, defects, checks));
  }

  private async searchNow(
    driver: Driver,
    defects: readonly CitedDefect[],
    checks: readonly string[],
  ): Promise<Search> {
    const sanitizer = sanitizerFor(defects);
    const { outcome } = await this.build(driver, sanitizer, this.head, { checks });
    if (outcome.kind === 'failed') return { kind: 'unbuilt', output: outcome.output };
    let last: Buffer = Buffer.alloc(0);
    const request = {
      ...{ input: Buffer.alloc(0), sanitizer, leaks: false },
      undefinedSymbols: outcome.undefinedSymbols,
      onCase: (bytes: Buffer) => {
        last = bytes;
      },
    };
    const run = await runDriver(this.head.work, request, this.options.tools, this.options);
    return { kind: 'ran', run, last };
  }

  private async attemptNow(driver: Driver, defects: readonly CitedDefect[]): Promise<Attempt> {
    const { tools } = this.options;
    const sanitizer = sanitizerFor(defects);
    const { plan, outcome: built } = await this.build(driver, sanitizer, this.head);
    if (built.kind === 'failed') return { kind: 'unbuilt', output: built.output };
    const leaks = defects.some(({ cwe }) => cwe.some((one) => LEAKS.has(one)));
    const request = { input: Buffer.from(driver.input, 'base64'), sanitizer, leaks };
    const run = (tree: SideTree, symbols: readonly string[]): Promise<SideRun> =>
      runDriver(tree.work, { ...request, undefinedSymbols: symbols }, tools, this.options);
    const head = await run(this.head, built.undefinedSymbols);
    let baseRun: Promise<BaseSide> | undefined;
    const base = async (): Promise<BaseSide> => {
      const tree = await this.base();
      if (tree === undefined) return { kind: 'absent' };
      const { outcome } = await this.build(driver, sanitizer, tree);
      if (outcome.kind === 'failed') return { kind: 'unbuilt', output: outcome.output };
      return { kind: 'ran', run: await run(tree, outcome.undefinedSymbols) };
    };
    const judgements: Judgement[] = [];
    for (const defect of defects) {
      const compared = async (): Promise<BaseSide> => {
        if (await this.isNew(defect)) return { kind: 'absent' };
        baseRun ??= base();
        return await baseRun;
      };
      judgements.push(await judgeSides(defect, head, compared));
    }
    return { kind: 'ran', plan, judgements, undefinedSymbols: built.undefinedSymbols };
  }

  private async build(
    driver: Driver,
    sanitizer: SanitizerChoice,
    tree: SideTree,
    search?: BuildPlan['search'],
  ): Promise<{ readonly plan: BuildPlan; readonly outcome: BuildOutcome }> {
    const { includeFolders, made } = unitBuild([driver.unit, ...driver.other_units], tree);
    const headers = new Map(made.map(({ name, text }) => [name, text]));
    const plan = { driver, sanitizer, includeFolders, headers, search };
    for (let round = 0; ; round += 1) {
      const outcome = await buildDriver(tree.work, plan, this.options.tools, this.options);
      const lacking = outcome.kind === 'failed' ? NOT_FOUND.exec(outcome.output)?.[1] : undefined;
      if (
        lacking === undefined ||
        headers.has(lacking) ||
        !SAFE.test(lacking) ||
        round >= MAX_EMPTY
      )
        return { plan, outcome };
      // What a script would write is most often prototypes: without them the errors say more.
      headers.set(lacking, '');
    }
  }

  /** Whether the base has no function of this name in this file: then the change brings the defect. */
  async isNew({ place }: CitedDefect): Promise<boolean> {
    const tree = await this.base();
    if (tree === undefined) return true;
    return (
      tree.has(place.file) && !new RegExp(`\\b${place.function}\\s*\\(`).test(tree.text(place.file))
    );
  }

  private base(): Promise<SideTree | undefined> {
    this.baseTree ??= this.openBase();
    return this.baseTree;
  }

  private async openBase(): Promise<SideTree | undefined> {
    const { base, root } = this.options;
    if (base === undefined) return undefined;
    const git = await findRepository(root);
    if (git === undefined) throw new IncompleteError(`there is no repository at ${root}`);
    return await SideTree.ofCommit(git, base);
  }
}

/** Folders with headers, headers that can be made, and those that cannot. */
function unitBuild(units: readonly string[], tree: SideTree): UnitBuild {
  const source = { files: tree.files, text: (file: string) => tree.text(file) };
  const { folders, missing, read } = findIncludes(
    units.filter((unit) => tree.has(unit)),
    source,
  );
  const texts = read.map(source.text);
  // A name that leads elsewhere is none of a header that can be made.
  const made = missing
    .filter((name) => SAFE.test(name))
    .flatMap(
      (name) => configHeader(name, tree.files, source.text) ?? assumedConfig(name, texts) ?? [],
    );
  const names = new Set(made.map(({ name }) => name));
  return { includeFolders: folders, made, missing: missing.filter((name) => !names.has(name)) };
}
