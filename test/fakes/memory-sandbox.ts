import type {
  Sandbox,
  SandboxCommand,
  SandboxResult,
} from '../../src/workspace/sandbox/sandbox.ts';

export interface MemorySandbox extends Sandbox {
  /** What was asked for so far, oldest first. */
  readonly commands: readonly SandboxCommand[];
}

/** The Sandbox interface in memory: runs nothing, and answers as a function says. */
export function memorySandbox(
  answer: (command: SandboxCommand) => Partial<SandboxResult> = () => ({}),
): MemorySandbox {
  const commands: SandboxCommand[] = [];
  return {
    description: 'in memory',
    isolates: true,
    commands,
    run(command) {
      commands.push(command);
      const nothing = {
        end: { kind: 'exited', status: 0 },
        reached: [],
        stdout: '',
        stderr: '',
      } as const;
      return Promise.resolve({ ...nothing, ...answer(command) });
    },
  };
}
