import * as z from 'zod';
import { parseJson5 } from '../../parse-json5.ts';
import type { ModelRequest, UnparsedToolCall } from '../model.ts';
import type { CompletedToolCall, Completion } from '../provider/provider.ts';
import { unusedId, usedIds } from './history.ts';

/** A completion whose text has no stray tags, and whose tool calls have ids. */
export interface CleanAnswer {
  readonly content: string;
  readonly toolCalls: readonly UnparsedToolCall[];
  readonly repairs: readonly string[];
}

const writtenCallSchema = z.object({
  name: z.string(),
  arguments: z
    .union([
      z.string(),
      z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)),
    ])
    .default('{}'),
});

const TOOL_CALL_BLOCK = /<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>/g;
const TOOL_CALL_TAG = /<\/?tool_call>/g;
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

/**
 * Corrects what models get wrong in the form of an answer. A tool call that was written as text
 * becomes one when nothing else was written and the tool was offered: text around it may be a
 * quotation, which must start nothing.
 */
export function cleanAnswer(completion: Completion, request: ModelRequest): CleanAnswer {
  const repairs: string[] = [];
  let content = completion.content.replace(THOUGHTS, '');
  let calls: readonly CompletedToolCall[] = completion.toolCalls;
  if (content.search(TOOL_CALL_TAG) >= 0) {
    const written = calls.length === 0 ? writtenCalls(content, request) : undefined;
    if (written !== undefined) {
      calls = written;
      content = '';
      repairs.push('a tool call written as text was taken as a tool call');
    } else {
      content = content.replaceAll(TOOL_CALL_TAG, '');
      repairs.push('stray <tool_call> tags were removed');
    }
  }
  const used = usedIds(request.messages);
  const toolCalls = calls.map((call) => {
    const id = unusedId(call.id, used);
    if (id !== call.id)
      repairs.push(`a tool call ${call.id ? 'whose id was taken' : 'without id'} got one`);
    return { id, name: call.name, arguments: call.arguments };
  });
  return { content: content.trim() === '' ? '' : content, toolCalls, repairs };
}

/** The calls that a text consists of; undefined when it holds anything else. */
function writtenCalls(
  content: string,
  { tools = [] }: ModelRequest,
): CompletedToolCall[] | undefined {
  if (content.replaceAll(TOOL_CALL_BLOCK, '').trim() !== '') return undefined;
  const calls: CompletedToolCall[] = [];
  for (const [, json = ''] of content.matchAll(TOOL_CALL_BLOCK)) {
    const call = writtenCall(json);
    if (call === undefined || !tools.some(({ name }) => name === call.name)) return undefined;
    calls.push(call);
  }
  return calls;
}

function writtenCall(json: string): CompletedToolCall | undefined {
  try {
    const parsed = writtenCallSchema.safeParse(parseJson5(json));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
