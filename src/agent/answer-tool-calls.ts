import type { ToolMessage, UnparsedToolCall } from '../model/model.ts';
import { fence } from '../model/prompts/fence.ts';
import type { Agent } from './agent.ts';
import { type AboutTask, type AgentListener, emit } from './agent-events.ts';
import { callTool } from './call-tool.ts';
import type { ToolResult } from './tool.ts';

export interface CallContext {
  readonly listeners: readonly AgentListener[];
  readonly about: AboutTask;
  readonly signal: AbortSignal;
  /** Of one answer, whatever its tool allows. */
  readonly maxChars: number;
}

/**
 * Carries out the calls of one turn. Those that only read run side by side when the agent allows
 * several, the others one after the other; without that leave only the first is carried out. Every
 * call is answered, and every answer is fenced: it holds what files and programs say.
 * @returns the answers, in the order of the calls
 * @throws the signal's reason
 */
export async function answerToolCalls(
  agent: Pick<Agent<unknown>, 'tools' | 'permissions' | 'parallelToolCalls'>,
  calls: readonly UnparsedToolCall[],
  { listeners, about, signal, maxChars }: CallContext,
): Promise<readonly ToolMessage[]> {
  const { permissions, tools } = agent;
  const answer = async (call: UnparsedToolCall): Promise<ToolMessage> => {
    // A name that is no tool's is a text of the model's own, which no log is to hold.
    const tool = tools.find(({ name }) => name === call.name)?.name;
    emit(listeners, { ...about, kind: 'tool-called', tool });
    const started = performance.now();
    const result = await callTool(call, { tools, permissions, signal, maxChars });
    const milliseconds = performance.now() - started;
    emit(listeners, { ...about, kind: 'tool-answered', tool, ok: result.ok, milliseconds });
    return reply(call, result);
  };
  const several = agent.parallelToolCalls === true;
  const onlyRead = calls.every(
    ({ name }) => tools.find((tool) => tool.name === name)?.permission === 'read',
  );
  if (several && onlyRead) return await Promise.all(calls.map(answer));
  const replies: ToolMessage[] = [];
  for (const [index, call] of calls.entries()) {
    const isRefused = index > 0 && !several;
    replies.push(isRefused ? reply(call, CALL_REFUSED) : await answer(call));
  }
  return replies;
}

const CALL_REFUSED: ToolResult = {
  ok: false,
  text: 'Error: this call was not carried out: make one call a turn, and make it again if you need it.',
};

function reply(call: UnparsedToolCall, result: ToolResult): ToolMessage {
  const label = result.ok ? `result of ${call.name}` : `error of ${call.name}`;
  return { role: 'tool', toolCallId: call.id, content: fence(label, result.text) };
}
