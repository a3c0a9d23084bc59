import * as z from 'zod';

/** What a model answers in a thread, or why there is no answer. */
export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), text: z.string().min(1).max(8000) }),
  /** There is no model to ask. */
  z.object({ kind: z.literal('no model') }),
  z.object({ kind: z.literal('none'), reason: z.string().min(1).max(4000) }),
]);

export type Answer = z.infer<typeof answerSchema>;
