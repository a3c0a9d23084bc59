import { messageOf } from '../errors.ts';
import { abortable } from '../model/abortable.ts';
import type { UnparsedToolCall } from '../model/model.ts';
import { parseJson5 } from '../parse-json5.ts';
import { cutText } from './cut-text.ts';
import { type Permission, type Tool, ToolError, type ToolResult } from './tool.ts';

export interface ToolRun {
  readonly tools: readonly Tool[];
  readonly permissions: readonly Permission[];
  readonly signal: AbortSignal;
  /** Of the answer, whatever the tool itself allows. */
  readonly maxChars: number;
}

/**
 * Carries out one call of a model. Whatever goes wrong (an unknown tool, arguments that cannot be
 * read, a permission that the run does not have, a timeout) becomes a result that says how to go
 * on; only an abort by `signal` is thrown.
 * @throws the signal's reason
 */
export async function callTool(
  call: UnparsedToolCall,
  { tools, permissions, signal, maxChars }: ToolRun,
): Promise<ToolResult> {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ');
    return failed(`there is no tool of that name. There are: ${names}`);
  }
  if (!permissions.includes(tool.permission)) {
    return failed(
      `${tool.name} needs the permission to ${tool.permission}, which this run has not`,
    );
  }
  const timeout = AbortSignal.timeout(tool.timeoutSeconds * 1000);
  try {
    const args = parseArguments(call.arguments);
    const either = AbortSignal.any([signal, timeout]);
    either.throwIfAborted();
    const text = await abortable(tool.call(args, either), either);
    return { ok: true, text: cutText(text, Math.min(tool.maxChars, maxChars)) };
  } catch (thrown) {
    signal.throwIfAborted();
    if (timeout.aborted) {
      const advice = 'ask for less, or for something else';
      return failed(`${tool.name} took longer than ${tool.timeoutSeconds} seconds; ${advice}`);
    }
    if (thrown instanceof ToolError) {
      return failed(thrown.message, Math.min(thrown.maxChars ?? MAX_ERROR, maxChars));
    }
    return failed(`${tool.name} failed: ${messageOf(thrown)}. Go on without it.`);
  }
}

/** @throws ToolError when the text is no object; models write JSON5 now and then. */
function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseJson5(text);
  } catch (thrown) {
    throw new ToolError(`the arguments are no JSON (${messageOf(thrown)}); write them again`);
  }
}

/** Of an error that says no more than what was wrong. */
const MAX_ERROR = 2000;

function failed(text: string, most = MAX_ERROR): ToolResult {
  return { ok: false, text: `Error: ${cutText(text, most)}` };
}
