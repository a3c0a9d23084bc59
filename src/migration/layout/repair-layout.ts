import { cutText } from '../../agent/cut-text.ts';
import { ModelError } from '../../errors.ts';
import type { Cargo, CrateDiagnosis } from '../crate/cargo.ts';
import { type CrateFiles, sourcePaths } from '../crate/crate-files.ts';
import type { Diagnostic } from '../crate/diagnostics.ts';
import { type AskDeps, askUntilUsable } from '../transpile/ask-migration-model.ts';
import { AttemptHistory } from '../transpile/attempt-history.ts';
import { charactersOf } from '../transpile/prompt-values.ts';
import { type ChangedPlace, changedPlaces, withPlaces } from './changed-places.ts';
import { neededChanges } from './needed-changes.ts';
import { forbiddenRepair } from './repair-guards.ts';
import { applyTextEdits, parseTextEdits, textOfEdits } from './text-edits.ts';

/** Who is asked for repairs of a crate that was laid out. */
export const LAYOUT_FIXER = 'layout-fixer';

/** How often one question is asked for an answer that can be read. */
const MAX_TRIES = 3;
/** A repair that changes more places is none that is minimal. */
const MAX_PLACES = 40;
/** Errors about what is declared more than once. */
const DUPLICATES: ReadonlySet<string> = new Set(['E0119', 'E0124', 'E0201', 'E0428', 'E0592']);
/** Parts of a model's window. */
const SHARE = { crate: 0.4, errors: 0.2, history: 0.15 } as const;

export interface RepairLayoutDeps extends AskDeps {
  readonly cargo: Cargo;
  /** How many repairs of a model are tried. */
  readonly repairs: number;
  readonly onProgress: (line: string) => void;
}

/** A crate that builds, and what was changed for that. */
export interface RepairedLayout {
  readonly files: CrateFiles;
  readonly changes: readonly ChangedPlace[];
  /** Whether a model was asked. */
  readonly isAsked: boolean;
}

/**
 * Makes a crate build that was laid out: first with what the compiler itself is sure of, then with edits of a model.
 * Only sources change, and of all changes those stay alone without which it does not build.
 * @param what of the crate, such as `the given interface`
 * @param diagnosis what the compiler says of it
 * @returns undefined where no repair made it build
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function repairLayout(
  base: CrateFiles,
  what: string,
  diagnosis: CrateDiagnosis,
  deps: RepairLayoutDeps,
): Promise<RepairedLayout | undefined> {
  // Of a manifest that is wrong, no source is the cause.
  if (errorsOf(diagnosis).length === 0) return undefined;
  const repair = new LayoutRepair(base, what, diagnosis, deps);
  await repair.applySuggestions();
  const isGood = repair.isGood || (await orFalse(repair.askForEdits()));
  if (!isGood) return undefined;
  const builds = async (files: CrateFiles) => isBuilt(await deps.cargo.diagnose(files));
  const changes = await neededChanges(base, repair.files, builds);
  const files = await deps.cargo.format(withPlaces(base, changes));
  const last = await deps.cargo.diagnose(files);
  return isBuilt(last) ? { files: last.files, changes, isAsked: repair.isAsked } : undefined;
}

class LayoutRepair {
  private readonly base: CrateFiles;
  private readonly what: string;
  private readonly deps: RepairLayoutDeps;
  private readonly history = new AttemptHistory();
  private diagnosis: CrateDiagnosis;
  private readonly duplicated = new Set<string>();
  files: CrateFiles;
  isAsked = false;

  constructor(base: CrateFiles, what: string, diagnosis: CrateDiagnosis, deps: RepairLayoutDeps) {
    this.base = base;
    this.files = base;
    this.what = what;
    this.diagnosis = diagnosis;
    this.deps = deps;
    this.heed(diagnosis);
  }

  get isGood(): boolean {
    return isBuilt(this.diagnosis);
  }

  /** Takes what the compiler would write, where that leaves fewer errors. */
  async applySuggestions(): Promise<void> {
    const { cargo, onProgress } = this.deps;
    if (!errorsOf(this.diagnosis).some(({ isFixable }) => isFixable)) return;
    const fixed = await cargo.applyFixes(this.files);
    const sources = withPlaces(this.base, changedPlaces(this.base, onlySources(this.base, fixed)));
    if (this.problemOf(sources) !== undefined) return;
    const diagnosis = await cargo.diagnose(sources);
    const isBetter = errorsOf(diagnosis).length < errorsOf(this.diagnosis).length;
    if (diagnosis.problem !== undefined || !isBetter) return;
    onProgress('what the compiler itself suggests was taken');
    this.files = sources;
    this.heed(diagnosis);
  }

  /** @returns whether the crate builds then */
  async askForEdits(): Promise<boolean> {
    const { repairs, onProgress } = this.deps;
    for (let round = 1; round <= repairs; round += 1) {
      onProgress(`${this.what} does not build, repair ${round}`);
      const problem = await this.askOnce(round);
      if (problem === undefined) return true;
      onProgress(`not good yet: ${problem.split('\n')[0]}`);
    }
    return false;
  }

  /** @returns what is wrong then; undefined when nothing */
  private async askOnce(round: number): Promise<string | undefined> {
    const { deps, what, history } = this;
    const errors = errorsText(this.diagnosis);
    const room = (share: number) => charactersOf(deps.model.window('smart'), share);
    const values = {
      what,
      crate: sourcesText(this.files, errorsOf(this.diagnosis), room(SHARE.crate)),
      build_error: cutText(errors, room(SHARE.errors)),
      refused: history.text(room(SHARE.history)) || '(none)',
    };
    const question = {
      role: LAYOUT_FIXER,
      tier: 'smart',
      subject: `crate|${round}`,
      values,
    } as const;
    this.isAsked = true;
    const edits = await askUntilUsable(question, MAX_TRIES, parseTextEdits, deps);
    const applied = applyTextEdits(this.files, edits);
    const problem = 'problem' in applied ? applied.problem : this.problemOf(applied.files);
    if (problem !== undefined || 'problem' in applied) {
      history.add(`Repair ${round} was undone`, problem ?? '', textOfEdits(edits));
      return `an edit was undone: ${problem}`;
    }
    const diagnosis = await deps.cargo.diagnose(applied.files);
    this.files = applied.files;
    this.heed(diagnosis);
    if (isBuilt(diagnosis)) return undefined;
    history.add(
      `Repair ${round} was made for this, and was not enough`,
      errors,
      textOfEdits(edits),
    );
    return errorsText(diagnosis);
  }

  private problemOf(after: CrateFiles): string | undefined {
    const places = changedPlaces(this.base, after).length;
    return places > MAX_PLACES
      ? `it changes ${places} places: a repair is to be minimal`
      : forbiddenRepair(this.base, after, this.duplicated);
  }

  private heed(diagnosis: CrateDiagnosis): void {
    this.diagnosis = diagnosis;
    for (const { code, message } of errorsOf(diagnosis)) {
      if (!DUPLICATES.has(code)) continue;
      for (const [, name = ''] of message.matchAll(/`(\w+)`/g)) this.duplicated.add(name);
    }
  }
}

/** Of the sources of a crate as another one has them: its other files stay. */
function onlySources(base: CrateFiles, changed: CrateFiles): CrateFiles {
  const paths = new Set(sourcePaths(base));
  return new Map(
    [...base].map(([path, text]) => [path, paths.has(path) ? (changed.get(path) ?? text) : text]),
  );
}

function errorsOf({ diagnostics }: CrateDiagnosis): Diagnostic[] {
  return diagnostics.filter(({ kind }) => kind !== 'warning');
}

function isBuilt(diagnosis: CrateDiagnosis): boolean {
  return errorsOf(diagnosis).length === 0 && diagnosis.problem === undefined;
}

function errorsText(diagnosis: CrateDiagnosis): string {
  const texts = errorsOf(diagnosis).map(({ kind, rendered }) => `${kind}: ${rendered.trim()}`);
  return texts.join('\n\n') || (diagnosis.problem ?? '');
}

/** The sources, those with errors first, since the end may be cut. */
function sourcesText(files: CrateFiles, errors: readonly Diagnostic[], maxChars: number): string {
  const named = new Set(errors.map(({ file }) => file));
  const paths = sourcePaths(files);
  const ordered = [
    ...paths.filter((path) => named.has(path)),
    ...paths.filter((path) => !named.has(path)),
  ];
  return cutText(ordered.map((path) => `// ${path}\n${files.get(path)}`).join('\n'), maxChars);
}

/** Whether it was done; false where no answer could be read, which leads nowhere when it is asked for again. */
async function orFalse(done: Promise<boolean>): Promise<boolean> {
  try {
    return await done;
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.failure === 'answer') return false;
    throw thrown;
  }
}
