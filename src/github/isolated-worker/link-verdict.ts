import * as z from 'zod';

const name = z.string().min(1).max(600);
const reason = z.string().max(4000);
/** What is to be said of a function: text of strangers. */
const reasonSchema = z.strictObject({ name, because: reason });
const MAX_FUNCTIONS = 1000;

/**
 * What the C program's own tests say of functions in Rust: plain data, which is parsed before it
 * is used. None of the three says that nothing was found where nothing was tried.
 */
export const linkVerdictSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('passed'),
    /** Those that were asked for, and were in Rust while the tests passed. */
    linked: z.array(name).min(1).max(MAX_FUNCTIONS),
    /** Of these: what the tests never called from C, so that they say nothing of it. */
    uncalled: z.array(name).max(MAX_FUNCTIONS),
    /** Of these: what no C calls any more; the tests passed without the C function. */
    retirable: z.array(name).max(MAX_FUNCTIONS),
    /** Those that were asked for and stayed C. */
    kept: z.array(reasonSchema).max(MAX_FUNCTIONS),
  }),
  /** With these in Rust the tests fail. */
  z.strictObject({
    kind: z.literal('failed'),
    functions: z.array(reasonSchema).min(1).max(MAX_FUNCTIONS),
  }),
  /** Nothing could be said, and why. */
  z.strictObject({
    kind: z.literal('not possible'),
    reasons: z.array(reason).min(1).max(MAX_FUNCTIONS),
  }),
]);

export type LinkVerdict = z.infer<typeof linkVerdictSchema>;
