import { type ExecOutput, getExecOutput } from '@actions/exec';
import { IncompleteError, messageOf } from '../../src/errors.ts';

/** Programs of the runner that the Action starts itself. */
type RunnerProgram = 'git';

export interface ProgramOptions {
  readonly folder: string;
  /** The whole environment: nothing of the step's own is added, so that no token reaches it unnamed. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a program with an argument vector and no shell, and prints nothing of what it prints: a line of
 * a repository or a server that begins with `::` would be a command to the runner. It must not read its
 * standard input, a pipe that stays open: one that is closed can break under a program that ends early.
 * @returns its exit code, whichever that is, and what it printed
 * @throws IncompleteError when it cannot be started
 */
export async function runProgram(
  program: RunnerProgram,
  args: readonly string[],
  { folder, env }: ProgramOptions,
): Promise<ExecOutput> {
  try {
    const how = { cwd: folder, env: { ...env }, silent: true, ignoreReturnCode: true };
    return await getExecOutput(program, [...args], how);
  } catch (thrown) {
    const [line = ''] = messageOf(thrown).split('\n');
    throw new IncompleteError(`${program} could not be started: ${line}`, { cause: thrown });
  }
}
