import * as z from 'zod';

const call = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
});

export const wireMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string().min(1) }),
  z.object({ role: z.literal('user'), content: z.string().min(1) }),
  z.object({
    role: z.literal('assistant'),
    content: z.string().min(1).nullable(),
    tool_calls: z.array(call).min(1).optional(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);

export type WireMessage = z.infer<typeof wireMessage>;

/**
 * What the strictest of all providers would refuse about a conversation: one instruction, at the
 * start; user and assistant in turns, the user first; every tool call answered once, at once and in
 * order; ids unique; arguments an object in JSON; the last word not the assistant's.
 */
export function historyProblem(messages: readonly WireMessage[]): string | undefined {
  const ids = new Set<string>();
  let waiting: string[] = [];
  let before: WireMessage['role'] | undefined;
  for (const [index, message] of messages.entries()) {
    const { role } = message;
    if (role === 'system' && index > 0) return `message ${index} is a second instruction`;
    if (role !== 'tool' && waiting.length > 0) return `${waiting[0]} is not answered`;
    if (role === 'tool') {
      if (message.tool_call_id !== waiting[0]) return `${message.tool_call_id} answers no call`;
      waiting = waiting.slice(1);
    }
    if (role === 'user' && before === 'user') return `message ${index} is a second question`;
    if (role === 'assistant') {
      if (before !== 'user' && before !== 'tool') return `message ${index} answers nobody`;
      const calls = message.tool_calls ?? [];
      if (calls.length === 0 && !message.content?.trim()) return `message ${index} is empty`;
      for (const { id, function: called } of calls) {
        if (ids.has(id)) return `the id ${id} is used twice`;
        ids.add(id);
        if (!isObject(called.arguments)) return `the arguments of ${id} are no object`;
      }
      waiting = calls.map(({ id }) => id);
    }
    before = role;
  }
  if (waiting.length > 0) return `${waiting[0]} is not answered`;
  return before === 'user' || before === 'tool' ? undefined : 'there is no question';
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
