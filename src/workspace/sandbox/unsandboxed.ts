import { spawn } from 'node:child_process';
import { IncompleteError, messageOf, UsageError } from '../../errors.ts';
import { killTree, treeUsage } from '../process/process-tree.ts';
import { realFolder } from './real-folder.ts';
import {
  DEFAULT_LIMITS,
  environmentInside,
  type Sandbox,
  type SandboxCommand,
  type SandboxResult,
} from './sandbox.ts';
import { supervise } from './supervise.ts';

/**
 * Runs a command with the rights of the user, for `--allow-unsandboxed`. The environment is
 * emptied, and the limits of time, memory, processes and output are watched; nothing else is.
 */
export class Unsandboxed implements Sandbox {
  readonly description = 'no sandbox (--allow-unsandboxed)';
  readonly isolates = false;

  async run(command: SandboxCommand): Promise<SandboxResult> {
    const limits = { ...DEFAULT_LIMITS, ...command.limits };
    const [program, ...args] = command.command;
    const child = spawn(program, args, {
      cwd: realFolder(command.tree),
      env: { ...environmentInside(command) },
      // A group of its own, so that all of it can be killed at once.
      detached: true,
    });
    const pid = child.pid;
    try {
      return await supervise(child, {
        limits,
        measureUsage: () => treeUsage(pid ?? 0),
        kill: () => pid !== undefined && killTree(pid),
        signal: command.signal,
        input: command.input,
        onOutput: command.onOutput,
      });
    } catch (thrown) {
      throw new IncompleteError(`${program} did not start: ${messageOf(thrown)}`);
    } finally {
      if (pid !== undefined) killTree(pid);
    }
  }
}

/** Refuses to run anything, and says what is missing. */
export class NoSandbox implements Sandbox {
  readonly description: string;
  readonly isolates = false;

  /** @param reasons why each backend cannot be used, with what to do about it */
  constructor(reasons: readonly string[]) {
    this.description = `no sandbox: ${reasons.join('; ')}`;
  }

  run(): Promise<never> {
    const advice = 'or give --allow-unsandboxed, if you trust the whole tree';
    return Promise.reject(
      new UsageError(
        `nothing of a repository runs without a sandbox. There is ${this.description}; ${advice}`,
      ),
    );
  }
}
