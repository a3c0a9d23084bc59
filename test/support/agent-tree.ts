import type { Tool } from '../../src/agent/tool.ts';
import { ToolError } from '../../src/agent/tool.ts';
import type { AgentTree } from '../../src/agent/tools/agent-tree.ts';
import { CallGraph, type GraphFunction } from '../../src/code/graph/call-graph.ts';
import { memorySandbox } from '../fakes/memory-sandbox.ts';

/** A tree for tools: its functions are those given, and nothing runs in it. */
export function agentTree(
  root: string,
  functions: readonly GraphFunction[] = [],
  rest: Partial<AgentTree> = {},
): AgentTree {
  return { root, graph: new CallGraph(functions), sandbox: memorySandbox(), ...rest };
}

/** What a tool answers, or how it fails in words that are meant for the model. */
export async function answerOf(tool: Tool, args: unknown): Promise<string> {
  try {
    return await tool.call(args, new AbortController().signal);
  } catch (thrown) {
    if (thrown instanceof ToolError) return `error: ${thrown.message}`;
    throw thrown;
  }
}
