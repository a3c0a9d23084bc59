import { type Evidence, isStale } from '../../equivalence/evidence/evidence.ts';
import type { Progress } from '../state/progress.ts';
import { calleesOf, type MigrationStep } from '../steps/step.ts';
import type { StepResult } from '../transpile/run-step.ts';
import { blockingCallee, differenceReason, recordedBlock } from './block-function.ts';

/** What became of a step in this run. */
export type StepOutcome = { readonly step: MigrationStep } & (
  | { readonly kind: 'migrated'; readonly commit: string; readonly result: StepResult }
  | { readonly kind: 'blocked'; readonly reason: string }
  /** Something that it needs is not there; or it is left out, for the reason given. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** An earlier run did it; its evidence, by C function. */
  | { readonly kind: 'done before'; readonly evidence: ReadonlyMap<string, Evidence> }
  /** The run ended before it. */
  | { readonly kind: 'waiting' }
);

/** Whether a function of a step that an earlier run did was compared as C or Rust that has changed since. */
export function isStaleOutcome(outcome: StepOutcome): boolean {
  if (outcome.kind !== 'done before') return false;
  return outcome.step.functions.some(({ name }) => isStale(outcome.evidence.get(name)));
}

/** What is known before a step is tried. */
export interface KnownBeforeStep {
  /** Evidence of each migrated C function. */
  readonly mapped: ReadonlyMap<string, Evidence>;
  readonly blocked: Progress['blocked'];
  /** What became of the steps before it. */
  readonly outcomes: readonly StepOutcome[];
  /** Blocked C functions without which others can be migrated. */
  readonly lacking: ReadonlySet<string>;
  /** C functions that a person has named; none for all. */
  readonly only: readonly string[];
  /** All C functions that are to be migrated. */
  readonly all: ReadonlySet<string>;
}

/** What is clear about a step without trying it; undefined when it is to be tried. */
export function outcomeWithoutTrying(
  step: MigrationStep,
  { mapped, blocked, outcomes, lacking, only, all }: KnownBeforeStep,
): StepOutcome | undefined {
  const names = step.functions.map(({ name }) => name);
  const isWanted = names.some((name) => only.includes(name));
  if (names.every((name) => mapped.has(name))) {
    const reason = differenceReason(step, mapped);
    if (reason === undefined) return { step, kind: 'done before', evidence: mapped };
    return isWanted ? undefined : { step, kind: 'blocked', reason };
  }
  if (isWanted) {
    // Rust that stands for half a function would be compared with nothing, and reviewed in vain.
    const isMissing = (name: string) => all.has(name) && !mapped.has(name) && !lacking.has(name);
    const needed = calleesOf(step).filter(isMissing);
    if (needed.length === 0) return undefined;
    const what = needed.length === 1 ? 'is not migrated' : 'are not migrated';
    const reason = `it needs ${needed.join(', ')}, which ${what}: --with-callees migrates what it needs first`;
    return { step, kind: 'skipped', reason };
  }
  if (only.length > 0) return { step, kind: 'waiting' };
  const recorded = recordedBlock(step, blocked);
  if (recorded !== undefined) return { step, kind: 'blocked', reason: recorded };
  const notMigrated = outcomes
    .filter(({ kind }) => kind === 'blocked' || kind === 'skipped')
    .flatMap((one) => one.step.functions.map(({ name }) => name));
  const missing = blockingCallee(step, new Set(notMigrated.filter((name) => !lacking.has(name))));
  if (missing === undefined) return undefined;
  return {
    step,
    kind: 'skipped',
    reason: `it needs ${missing}, which could not be migrated`,
  };
}

/** What became of steps, by what is known of them by now: a later comparison may have shown a difference. */
export function withEvidence(
  outcomes: readonly StepOutcome[],
  known: ReadonlyMap<string, Evidence>,
): StepOutcome[] {
  return outcomes.map((outcome): StepOutcome => {
    const { step } = outcome;
    if (outcome.kind !== 'migrated' && outcome.kind !== 'done before') return outcome;
    const reason = differenceReason(step, known);
    if (reason !== undefined) return { step, kind: 'blocked', reason };
    if (outcome.kind === 'done before') return { ...outcome, evidence: known };
    if (outcome.result.kind !== 'done') return outcome;
    const evidence = new Map(
      [...outcome.result.evidence].map(([name, one]) => [name, known.get(name) ?? one]),
    );
    return { ...outcome, result: { ...outcome.result, evidence } };
  });
}
