import { accessSync, constants } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import { DEFAULT_LIMITS, type SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import { cutText } from '../cut-text.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import type { AgentTree } from './agent-tree.ts';

const WALL_SECONDS = 60;

/** Of each stream, so that neither crowds the other out. */
const STREAM_CHARS = 7000;

const MEGABYTE = 1024 * 1024;

/** What a script may want to know of, where it is installed. */
const PROGRAMS = [
  'cc',
  'c++',
  'gcc',
  'clang',
  'rustc',
  'cmake',
  'make',
  'python3',
  'gdb',
  'valgrind',
];

/** Runs a shell script in the sandbox, where the tree cannot be changed. */
export function executeScript(tree: AgentTree): Tool {
  return defineTool({
    name: 'execute_script',
    description:
      'Runs a script of sh in a sandbox: no network, the tree read-only in the current folder, ' +
      `${DEFAULT_LIMITS.diskBytes / MEGABYTE} MB in /tmp for files, of which none is there in the next call, ` +
      `${DEFAULT_LIMITS.memoryBytes / MEGABYTE} MB of memory; ${WALL_SECONDS} seconds, also of CPU time of all ` +
      'processes together: compile the few files that matter, not the whole project. The last line of each result ' +
      'names the CPUs, compilers and other programs that there are. When the time is over, you get what was printed ' +
      'until then, so print what matters as you go, and not through tail.',
    permission: 'run',
    timeoutSeconds: WALL_SECONDS + 15,
    args: z.strictObject({ script: z.string().min(1).max(20_000) }),
    async run({ script }, signal) {
      const result = await runScript(tree, script, signal);
      const text = describe(result);
      if (result.end.kind === 'exited' && result.end.status === 0) return text;
      // What a compiler says of an error is the answer to the script.
      throw new ToolError(text, { maxChars: 2 * STREAM_CHARS + 1000 });
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
    machineLine(),
  ].join('\n');
}

let machine: string | undefined;

/** What there is to work with. It is no part of the description: a recorded question is one on every machine. */
function machineLine(): string {
  machine ??= `Machine: ${availableParallelism()} CPUs; installed: ${PROGRAMS.filter(isInstalled).join(', ') || 'no compiler'}.`;
  return machine;
}

function isInstalled(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
