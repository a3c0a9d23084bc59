/** What OpenAI's responses interface sends, as far as it is used. All else is let through unread. */
import * as z from 'zod';

const count = z.number().int().nonnegative();

const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: z
    .object({ cached_tokens: count.nullish(), cache_write_tokens: count.nullish() })
    .nullish(),
});

const part = z.union([
  z.object({ type: z.literal('output_text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({ type: z.string() }).transform(() => undefined),
]);

/** Only what is sealed can be sent back: the rest is kept by the provider, if at all. */
const reasoning = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  encrypted_content: z.string(),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })).default([]),
});

const item = z.union([
  z.object({ type: z.literal('message'), content: z.array(part) }),
  z.object({
    type: z.literal('function_call'),
    call_id: z.string().nullish(),
    name: z.string(),
    arguments: z.string(),
  }),
  reasoning,
  z.looseObject({ type: z.string() }).transform(() => undefined),
]);

export const responseSchema = z.object({
  status: z.string(),
  output: z.array(item).default([]),
  usage: usage.nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

/** An event that adds something, one that ends the answer, or one of which nothing is used. */
export const responseEventSchema = z.union([
  z.object({
    type: z.enum(['response.output_text.delta', 'response.refusal.delta']),
    delta: z.string(),
  }),
  z.object({ type: z.literal('response.function_call_arguments.delta'), delta: z.string() }),
  z.object({ type: z.literal('response.output_item.done'), item }),
  z.object({
    type: z.enum(['response.completed', 'response.incomplete', 'response.failed']),
    response: responseSchema,
  }),
  z.looseObject({ type: z.string() }).transform(() => undefined),
]);

export type WireResponse = z.infer<typeof responseSchema>;
export type WireItem = z.infer<typeof item>;
export type WireReasoning = z.infer<typeof reasoning>;
