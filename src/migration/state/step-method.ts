import * as z from 'zod';

/** A refusal of Rust, and the change after which it came no more. */
const answeredRefusalSchema = z.object({
  refusal: z.enum(['compile', 'test', 'gate', 'difference', 'review']),
  /** An error of the compiler such as `E0502`, a lint, or the name of a gate; empty for no more than the kind. */
  about: z.string(),
  /** Lines with `-` and `+` before them, cut where there are many. */
  change: z.string(),
});

/** How a function came to its Rust, for those whose work is of the same kind. */
export const stepMethodSchema = z.object({
  /** What makes the work on the C of its kind, in words. */
  kinds: z.array(z.string()),
  answered: z.array(answeredRefusalSchema),
});

export type AnsweredRefusal = z.infer<typeof answeredRefusalSchema>;
