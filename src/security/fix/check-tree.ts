import { cutText } from '../../agent/cut-text.ts';
import { withTreeCopy } from '../../workspace/files/tree-copy.ts';
import type { Sandbox, SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import type { BuildCommands, Command } from './build-commands.ts';
import type { Check } from './fix-plan.ts';

/** Of one command. */
const SECONDS = 300;
const MEMORY = 2 * 1024 ** 3;
const OUTPUT = 4000;

/** What came of building and testing, with the output of what failed. */
export interface CheckedTree {
  readonly built: Check;
  readonly tested: Check;
  readonly output: string;
}

/** Builds and tests a copy of a tree in the sandbox, in the way that the tree says itself. */
export async function checkTree(
  tree: string,
  commands: BuildCommands,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<CheckedTree> {
  const untested = notRun('the build did not pass');
  if (!sandbox.isolates) {
    const why = notRun(`there is no sandbox: ${sandbox.description}`);
    return { built: why, tested: why, output: '' };
  }
  if (commands.build.length === 0) {
    const why = notRun('no Makefile, CMakeLists.txt or Cargo.toml says how');
    return { built: why, tested: why, output: '' };
  }
  return await withTreeCopy(tree, async (copy) => {
    const built = await runAll(commands.build, commands, copy, sandbox, signal);
    if (built.check.state !== 'passed') {
      return { built: built.check, tested: untested, output: built.output };
    }
    if (commands.test.length === 0) {
      return { built: built.check, tested: notRun('the build has no tests'), output: '' };
    }
    const tested = await runAll(commands.test, commands, copy, sandbox, signal);
    return { built: built.check, tested: tested.check, output: tested.output };
  });
}

function notRun(detail: string): Check {
  return { state: 'not run', detail: detail.slice(0, 500) };
}

async function runAll(
  commands: readonly Command[],
  { toolchain }: BuildCommands,
  tree: string,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<{ readonly check: Check; readonly output: string }> {
  for (const command of commands) {
    const limits = { wallSeconds: SECONDS, cpuSeconds: SECONDS, memoryBytes: MEMORY };
    const environment = { PATH: `${toolchain}/bin:/usr/local/bin:/usr/bin:/bin` };
    const result = await sandbox.run({
      ...{ command, tree, access: 'write', limits, signal },
      ...(toolchain === undefined ? {} : { tools: [toolchain], environment }),
    });
    signal.throwIfAborted();
    if (result.end.kind === 'exited' && result.end.status === 0) continue;
    const detail = `${command.join(' ')} ${ended(result)}`;
    return { check: { state: 'failed', detail }, output: outputOf(result) };
  }
  const detail = commands.map((command) => command.join(' ')).join(', ');
  return { check: { state: 'passed', detail }, output: '' };
}

function ended({ end }: SandboxResult): string {
  if (end.kind === 'exited') return `exited with status ${end.status}`;
  return end.kind === 'stopped' ? `reached its limit of ${end.limit}` : 'was cancelled';
}

function outputOf({ stdout, stderr }: SandboxResult): string {
  return [cutText(stderr, OUTPUT), cutText(stdout, OUTPUT)]
    .filter((text) => text !== '')
    .join('\n');
}
