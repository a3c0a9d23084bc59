import type { CrateFiles } from '../crate/crate-files.ts';
import type { MigrationStep } from '../steps/step.ts';
import type { AttemptDeps } from './attempt-deps.ts';
import { changesText } from './crate-text.ts';
import { neededNames } from './needed-names.ts';
import {
  callerValue,
  charactersOf,
  crateValue,
  planValues,
  sourceValues,
} from './prompt-values.ts';

/** What the questions about a step say of its C, the crate and the maintainers' wishes, as far as a window has room. */
export class QuestionValues {
  private readonly step: MigrationStep;
  private readonly deps: Pick<
    AttemptDeps,
    | ('model' | 'parser' | 'layout' | 'records' | 'rustNames')
    | ('notes' | 'hasInterface' | 'lackingFunctions')
  >;
  private readonly window: number;
  private readonly needed: ReadonlySet<string>;

  constructor(step: MigrationStep, deps: QuestionValues['deps']) {
    this.step = step;
    this.deps = deps;
    this.window = deps.model.window('smart');
    this.needed = neededNames(step, deps.layout ?? { types: [] }, deps.rustNames ?? new Map());
  }

  /** How many characters a share of the window holds. */
  room(share: number): number {
    return charactersOf(this.window, share);
  }

  /** The C of the step. */
  sources() {
    const { lackingFunctions, hasInterface } = this.deps;
    return sourceValues(this.step, this.window, lackingFunctions, hasInterface);
  }

  callers(): string {
    return callerValue(this.step, this.window);
  }

  notes(): string {
    return this.deps.notes || '(none)';
  }

  /** All that a planner is told. */
  plan(own: Readonly<Record<'crate' | 'earlier', string>>) {
    const { hasInterface } = this.deps;
    return {
      ...planValues(this.step, this.window, { notes: this.notes(), ...own }, hasInterface),
      ...this.sources(),
    };
  }

  /** @param first files whose items come first @param shown for whom */
  crate(
    files: CrateFiles,
    first: readonly string[],
    shown: Parameters<typeof crateValue>[4],
  ): string {
    const { parser, layout, records } = this.deps;
    const known = { layout, records, needed: this.needed };
    return crateValue(parser, files, first, this.window, shown, known);
  }

  /** What has changed, in a share of the window. */
  diff(before: CrateFiles, after: CrateFiles, share: number, hasTests = true): string {
    return changesText(this.deps.parser, before, after, this.room(share), hasTests);
  }
}
