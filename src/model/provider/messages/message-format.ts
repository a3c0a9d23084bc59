/** What Anthropic's messages interface sends, as far as it is used. All else is let through unread. */
import * as z from 'zod';

const count = z.number().int().nonnegative();

const usage = z.object({
  input_tokens: count.nullish(),
  cache_read_input_tokens: count.nullish(),
  cache_creation_input_tokens: count.nullish(),
  output_tokens: count.nullish(),
});

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({
    type: z.literal('thinking'),
    thinking: z.string(),
    signature: z.string().default(''),
  }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.looseObject({ type: z.string() }).transform(() => undefined),
]);

const delta = z.union([
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.object({ type: z.literal('signature_delta'), signature: z.string() }),
  z.looseObject({ type: z.string() }).transform(() => undefined),
]);

const stop = z.string().nullish();

export const messageSchema = z.object({
  content: z.array(block),
  stop_reason: stop,
  usage: usage.nullish(),
});

export const messageEventSchema = z.union([
  z.object({
    type: z.literal('message_start'),
    message: z.object({ usage: usage.nullish() }),
  }),
  z.object({
    type: z.literal('content_block_start'),
    index: count,
    content_block: block,
  }),
  z.object({ type: z.literal('content_block_delta'), index: count, delta }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: stop }),
    usage: usage.nullish(),
  }),
  z.looseObject({ type: z.string() }).transform(() => undefined),
]);

export type WireBlock = NonNullable<z.infer<typeof block>>;
export type WireDelta = NonNullable<z.infer<typeof delta>>;
export type WireMessage = z.infer<typeof messageSchema>;
export type WireUsage = z.infer<typeof usage>;
export type WireThought = Extract<WireBlock, { type: 'thinking' | 'redacted_thinking' }>;
