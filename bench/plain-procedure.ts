import type { Tool } from '../src/agent/tool.ts';
import type { Message, ToolDescription, UnparsedToolCall } from '../src/model/model.ts';
import { fence } from '../src/model/prompts/fence.ts';
import { type Conversation, costOf, type Spent } from './counting-model.ts';

/** How much of what the review shows an agent reads: all of it, or the places and their traces only. */
export type Reading = 'thorough' | 'frugal';

/** Lines that one read gives at most. */
const MAX_LINES = 400;

/**
 * What the same conversations take when the agents are given the candidates and no code: whatever
 * the review would have shown is read with tools, one call a turn, whole functions at a time, as a
 * tool has them; then comes the same answer. A frugal agent reads the functions of the places and of
 * their traces only, and no callers or definitions, which is less than it would need. The clusterer reads nothing: it groups by what the
 * scan says.
 */
export async function plainProcedure(
  conversations: readonly Conversation[],
  tools: readonly Tool[],
  reading: Reading,
): Promise<Spent> {
  let [calls, tokens] = [0, 0];
  for (const { first, answers } of conversations) {
    const question = first.messages.map(withoutCode);
    const reads = first.conversation.role === 'clusterer' ? [] : readsOf(first.messages, reading);
    const asked = answers.flatMap(({ toolCalls }) => toolCalls);
    const descriptions = reads.length === 0 ? [] : tools.map(describe);
    let messages: readonly Message[] = question;
    for (const call of [...reads, ...asked]) {
      const answer = { content: '', toolCalls: [call] };
      tokens += costOf({ messages, tools: descriptions }, answer);
      calls += 1;
      const content = fence(`result of ${call.name}`, await carryOut(call, tools));
      messages = [
        ...messages,
        { role: 'assistant', ...answer },
        { role: 'tool', toolCallId: call.id, content },
      ];
    }
    const last = answers.at(-1);
    if (last === undefined) continue;
    tokens += costOf({ messages, tools: descriptions }, last);
    calls += 1;
  }
  return { calls, tokens };
}

/** A message without the code that the review puts into it. */
function withoutCode(message: Message): Message {
  if (message.role !== 'user') return message;
  const content = message.content.replace(/<(data-\w+) is="code">[\s\S]*?<\/\1>/, '');
  return { ...message, content };
}

/** A read for each function that the review shows, each found by name first, and for each file of definitions. */
function readsOf(messages: readonly Message[], reading: Reading): UnparsedToolCall[] {
  const text = messages.find(({ role }) => role === 'user')?.content ?? '';
  const [, code = ''] = /<(?:data-\w+) is="code">([\s\S]*?)<\/data-/.exec(text) ?? [];
  const isThorough = reading === 'thorough';
  const functions = [...code.matchAll(/^(\S+):(\d+)-(\d+), function (\w+)(.*):$/gm)].filter(
    ([, , , , , how]) => isThorough || how === '',
  );
  const definitions = isThorough ? [...code.matchAll(/^(\S+):\n((?: *\d+ \| .*\n?)+)/gm)] : [];
  const calls = [
    ...functions.flatMap(([, file = '', start = '', end = '', name = '', how = '']) => [
      ...(how.startsWith(', which') ? [call('find_callers', { name: how.split(' ').at(-1) })] : []),
      ...(how.startsWith(', called') ? [call('find_definition', { name })] : []),
      read(file, Number(start), Number(end)),
    ]),
    ...definitions.map(([, file = '', rows = '']) => {
      const lines = rows.match(/^ *\d+/gm)?.map(Number) ?? [1];
      return read(file, lines[0] ?? 1, lines.at(-1) ?? 1);
    }),
  ];
  return calls.map((one, at) => ({ ...one, id: `read_${at}` }));
}

function read(file: string, start: number, end: number): UnparsedToolCall {
  const ranges = [{ file, start, end: Math.min(end, start + MAX_LINES - 1) }];
  return call('read_code', { ranges });
}

function call(name: string, args: object): UnparsedToolCall {
  return { id: '', name, arguments: JSON.stringify(args) };
}

async function carryOut(one: UnparsedToolCall, tools: readonly Tool[]): Promise<string> {
  const tool = tools.find(({ name }) => name === one.name);
  if (tool === undefined) return `there is no tool ${one.name}`;
  try {
    return await tool.call(JSON.parse(one.arguments), new AbortController().signal);
  } catch (thrown) {
    return String(thrown);
  }
}

function describe({ name, description, parameters }: Tool): ToolDescription {
  return { name, description, parameters };
}
