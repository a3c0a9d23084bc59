import * as z from 'zod';
import { isUnchecked, unsafeReachedSchema } from './unsafe-reached.ts';

/** A difference that a comparison met in calls of other functions, without one of the function that was looked at. */
const otherDifferenceSchema = z.object({
  /** The function whose result differs, as the C calls it. */
  c_name: z.string(),
  /** The path of its Rust. */
  rust_symbol: z.string(),
  /** The paths of the others that are called, the last one first: one of them may have left what makes it differ. */
  called_before: z.array(z.string()),
  /** The smallest sequence of calls found on which they differ. */
  input: z.string(),
  c: z.string(),
  rust: z.string(),
  /** A Rust test that fails until they agree; empty where no test can begin as it has to. */
  test: z.string(),
});

export type OtherDifference = z.infer<typeof otherDifferenceSchema>;

/** Missing where there are none, and in older evidence. */
const othersDiffer = { others_differ: z.array(otherDifferenceSchema).optional() };

/** What was seen of old and new, side by side; kept beside each migrated function. */
export const evidenceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('equal'),
    /** Inputs on which both sides were compared, and gave the same. */
    cases: z.int().nonnegative(),
    /** Set where there is no other input: the function takes nothing, and begins each time with the same state. */
    is_only_input: z.literal(true).optional(),
    /** Inputs that do not count, since the C itself has no defined behaviour there, or does not end. */
    excluded: z.int().nonnegative(),
    seed: z.int().nonnegative(),
    /** Lines and branches of the C function that these inputs reached. */
    coverage: z.object({
      lines: z.int().nonnegative(),
      coveredLines: z.int().nonnegative(),
      /** Lines of its file that were not reached; missing in older evidence. */
      missedLines: z.array(z.int().positive()).optional(),
      branches: z.int().nonnegative(),
      coveredBranches: z.int().nonnegative(),
    }),
    /**
     * Other functions that these inputs reached on both sides: the C, and the Rust that has taken its place, which the
     * Rust of this one calls. Missing where there are none, and in older evidence.
     */
    also_reached: z
      .array(
        z.object({
          c_name: z.string(),
          lines: z.int().nonnegative(),
          covered_lines: z.int().nonnegative(),
        }),
      )
      .optional(),
    /** What is not compared or not tried, each in one plain sentence. */
    limits: z.array(z.string()),
    /** What is known of `unsafe` code that the Rust reaches; missing in older evidence. */
    unsafe_reached: unsafeReachedSchema.optional(),
    /** Undefined behaviour of the C that inputs met: one line each. */
    undefinedBehaviour: z.array(z.string()),
    milliseconds: z.number().nonnegative(),
    ...othersDiffer,
  }),
  z.object({
    kind: z.literal('different'),
    /** The smallest input found on which they differ, as Rust source of its arguments. */
    input: z.string(),
    c: z.string(),
    rust: z.string(),
    /** A Rust test that fails until they agree: `#[test] fn …`. */
    test: z.string(),
    cases: z.int().nonnegative(),
    seed: z.int().nonnegative(),
    milliseconds: z.number().nonnegative(),
    ...othersDiffer,
  }),
  z.object({
    kind: z.literal('not checked'),
    because: z.string(),
    /** What may still make it possible, `again` where it was compared with C that is another now; missing in older evidence. */
    remedy: z.enum(['plan', 'later', 'none', 'again']).optional(),
    ...othersDiffer,
  }),
  /** Neither side does anything that a comparison could show, or Rust has nothing in its place. */
  z.object({ kind: z.literal('nothing to compare'), because: z.string() }),
]);

export type Evidence = z.infer<typeof evidenceSchema>;

/** Whether what was seen was seen of C or Rust that has changed since. */
export function isStale(evidence: Evidence | undefined): boolean {
  return evidence?.kind === 'not checked' && evidence.remedy === 'again';
}

/** Whether evidence says that nothing is missing. */
export function isSettled({ kind }: Evidence): boolean {
  return kind === 'equal' || kind === 'nothing to compare';
}

/** Differences of other functions that a comparison met. */
export function othersThatDiffer(evidence: Evidence): readonly OtherDifference[] {
  return evidence.kind === 'nothing to compare' ? [] : (evidence.others_differ ?? []);
}

/** That both sides gave the same, for people: never without saying that something `unsafe` was not looked at. */
export function sameText(evidence: Extract<Evidence, { kind: 'equal' }>): string {
  const unchecked = isUnchecked(evidence.unsafe_reached)
    ? ', and whether its unsafe code has undefined behaviour was not checked'
    : '';
  return `the same as the C on ${inputsText(evidence)}${unchecked}`;
}

/** On how much both sides did the same, for people. */
export function inputsText({
  cases,
  is_only_input: isOnly,
}: Pick<Extract<Evidence, { kind: 'equal' }>, 'cases' | 'is_only_input'>): string {
  if (isOnly === true) return 'the only input that there is';
  return `${cases} ${cases === 1 ? 'input' : 'inputs'}`;
}
