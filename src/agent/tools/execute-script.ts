import * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import type { SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import { cutText } from '../cut-text.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import type { AgentTree } from './agent-tree.ts';

const WALL_SECONDS = 60;

/** Of each stream, so that neither crowds the other out. */
const STREAM_CHARS = 7000;

/** Runs a shell script in the sandbox, where the tree cannot be changed. */
export function executeScript(tree: AgentTree): Tool {
  return defineTool({
    name: 'execute_script',
    description:
      'Runs a script of sh in a sandbox: no network, the tree read-only in the current folder, ' +
      `/tmp for files, ${WALL_SECONDS} seconds.`,
    permission: 'run',
    timeoutSeconds: WALL_SECONDS + 15,
    args: z.strictObject({ script: z.string().min(1).max(20_000) }),
    async run({ script }, signal) {
      const result = await runScript(tree, script, signal);
      const text = describe(result);
      if (result.end.kind === 'exited' && result.end.status === 0) return text;
      throw new ToolError(text);
    },
  });
}

async function runScript(tree: AgentTree, script: string, signal: AbortSignal) {
  try {
    return await tree.sandbox.run({
      // By its standard input: a script may be longer than an argument.
      command: ['/bin/sh', '-s'],
      input: script,
      tree: tree.root,
      access: 'read',
      limits: { wallSeconds: WALL_SECONDS, cpuSeconds: WALL_SECONDS },
      signal,
    });
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    throw new ToolError(`${messageOf(thrown)}. Go on without running anything.`);
  }
}

function describe({ end, reached, stdout, stderr }: SandboxResult): string {
  const ended = {
    exited: () => `exited with status ${end.kind === 'exited' ? end.status : ''}`,
    stopped: () => `was stopped at its limit of ${end.kind === 'stopped' ? end.limit : ''}`,
    cancelled: () => 'was cancelled',
  }[end.kind]();
  const limits = reached.length > 0 ? `; limits reached: ${reached.join(', ')}` : '';
  return [
    `The script ${ended}${limits}.`,
    `Standard output:\n${cutText(stdout, STREAM_CHARS) || '(empty)'}`,
    `Standard error:\n${cutText(stderr, STREAM_CHARS) || '(empty)'}`,
  ].join('\n');
}
