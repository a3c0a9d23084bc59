import { type Crate, parseCrate } from '../../code/rust/crate/crate.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { IncompleteError, ModelError } from '../../errors.ts';
import type { Model } from '../../model/model.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { unsafeCode } from '../gates/unsafe-code.ts';
import { type Baseline, findRegression, measureBaseline, type OptimizeCargo } from './baseline.ts';
import { applyChanges, type ChangeKind, type CrateChange } from './change.ts';
import { clippyChanges } from './clippy-changes.ts';
import type { OptimizeReport } from './optimize-report.ts';
import { findUndocumented } from './undocumented.ts';
import { unsafeChanges } from './unsafe-changes.ts';
import { visibilityChanges } from './visibility-changes.ts';
import { writeComments } from './write-comments.ts';

/** What needs no model, in the order in which it is tried. */
const MECHANICAL = ['clippy', 'unsafe', 'visibility'] as const;
type MechanicalKind = (typeof MECHANICAL)[number];

export interface OptimizeOptions {
  /** Whether a file of the crate may be changed. */
  readonly isIncluded: (path: string) => boolean;
  /** How many files may be changed at most. */
  readonly maxFiles: number;
  /** How often the crate may be built and tested at most. */
  readonly maxChecks: number;
  /** Finds what could be changed, and changes nothing. */
  readonly dryRun: boolean;
  /** Items that are public on purpose, by name. */
  readonly isKept: (name: string) => boolean;
}

export interface OptimizeDeps {
  readonly cargo: OptimizeCargo;
  readonly parser: SourceParser;
  /** Writes comments; what lacks them is listed where there is none. */
  readonly model?: Model;
  readonly signal: AbortSignal;
  /** Writes a crate that is better and green; returns the commit where there is one. */
  readonly commitChange: (files: CrateFiles, message: string) => Promise<string | undefined>;
  /** Hears what is being done, on one line. */
  readonly onProgress: (line: string) => void;
}

/**
 * Makes a crate better, a change at a time: each is formatted, built without a new warning and
 * tested, kept when that is green, else undone. Clippy's suggestions are tried one by one; `unsafe`
 * and `pub` many at once, halved until what fails is found.
 * @returns what was done; its gates are empty
 * @throws IncompleteError when the crate is not green before
 */
export async function optimize(
  files: CrateFiles,
  options: OptimizeOptions,
  deps: OptimizeDeps,
): Promise<{ readonly files: CrateFiles; readonly report: OptimizeReport }> {
  return await new Optimisation(files, options, deps).run();
}

class Optimisation {
  private files: CrateFiles;
  private baseline: Baseline | undefined;
  private checks = 0;
  private readonly tried = new Set<string>();
  private readonly changed = new Set<string>();
  private readonly kept: OptimizeReport['kept'] = [];
  private readonly undone: OptimizeReport['undone'] = [];
  private readonly errors: string[] = [];
  private readonly options: OptimizeOptions;
  private readonly deps: OptimizeDeps;

  constructor(files: CrateFiles, options: OptimizeOptions, deps: OptimizeDeps) {
    this.files = files;
    this.options = options;
    this.deps = deps;
  }

  async run(): Promise<{ files: CrateFiles; report: OptimizeReport }> {
    await this.prepareBaseline();
    for (const kind of MECHANICAL) {
      for (;;) {
        const open = (await this.findChanges(kind)).filter((one) => this.isOpen(one));
        if (open.length === 0) break;
        if (this.options.dryRun) {
          this.recordDryRun(open);
          break;
        }
        if (this.isCheckLimitReached()) break;
        await this.tryTogether(kind, kind === 'clippy' ? open.slice(0, 1) : open);
      }
    }
    if (!this.options.dryRun) await this.addComments();
    return { files: this.files, report: this.report() };
  }

  /** Has a model write the comments that are missing, where there is one: file by file. */
  private async addComments(): Promise<void> {
    const { model, signal } = this.deps;
    if (model === undefined) return;
    for (const file of this.parsed().files) {
      if (this.isCheckLimitReached()) return;
      if (!this.options.isIncluded(file.path)) continue;
      try {
        const changes = await writeComments(file, { model, signal });
        await this.tryComments(changes.filter((one) => this.isOpen(one)));
      } catch (thrown) {
        if (!(thrown instanceof ModelError)) throw thrown;
        this.errors.push(`${file.path} keeps its comments: ${thrown.message}`);
        if (thrown.failure !== 'answer') return;
      }
    }
  }

  /** Comments stand or fall together: they are lines of their own. */
  private async tryComments(changes: readonly CrateChange[]): Promise<void> {
    const [first] = changes;
    if (first === undefined) return;
    this.deps.onProgress(`trying: ${changes.length} comments in ${first.file}`);
    const formatted = await this.deps.cargo.format(applyChanges(this.files, changes));
    this.checks += 1;
    const because = await this.findRegression(formatted, first.kind);
    if (because === undefined) return await this.keepAll(changes, formatted);
    for (const { what, file, line } of changes) this.undone.push({ what, file, line, because });
  }

  /** What is not green before cannot be kept green. */
  private async prepareBaseline(): Promise<void> {
    const standard = await measureBaseline(this.deps.cargo, this.files);
    if ('problem' in standard) {
      throw new IncompleteError(`the crate is not green to begin with: ${standard.problem}`);
    }
    this.checks += 1;
    this.baseline = standard;
    const formatted = await this.deps.cargo.format(this.files);
    if (!this.options.dryRun && isDifferentCrate(this.files, formatted)) {
      this.files = formatted;
      await this.deps.commitChange(formatted, 'Format the Rust');
    }
  }

  private isOpen({ key, edits }: CrateChange): boolean {
    if (this.tried.has(key) || edits.length === 0) return false;
    return edits.every(({ file }) => {
      const isRoom = this.changed.has(file) || this.changed.size < this.options.maxFiles;
      return this.files.has(file) && this.options.isIncluded(file) && isRoom;
    });
  }

  private isCheckLimitReached(): boolean {
    if (this.checks < this.options.maxChecks) return false;
    const what = `ended after ${this.checks} checks, the most that are allowed`;
    if (!this.errors.includes(what)) this.errors.push(what);
    return true;
  }

  private async findChanges(kind: MechanicalKind): Promise<CrateChange[]> {
    if (kind === 'clippy') {
      return clippyChanges(this.files, await this.deps.cargo.suggestions(this.files));
    }
    const crate = this.parsed();
    return kind === 'unsafe' ? unsafeChanges(crate) : visibilityChanges(crate, this.options.isKept);
  }

  private parsed(): Crate {
    return parseCrate(this.deps.parser, this.files);
  }

  private recordDryRun(changes: readonly CrateChange[]): void {
    for (const { kind, what, file, line } of changes) this.kept.push({ kind, what, file, line });
  }

  /** Keeps them all when they are green together, else looks for those that are. */
  private async tryTogether(kind: MechanicalKind, changes: readonly CrateChange[]): Promise<void> {
    const [first] = changes;
    if (first === undefined || this.isCheckLimitReached()) return;
    const names =
      changes.length === 1 ? first.what : `${changes.length} changes, ${first.what} the first`;
    this.deps.onProgress(`trying: ${names}`);
    const formatted = await this.deps.cargo.format(applyChanges(this.files, changes));
    this.checks += 1;
    const because = await this.findRegression(formatted, kind);
    if (because === undefined) return await this.keepAll(changes, formatted);
    if (changes.length === 1) {
      this.tried.add(first.key);
      const { what, file, line } = first;
      this.undone.push({ what, file, line, because });
      return;
    }
    const middle = Math.ceil(changes.length / 2);
    const keys = new Set(changes.slice(middle).map(({ key }) => key));
    await this.tryTogether(kind, changes.slice(0, middle));
    // What was kept has moved the rest.
    const rest = (await this.findChanges(kind)).filter(
      (one) => keys.has(one.key) && this.isOpen(one),
    );
    await this.tryTogether(kind, rest);
  }

  private async findRegression(files: CrateFiles, kind: ChangeKind): Promise<string | undefined> {
    if (this.baseline === undefined) return 'nothing to compare with';
    return await findRegression(this.deps.cargo, files, this.baseline, kind);
  }

  private async keepAll(changes: readonly CrateChange[], files: CrateFiles): Promise<void> {
    this.files = files;
    const commit = await this.deps.commitChange(files, messageOf(changes));
    for (const { key, kind, what, file, line, edits } of changes) {
      this.tried.add(key);
      for (const edit of edits) this.changed.add(edit.file);
      this.kept.push({ kind, what, file, line, ...(commit === undefined ? {} : { commit }) });
    }
  }

  private report(): OptimizeReport {
    const crate = this.parsed();
    const count = (kind: ChangeKind) =>
      this.options.dryRun ? 0 : this.kept.filter((one) => one.kind === kind).length;
    return {
      version: 1,
      files_scanned: crate.files.filter(({ path }) => this.options.isIncluded(path)).length,
      unsafe_removed: count('unsafe'),
      unsafe_annotated: count('safety'),
      visibility_downgraded: count('visibility'),
      docs_added: count('docs'),
      clippy_fixed: count('clippy'),
      cargo_checks: this.checks,
      kept: this.kept,
      undone: this.undone,
      left: { unsafe: unsafeCode(crate, 100).where, undocumented: findUndocumented(crate) },
      errors: this.errors,
      gates: [],
    };
  }
}

function messageOf(changes: readonly CrateChange[]): string {
  const [first] = changes;
  if (first === undefined) return 'Make the Rust better';
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const lines = changes.map(({ what, file, line }) => `${file}:${line}: ${what}`).join('\n');
  if (changes.length === 1) {
    const title = first.kind === 'clippy' ? `Follow ${first.what}` : upper(first.what);
    return `${title.split('\n')[0] ?? ''}\n\n${lines}`;
  }
  const titles = {
    clippy: `Follow ${changes.length} suggestions of clippy`,
    unsafe: `Remove ${changes.length} needless unsafe`,
    visibility: `Show ${changes.length} items to the crate only`,
    safety: `Say what ${changes.length} places lack`,
    docs: `Describe ${changes.length} places`,
  } as const;
  return `${titles[first.kind]}\n\n${lines}`;
}

function isDifferentCrate(one: CrateFiles, other: CrateFiles): boolean {
  return [...new Set([...one.keys(), ...other.keys()])].some(
    (path) => one.get(path) !== other.get(path),
  );
}
