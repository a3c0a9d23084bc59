/** What can be wrong with what was written, in the order in which it is looked for. */
export type StepFailureKind = 'compile' | 'test' | 'gate' | 'difference' | 'review';

/** How often each kind of trouble is repaired before a function is begun again. */
export type RepairLimits = Readonly<Record<StepFailureKind, number>>;

/** The first thing that is wrong, and what a fixer hears of it. */
export interface StepFailure {
  readonly kind: StepFailureKind;
  readonly text: string;
  /** Whether it is a guess or an opinion, so that the Rust may be right all the same. */
  readonly isDisputable?: boolean;
}

/** In words. */
export const FAILURE_WORDS: Readonly<Record<StepFailureKind, string>> = {
  compile: 'it does not build',
  test: 'a test fails',
  gate: 'a gate refuses it',
  difference: 'it does something else than the C',
  review: 'the reviewer found a defect',
};

/** Rounds of repairs before there was one. */
export const NO_ROUNDS: Readonly<Record<StepFailureKind, number>> = {
  ...{ compile: 0, test: 0, gate: 0, difference: 0, review: 0 },
};

/** How the reason begins of what safe Rust cannot do under what is given, as a second reader agrees. */
export const CANNOT_BE_DONE = 'it cannot be done';
