/**
 * What providers send, as far as it is used. Everything that servers in the wild leave out or
 * spell differently is optional here; everything else makes the answer unusable.
 */
import * as z from 'zod';

const count = z.number().int().nonnegative();

const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z
    .object({ cached_tokens: count.nullish(), cache_write_tokens: count.nullish() })
    .nullish(),
  /** Where some providers count what came from their cache. */
  prompt_cache_hit_tokens: count.nullish(),
});

/** Arguments are JSON in a string; some servers send the object itself. */
const callArguments = z.union([
  z.string(),
  z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)),
]);

const toolCall = z.object({
  index: count.nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: callArguments.nullish() }).nullish(),
});

const finish = z.string().nullish();

const message = z.object({
  content: z.string().nullish(),
  /** What the model says instead of an answer that it will not give. */
  refusal: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
});

export const completionSchema = z.object({
  choices: z.array(z.object({ message, finish_reason: finish })).min(1),
  usage: usage.nullish(),
});

export const chunkSchema = z.object({
  choices: z.array(z.object({ delta: message.nullish(), finish_reason: finish })).nullish(),
  usage: usage.nullish(),
});

export type WireChunk = z.infer<typeof chunkSchema>;
export type WireCompletion = z.infer<typeof completionSchema>;
export type WireToolCall = z.infer<typeof toolCall>;
export type WireUsage = z.infer<typeof usage>;
