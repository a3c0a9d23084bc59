import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { messageOf } from '../../errors.ts';
import type { ControlGroup } from './control-group.ts';

/** The descriptors, after the three of every program, that bubblewrap is told of. */
export const DESCRIPTORS = { options: 3, status: 4, go: 5 } as const;

/** Hands bubblewrap its options, and lets the command go once it is in its control group. */
export class BubblewrapLaunch {
  private readonly child: ChildProcess;
  private readonly group: ControlGroup | undefined;
  private status = '';
  private released = false;
  private problem: string | undefined;

  constructor(child: ChildProcess, options: readonly string[], group: ControlGroup | undefined) {
    this.child = child;
    this.group = group;
    if (options.some((option) => option.includes('\0'))) throw new Error('an option holds a NUL');
    // Options on the command line could be read inside, and tell where the tree is outside.
    this.pipe(DESCRIPTORS.options)?.end(options.map((option) => `${option}\0`).join(''));
    this.pipe(DESCRIPTORS.status)?.on('data', (chunk: Buffer) => {
      this.status += chunk.toString('utf8');
      const pid = /"child-pid":\s*(\d+)/.exec(this.status)?.[1];
      if (pid !== undefined && !this.released) this.release(Number(pid));
    });
  }

  /** Whether the command ran: bubblewrap tells its status only then. */
  ran(): boolean {
    return /"exit-code"/.test(this.status);
  }

  /** Why the command was not let go. */
  failure(): string | undefined {
    return this.problem;
  }

  private release(pid: number): void {
    this.released = true;
    try {
      this.group?.add(pid);
      this.pipe(DESCRIPTORS.go)?.end('go');
    } catch (thrown) {
      this.problem = messageOf(thrown);
      this.child.kill('SIGKILL');
    }
  }

  /** Undefined when the process could not start. */
  private pipe(descriptor: number): Socket | undefined {
    const pipes: readonly unknown[] = this.child.stdio;
    const pipe = pipes[descriptor];
    if (!(pipe instanceof Socket)) return undefined;
    // When bubblewrap ends early, its own message tells why.
    return pipe.on('error', () => undefined);
  }
}
