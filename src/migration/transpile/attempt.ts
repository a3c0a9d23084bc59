import { cutText } from '../../agent/cut-text.ts';
import { isItems, itemList } from '../../code/rust/item-list.ts';
import { mergeItems } from '../../code/rust/merge-items.ts';
import type { SourceParser } from '../../code/source-parser.ts';
import type { Evidence } from '../../equivalence/evidence.ts';
import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, withFiles } from '../crate/crate-files.ts';
import { crateItems } from '../crate/item-changes.ts';
import { type AllowCrate, applyAnswer, scopeProblem } from './apply-answer.ts';
import { type AskDeps, askForCode } from './ask.ts';
import { checkCrate } from './check-crate.ts';
import type { CodeAnswer } from './code-answer.ts';
import { changesText } from './crate-text.ts';
import { evidenceText } from './evidence-text.ts';
import { missingWork } from './missing-work.ts';
import { plannedItem, planStep } from './plan-step.ts';
import { callerValue, charactersOf, crateValue, planText, sourceValues } from './prompt-values.ts';
import { reviewStep } from './review-step.ts';
import { type FunctionPlan, type Gate, nameOfStep, type Prove, type Step } from './step.ts';
import { type RepairLimits, TROUBLES, type Trouble, type TroubleKind } from './trouble.ts';

export interface AttemptDeps extends AskDeps {
  readonly cargo: Cargo;
  readonly parser: SourceParser;
  readonly places: ReadonlyMap<string, string>;
  readonly hasInterface: boolean;
  /** Rust functions of earlier steps, by their paths. */
  readonly taken: ReadonlySet<string>;
  /** Rust functions of this step that are there from an earlier run, and are carried over again. */
  readonly again: ReadonlySet<string>;
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
  /** Warnings that the crate has anyway: see `warningKeys`. */
  readonly known: ReadonlySet<string>;
  /** C functions of the project that are not there yet. */
  readonly pending: ReadonlySet<string>;
  readonly repairs: RepairLimits;
  readonly allowCrate: AllowCrate;
  readonly prove: Prove;
  readonly gate: Gate;
  /** Hears what is being done, on one line. */
  readonly onProgress: (line: string) => void;
}

/** How one attempt at a step ended. */
export type AttemptResult =
  | {
      readonly kind: 'done';
      readonly files: CrateFiles;
      readonly plans: readonly FunctionPlan[];
      /** By C function. */
      readonly evidence: ReadonlyMap<string, Evidence>;
      /** What the reviewer still says, though old and new did the same on all inputs. */
      readonly remarks: readonly string[];
      readonly rounds: Readonly<Record<TroubleKind, number>>;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Carries the functions of a step over once, from a plan to evidence: written, then repaired by a fresh
 * agent as often as the limits allow. Nothing but the work folder of cargo is written to.
 * @param restart how often it was begun before, and `earlier` what became of that
 * @throws ModelError when nobody can be asked; the signal's reason
 */
export function attemptStep(
  step: Step,
  base: CrateFiles,
  restart: number,
  earlier: string,
  deps: AttemptDeps,
): Promise<AttemptResult> {
  return new StepAttempt(step, base, `${nameOfStep(step)}|${restart}`, deps).toEnd(earlier);
}

/** Functions that were carried over before, and what somebody found wrong with them since. */
export interface Found {
  /** The crate with them. */
  readonly files: CrateFiles;
  readonly plans: readonly FunctionPlan[];
  readonly trouble: Trouble;
  /** Which time this is, from 1. */
  readonly round: number;
}

/**
 * Mends functions of a step: an agent is told of the trouble, whatever can be seen of it here; then all
 * is looked at as when they were written.
 * @param base the crate before the step: what was there stays as it is
 * @throws as `attemptStep`
 */
export function mendAttempt(
  step: Step,
  base: CrateFiles,
  found: Found,
  deps: AttemptDeps,
): Promise<AttemptResult> {
  return new StepAttempt(step, base, `${nameOfStep(step)}|found ${found.round}`, deps).mended(
    found,
  );
}

class StepAttempt {
  private readonly step: Step;
  private readonly base: CrateFiles;
  private readonly deps: AttemptDeps;
  private readonly subject: string;
  private readonly window: number;
  private readonly keptTests = new Set<string>();
  private readonly rounds = { compile: 0, test: 0, gate: 0, difference: 0, review: 0 };
  private files: CrateFiles;
  private plans: readonly FunctionPlan[] = [];
  private evidence = new Map<string, Evidence>();
  private remarks: readonly string[] = [];
  private refused = '';

  constructor(step: Step, base: CrateFiles, subject: string, deps: AttemptDeps) {
    this.step = step;
    this.base = base;
    this.files = base;
    this.deps = deps;
    this.subject = subject;
    this.window = deps.model.window('smart');
  }

  async toEnd(earlier: string): Promise<AttemptResult> {
    await this.plan();
    if (this.plans.some(({ skip }) => skip === undefined)) await this.write(earlier);
    return await this.repaired(await this.trouble());
  }

  async mended({ files, plans, trouble }: Found): Promise<AttemptResult> {
    this.files = files;
    this.plans = plans;
    return await this.repaired(trouble);
  }

  private async repaired(first: Trouble | undefined): Promise<AttemptResult> {
    for (let trouble = first; trouble !== undefined; ) {
      const { kind, text } = trouble;
      if (this.rounds[kind] >= this.deps.repairs[kind]) return this.givenUp(trouble);
      this.rounds[kind] += 1;
      this.deps.onProgress(`${TROUBLES[kind]}, repair ${this.rounds[kind]}`);
      const changed = await this.repair(trouble);
      trouble = changed ? await this.trouble() : { kind, text };
    }
    const { files, plans, evidence, remarks, rounds } = this;
    return { kind: 'done', files, plans, evidence, remarks, rounds };
  }

  private givenUp({ kind, text }: Trouble): AttemptResult {
    const refused = this.refused === '' ? '' : ` The last edit was undone: ${this.refused}`;
    const reason = `${TROUBLES[kind]} after ${this.rounds[kind]} repairs: ${cutText(text, 1500)}${refused}`;
    return { kind: 'failed', reason };
  }

  private async plan(): Promise<void> {
    const { deps, step, base, window } = this;
    this.deps.onProgress('planning');
    const files = step.functions.flatMap(({ name }) => deps.places.get(name) ?? []);
    const values = {
      ...this.sources(),
      crate: crateValue(deps.parser, base, files, window),
      callers: callerValue(step, window),
    };
    this.plans = await planStep(step, base, this.subject, values, deps);
  }

  private async write(earlier: string): Promise<void> {
    this.deps.onProgress('writing');
    const values = {
      ...this.sources(),
      crate: this.crate(),
      callers: callerValue(this.step, this.window),
      plan: planText(this.plans),
      earlier: earlier || '(this is the first attempt)',
    };
    const { subject } = this;
    const question = { role: 'translator', tier: 'smart', subject, values } as const;
    await this.apply(await askForCode(question, this.deps));
  }

  /** @returns whether anything has changed */
  private async repair({ kind, text }: Trouble): Promise<boolean> {
    const { deps, window } = this;
    const shown = cutText(text, charactersOf(window, 0.2));
    const values = {
      ...this.sources(),
      crate: this.crate(),
      plan: planText(this.plans),
      diff: changesText(deps.parser, this.base, this.files, charactersOf(window, 0.3)),
      build_error: kind === 'compile' ? shown : '(none)',
      test_failure: kind === 'compile' ? '(none)' : shown,
      refused: this.refused || '(none)',
    };
    const subject = `${this.subject}|${kind}|${this.rounds[kind]}`;
    const question = { role: 'migration-fixer', tier: 'smart', subject, values } as const;
    return await this.apply(await askForCode(question, deps));
  }

  private async apply(answer: CodeAnswer): Promise<boolean> {
    const { base, files, deps } = this;
    const crate = { base, files, parser: deps.parser };
    const dependencies = [...new Set([...answer.dependencies, ...usedCrates(answer, this.step)])];
    const wanted = { ...answer, dependencies };
    const applied = await applyAnswer(wanted, crate, this.scope(), deps.allowCrate);
    if ('problem' in applied) {
      this.refused = applied.problem;
      deps.onProgress(`an edit was undone: ${applied.problem}`);
      return false;
    }
    this.refused = '';
    this.files = applied.files;
    return true;
  }

  /** The first thing that is wrong with what there is. */
  private async trouble(): Promise<Trouble | undefined> {
    const { deps, step } = this;
    const { base, files, plans } = this;
    const missing = missingWork({ step, plans, base, files }, deps);
    if (missing !== undefined) return { kind: 'compile', text: missing };
    deps.onProgress('building and testing');
    const last = this.files;
    const isAllowed = (next: CrateFiles) =>
      scopeProblem({ base: this.base, last, next }, deps.parser, this.scope()) === undefined;
    const planned = this.plans.flatMap(({ rust }) => rust.split('::').at(-1) ?? []);
    const checked = await checkCrate(this.files, { ...deps, isAllowed, planned });
    this.files = checked.files;
    if (checked.kind !== 'good') return { kind: checked.kind, text: checked.problem };
    const faults = deps.gate(this.base, this.files, step, this.plans, deps.pending);
    if (faults.length > 0) return { kind: 'gate', text: faults.join('\n') };
    return (await this.difference()) ?? (await this.review());
  }

  /** Runs old and new side by side. A difference becomes a test that stays. */
  private async difference(): Promise<Trouble | undefined> {
    this.evidence = new Map();
    for (const plan of this.plans) {
      if (plan.skip !== undefined) {
        const because = `there is no Rust for it: ${plan.skip}`;
        this.evidence.set(plan.cName, { kind: 'not checked', because });
        continue;
      }
      this.deps.onProgress(`running C and Rust side by side: ${plan.cName}`);
      const evidence = await this.deps.prove(plan, this.deps.cargo.crateFolder);
      this.evidence.set(plan.cName, evidence);
      if (evidence.kind !== 'different') continue;
      const { input, c, rust, test } = evidence;
      await this.keep(plan, test);
      const text = `On this input the C and the Rust differ.\n${input}\nC: ${c}\nRust: ${rust}\n\n${test}`;
      return { kind: 'difference', text };
    }
    return undefined;
  }

  private async keep({ file }: FunctionPlan, test: string): Promise<void> {
    const { parser, cargo } = this.deps;
    const tests = /\bmod\s+tests\b/.test(test)
      ? test
      : `#[cfg(test)]\nmod tests {\nuse super::*;\n${test}\n}`;
    const merged = mergeItems(parser, this.files.get(file) ?? '', tests);
    if ('problem' in merged) return;
    const files = withFiles(this.files, { [file]: merged.text });
    // A test that does not build would be in the way of every repair.
    if ((await cargo.test(files, 'lib')).kind === 'not built') return;
    const list = itemList(parser, tests);
    const [block] = isItems(list) ? list.items : [];
    for (const { key } of block?.members ?? []) {
      if (key.startsWith('fn ')) this.keptTests.add(`${file} mod tests > ${key}`);
    }
    this.files = files;
  }

  private async review(): Promise<Trouble | undefined> {
    if (this.plans.every(({ skip }) => skip !== undefined)) return undefined;
    this.deps.onProgress('reviewing');
    const { issues, remark } = await reviewStep(
      `${this.subject}|${this.rounds.review}`,
      {
        ...sourceValues(this.step, this.window),
        plan: planText(this.plans),
        evidence: [...this.evidence]
          .map(([name, one]) => `${name}: ${evidenceText(one)}`)
          .join('\n'),
        diff: changesText(this.deps.parser, this.base, this.files, charactersOf(this.window, 0.5)),
      },
      this.deps,
    );
    this.remarks = remark === undefined ? issues : [remark];
    if (issues.length === 0) return undefined;
    const isProven = [...this.evidence.values()].every(({ kind }) => kind === 'equal');
    // Against evidence, a reviewer who is never content does not block: what they say is kept.
    if (isProven && this.rounds.review >= this.deps.repairs.review) return undefined;
    return { kind: 'review', text: issues.join('\n') };
  }

  private scope() {
    const functions = this.step.functions.map(({ name }) => name);
    const { hasInterface, again } = this.deps;
    const before = crateItems(this.deps.parser, this.base);
    const own = this.plans.flatMap(({ file, rust }) => {
      const isOwn = hasInterface || again.has(rust);
      const item = isOwn ? plannedItem(before, file, rust) : undefined;
      return item === undefined ? [] : [`${item.file} ${item.path}`];
    });
    return { functions, hasInterface, keptTests: this.keptTests, own: new Set(own) };
  }

  private sources() {
    return { ...sourceValues(this.step, this.window), notes: this.deps.notes || '(none)' };
  }

  private crate(): string {
    const own = this.plans.map(({ file }) => file);
    return crateValue(this.deps.parser, this.files, own, this.window);
  }
}

/** Crates that serve C functions, and that an answer uses, whether it names them or not. */
function usedCrates({ blocks }: CodeAnswer, { functions }: Step): string[] {
  const names = functions.flatMap(({ crates = [] }) => crates.map(({ name }) => name));
  return names.filter((name) => {
    const path = new RegExp(`\\b${name.replaceAll('-', '_')}\\s*::`);
    return blocks.some(({ text }) => path.test(text));
  });
}
