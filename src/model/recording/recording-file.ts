import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import type { ModelRequest, Tier } from '../model.ts';

const count = z.number().int().nonnegative();

const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string() }),
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({
    role: z.literal('assistant'),
    content: z.string(),
    toolCalls: z.array(toolCall).readonly().optional(),
  }),
  z.object({ role: z.literal('tool'), toolCallId: z.string(), content: z.string() }),
]);

const answer = z.object({
  content: z.string(),
  toolCalls: z.array(toolCall).readonly(),
  finish: z.enum(['stop', 'tool_calls', 'length', 'content_filter']),
  model: z.string(),
  usage: z.object({ input: count, cached: count, output: count, estimated: z.boolean() }),
  repairs: z.array(z.string()).readonly(),
});

const turnSchema = z.object({
  turn: count,
  /** Of everything that was asked; a replay whose question has another hash is stale. */
  hash: z.string(),
  /** The messages that the turn before did not have yet. */
  asked: z.array(message).readonly(),
  answer,
});

const conversationSchema = z.object({
  role: z.string(),
  subject: z.string(),
  turns: z.array(turnSchema),
});

const headerSchema = z.object({
  format: z.literal('rustward recording 1'),
  /** Tokens, by tier: what the recorded run had to fit into. */
  windows: z.object({ cheap: count, normal: count, smart: count }),
});

export type RecordedTurn = z.infer<typeof turnSchema>;
type RecordedConversation = z.infer<typeof conversationSchema>;
export type RecordingHeader = z.infer<typeof headerSchema>;

/** The file in a recording's folder that says what it is. */
export const HEADER_FILE = 'recording.json';

/**
 * The hash of what a turn asks, whichever model is asked. The form of the answer is no part of it: it
 * follows from the role, and only some providers hear of it.
 */
export function requestHash(request: ModelRequest): string {
  const { messages, tools = [], parallelToolCalls = false } = request;
  const parts = [messages, tools, parallelToolCalls, null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Where a conversation is kept, relative to the folder: readable, and different for each. */
export function conversationPath(role: string, subject: string): string {
  const plain = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(-60);
  const hash = createHash('sha256')
    .update(JSON.stringify([role, subject]))
    .digest('hex');
  return join(plain(role), `${plain(subject)}-${hash.slice(0, 8)}.json`);
}

/** A whole recording. */
export interface Recording {
  readonly windows: Readonly<Record<Tier, number>>;
  readonly conversations: readonly RecordedConversation[];
}

/** @throws UsageError naming the file that is missing or wrong */
export function loadRecording(folder: string): Recording {
  const { windows } = loadPart(folder, HEADER_FILE, headerSchema);
  const files = globSync('*/*.json', { cwd: folder }).sort();
  return {
    windows,
    conversations: files.map((file) => loadPart(folder, file, conversationSchema)),
  };
}

/** One conversation of a recording; undefined when it is not there yet. */
export function loadConversation(folder: string, path: string): RecordedConversation | undefined {
  return existsSync(join(folder, path)) ? loadPart(folder, path, conversationSchema) : undefined;
}

function loadPart<T>(folder: string, file: string, schema: z.ZodType<T>): T {
  const path = join(folder, file);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (thrown) {
    throw new UsageError(`${folder} is no recording: cannot read ${file}: ${messageOf(thrown)}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${path} is no part of a recording: ${formatZodError(parsed.error)}`);
}
