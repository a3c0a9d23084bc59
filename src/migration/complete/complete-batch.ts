import type { UnparsedAnswer } from '../../model/model.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type CrateItem, crateItems, isSameText } from '../crate/item-changes.ts';
import { isUnwritten, nameInCrate } from '../crate/unwritten.ts';
import { applyAnswer, scopeProblem } from '../transpile/apply-answer.ts';
import { askUntilUsable } from '../transpile/ask-migration-model.ts';
import type { AttemptDeps } from '../transpile/attempt-deps.ts';
import { AttemptHistory } from '../transpile/attempt-history.ts';
import { buildAndTest } from '../transpile/build-and-test.ts';
import { answerText } from '../transpile/code-answer.ts';
import { charactersOf } from '../transpile/prompt-values.ts';
import { parseCompletionAnswer } from './completion-answer.ts';
import { reviewCompletion } from './completion-review.ts';
import { completionScope, incompleteness } from './completion-scope.ts';
import { type CompletionContext, completionValues, writtenValue } from './completion-values.ts';

/** How often functions are written or repaired before they are left. */
const MAX_ROUNDS = 4;
/** How often one question is asked for an answer that can be read. */
const MAX_TRIES = 3;
/** How often a reviewer may refuse a function before it is left. */
const MAX_REFUSALS = 2;

export type CompletionDeps = Pick<
  AttemptDeps,
  'model' | 'signal' | 'parser' | 'cargo' | 'gates' | 'allowCrate' | 'knownWarnings' | 'onProgress'
>;

/** A function that has no body, and why. */
export interface LeftOut {
  readonly function: string;
  readonly because: string;
}

/** A function that was written, and the C function in whose place it stands, where there is one. */
export interface WrittenFunction {
  readonly function: string;
  readonly stands_for?: string;
}

/** The crate after a completion, and what became of the functions. */
export interface Completion {
  readonly files: CrateFiles;
  readonly written: readonly WrittenFunction[];
  readonly left: readonly LeftOut[];
  /** Those that have a body as given, and were let be. */
  readonly kept: readonly string[];
}

/** Writes functions of one file that have no body, as one question. */
export class BatchCompletion {
  private readonly base: CrateFiles;
  private readonly all: readonly CrateItem[];
  private readonly context: CompletionContext;
  private readonly deps: CompletionDeps;
  private readonly history = new AttemptHistory();
  private readonly left = new Map<string, string>();
  private readonly refusals = new Map<string, number>();
  private files: CrateFiles;

  /** @param all of one file, in their order */
  constructor(
    base: CrateFiles,
    all: readonly CrateItem[],
    context: CompletionContext,
    deps: CompletionDeps,
  ) {
    this.base = base;
    this.files = base;
    this.all = all;
    this.context = context;
    this.deps = deps;
  }

  /**
   * Writes until all that is not left builds, passes its tests and gates, and a second reader has nothing
   * against it. What does not come to that is left, and the crate has none of it.
   * @throws ModelError when no model can be asked; the signal's reason
   */
  async run(): Promise<Completion> {
    let problem = '';
    for (let round = 0; round < MAX_ROUNDS && this.wanted.length > 0; round += 1) {
      const found = await this.writeOnce(round);
      if (found === undefined) return this.ended();
      problem = found;
      this.deps.onProgress(`not good yet: ${problem.split('\n')[0]}`);
    }
    for (const one of this.wanted) this.left.set(nameInCrate(one), problem.slice(0, 1000));
    this.files = this.base;
    return this.ended();
  }

  /** Those that are not left. */
  private get wanted(): readonly CrateItem[] {
    return this.all.filter((one) => !this.left.has(nameInCrate(one)));
  }

  private ended(): Completion {
    const after = crateItems(this.deps.parser, this.files);
    const isChanged = ({ file, path, item }: CrateItem) =>
      !isSameText(after.get(`${file} ${path}`)?.item.text ?? '', item.text);
    const written = this.all.filter(isChanged).map(nameInCrate);
    const withBody = this.all.filter(hasGivenBody).map(nameInCrate);
    const left = [...this.left].filter(([name]) => !withBody.includes(name));
    return {
      files: this.files,
      written: written.map((name) => ({ function: name })),
      left: left.map(([name, because]) => ({ function: name, because })),
      kept: withBody.filter((name) => !written.includes(name)),
    };
  }

  /** @returns what is wrong with it; undefined when nothing */
  private async writeOnce(round: number): Promise<string | undefined> {
    const { deps, base } = this;
    const { wanted } = this;
    const subject = this.subject(round);
    const window = deps.model.window('smart');
    const values = {
      ...completionValues(deps.parser, base, wanted, window, this.context),
      written: writtenValue(deps.parser, base, this.files, window),
    };
    const earlier = this.history.text(charactersOf(window, 0.1)) || '(this is the first attempt)';
    const asked = { ...values, notes: this.context.notes || '(none)', earlier };
    const question = { role: 'completer', tier: 'smart', subject, values: asked } as const;
    const read = (answer: UnparsedAnswer) => parseCompletionAnswer(answer, wanted.length);
    const { code, left } = await askUntilUsable(question, MAX_TRIES, read, deps);
    for (const { number, because } of left) {
      const one = wanted[number - 1];
      if (one !== undefined) this.left.set(nameInCrate(one), because);
    }
    if (this.wanted.length === 0) {
      this.files = base;
      return undefined;
    }
    const crate = { base, files: this.files, parser: deps.parser };
    const applied = await applyAnswer(code, crate, completionScope(this.all), deps.allowCrate);
    if ('problem' in applied) {
      this.history.add('What was written was undone', applied.problem, answerText(code));
      return applied.problem;
    }
    this.files = applied.files;
    const problem = await this.problemOf();
    if (problem !== undefined) {
      this.history.add('What was written is not good yet', problem);
      return problem;
    }
    return await this.reviewProblem(round, window);
  }

  /** What the text, the compiler, the tests and the gates say against it. */
  private async problemOf(): Promise<string | undefined> {
    const { deps, base } = this;
    const { blocked } = this.context;
    const left = new Set(this.left.keys());
    const missing = incompleteness(deps.parser, base, this.files, this.all, left);
    if (missing !== undefined) return missing;
    deps.onProgress('building and testing');
    const last = this.files;
    const result = await buildAndTest(this.files, {
      ...deps,
      plannedNames: this.all.map(({ item }) => item.name),
      awaitsOthers: blocked.length > 0 || left.size > 0,
      isAllowed: (next) =>
        scopeProblem({ base, last, next }, deps.parser, completionScope(this.all)) === undefined,
    });
    this.files = result.files;
    if (result.kind !== 'good') return result.problem;
    const faults = deps.gates.faults(base, this.files);
    return faults.length === 0 ? undefined : faults.join('\n');
  }

  private async reviewProblem(round: number, window: number): Promise<string | undefined> {
    const { deps, base } = this;
    const { wanted } = this;
    deps.onProgress('reviewing');
    const values = {
      ...completionValues(deps.parser, base, wanted, window, this.context),
      written: writtenValue(deps.parser, base, this.files, window),
    };
    const issues = await reviewCompletion(this.subject(round), values, wanted.length, deps);
    if (issues === undefined) return 'no review of it could be read';
    if (issues.length === 0) return undefined;
    for (const { number, what } of issues) this.refuse(wanted[number - 1], what);
    const problem = issues.map(({ number, what }) => `number ${number}: ${what}`).join('\n');
    this.history.add('A reviewer found defects', problem);
    return problem;
  }

  /** What a reviewer refuses again is left, and the rest is written without it. */
  private refuse(one: CrateItem | undefined, what: string): void {
    if (one === undefined) return;
    const name = nameInCrate(one);
    const times = (this.refusals.get(name) ?? 0) + 1;
    this.refusals.set(name, times);
    if (times < MAX_REFUSALS) return;
    this.left.set(name, `a second reader finds: ${what}`.slice(0, 1000));
    this.files = this.base;
  }

  private subject(round: number): string {
    const [first] = this.all;
    const name = first === undefined ? '' : nameInCrate(first);
    return `${name}|${this.all.length}|${round}`;
  }
}

function hasGivenBody({ item }: CrateItem): boolean {
  return !isUnwritten(item.body ?? '');
}
