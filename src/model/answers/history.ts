import type { AssistantMessage, Message, ToolMessage, UnparsedToolCall } from '../model.ts';

const GO_ON: Message = { role: 'user', content: 'Please go on.' };
const NO_RESULT = 'This call was not carried out; there is no result.';

/**
 * Makes a conversation one that the strictest provider takes: instructions in one message at the
 * start; each tool call answered once, right after it, in order; ids unique; arguments JSON; no
 * empty messages; no two messages of the user or the assistant in a row; a question or a tool
 * result at the end. A valid conversation stays as it is.
 */
export function strictHistory(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const instructions = system.filter(isText).join('\n\n');
  const used = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'user') addText(result, message);
    if (message.role !== 'assistant') continue;
    const calls = message.toolCalls ?? [];
    if (calls.length === 0) addText(result, message);
    else addCalls(result, message, answersAfter(messages, index), used);
  }
  if (result[0]?.role === 'assistant') result.unshift(GO_ON);
  const last = result.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') result.push(GO_ON);
  if (instructions !== '') result.unshift({ role: 'system', content: instructions });
  return result;
}

/** Adds a message without tool calls, to the one before it where both have the same author. */
function addText(result: Message[], message: Extract<Message, { role: 'user' | 'assistant' }>) {
  if (!isText(message.content)) return;
  const last = result.at(-1);
  const joins =
    last?.role === message.role && (last.role !== 'assistant' || last.toolCalls === undefined);
  if (!joins) {
    result.push({ role: message.role, content: message.content });
    return;
  }
  result.pop();
  result.push({ role: message.role, content: `${last.content}\n\n${message.content}` });
}

function addCalls(
  result: Message[],
  { content, toolCalls = [] }: AssistantMessage,
  answers: readonly ToolMessage[],
  used: Set<string>,
): void {
  const last = result.at(-1);
  // What the assistant said right before it called belongs to the same message.
  const said =
    last?.role === 'assistant' && last.toolCalls === undefined ? result.pop() : undefined;
  const unanswered = [...answers];
  const calls: UnparsedToolCall[] = [];
  const replies: ToolMessage[] = [];
  for (const call of toolCalls) {
    const id = unusedId(call.id, used);
    calls.push({ id, name: toolName(call.name), arguments: jsonArguments(call.arguments) });
    const at = unanswered.findIndex(({ toolCallId }) => toolCallId === call.id);
    const [answer] = at < 0 ? [] : unanswered.splice(at, 1);
    replies.push({ role: 'tool', toolCallId: id, content: answer?.content ?? NO_RESULT });
  }
  const text = [said?.content ?? '', content].filter(isText).join('\n\n');
  result.push({ role: 'assistant', content: text, toolCalls: calls }, ...replies);
}

/** The tool results between a message and the next one of the assistant. */
function answersAfter(messages: readonly Message[], index: number): ToolMessage[] {
  const rest = messages.slice(index + 1);
  const end = rest.findIndex(({ role }) => role === 'assistant');
  return rest.slice(0, end < 0 ? rest.length : end).filter((message) => message.role === 'tool');
}

/** An id that no other call has: the given one where that is possible. */
export function unusedId(wanted: string | undefined, used: Set<string>): string {
  let id = wanted ?? '';
  for (let number = used.size + 1; id === '' || used.has(id); number += 1) id = `call_${number}`;
  used.add(id);
  return id;
}

/** The ids of the tool calls in a conversation. */
export function usedIds(messages: readonly Message[]): Set<string> {
  return new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
    ),
  );
}

/** Providers refuse a whole conversation for one odd name in it. */
function toolName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unnamed';
}

/** Some providers parse the arguments of past calls, and fail when they are no object. */
function jsonArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Kept below, as a text.
  }
  return JSON.stringify({ unreadable: text });
}

function isText(text: string): boolean {
  return text.trim() !== '';
}
