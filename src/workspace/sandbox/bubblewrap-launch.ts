import type { ChildProcess } from 'node:child_process';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import {
  descendants,
  isRunning,
  type KnownProcess,
  knownProcess,
} from '../process/process-tree.ts';
import type { ControlGroup } from './control-group.ts';
import { TREE_INSIDE } from './sandbox.ts';

/** The descriptors, after the three of every program, that bubblewrap is told of. */
export const DESCRIPTORS = { options: 3, status: 4, go: 5, filter: 6 } as const;

/**
 * A shell that runs before the command inside and waits for a line on a pipe. bubblewrap has an
 * option for that, but it waits before its processes are tied to ours: were we killed then, the
 * command would run on without supervision. Here the end of the pipe ends it.
 */
export const GATE = [
  ...['/bin/sh', '-c', `read go <&${DESCRIPTORS.go} && exec "$@" ${DESCRIPTORS.go}<&-`, 'gate'],
] as const;

/** How long the kernel may take to end the last process of a run: it may wait for a slow disk. */
const LAST_PROCESS_MILLISECONDS = 30_000;

/** Hands bubblewrap its options, and lets the command go once it is in its control group. */
export class BubblewrapLaunch {
  private readonly child: ChildProcess;
  private readonly group: ControlGroup | undefined;
  private status = '';
  private firstInside: KnownProcess | undefined;
  private isOver = false;
  private problem: string | undefined;

  constructor(
    child: ChildProcess,
    options: readonly string[],
    filter: Buffer | undefined,
    group: ControlGroup | undefined,
  ) {
    this.child = child;
    this.group = group;
    if (options.some((option) => option.includes('\0'))) throw new Error('an option holds a NUL');
    // Options on the command line could be read inside, and tell where the tree is outside.
    this.pipe(DESCRIPTORS.options)?.end(options.map((option) => `${option}\0`).join(''));
    if (filter !== undefined) this.pipe(DESCRIPTORS.filter)?.end(filter);
    this.pipe(DESCRIPTORS.status)?.on('data', (chunk: Buffer) => {
      this.status += chunk.toString('utf8');
      const pid = /"child-pid":\s*(\d+)/.exec(this.status)?.[1];
      if (pid !== undefined && this.firstInside === undefined) this.release(Number(pid));
    });
  }

  /** Whether the command ran: bubblewrap tells its status only then. */
  ran(): boolean {
    return /"exit-code"/.test(this.status);
  }

  /** How many files there are in the file systems in memory that the run may write to. */
  filesInMemory(): number {
    if (this.firstInside === undefined) return 0;
    const root = `/proc/${this.firstInside.pid}/root`;
    // Until bubblewrap has set it up, its root is that of this machine.
    if (!isOtherRoot(root)) return 0;
    return filesOn(`${root}/tmp`) + filesOn(`${root}/dev/shm`);
  }

  /** Why the command was not let go. */
  failure(): string | undefined {
    return this.problem;
  }

  /**
   * Ends every process of the run. To kill bubblewrap before it has reported its first process
   * inside would leave that process behind: then this only closes the gate, so that the command
   * never starts, and `release` kills the process once it is known.
   */
  kill(): void {
    this.isOver = true;
    this.pipe(DESCRIPTORS.go)?.destroy();
    if (this.firstInside === undefined) return;
    // Both: the first process inside, with which its namespace dies, is tied to bubblewrap late.
    if (this.child.exitCode === null) killIfThere(this.firstInside.pid);
    this.child.kill('SIGKILL');
  }

  /**
   * Waits until no process of the run is left. bubblewrap ends as soon as the command has; the
   * first process inside, and with it whatever the command left behind, is killed only then.
   * @throws Error when the kernel does not let go of them
   */
  async whenAllEnded(): Promise<void> {
    const { firstInside } = this;
    if (firstInside === undefined) return;
    const deadline = Date.now() + LAST_PROCESS_MILLISECONDS;
    while (isRunning(firstInside)) {
      if (Date.now() > deadline) throw new Error('processes of the run did not end');
      await sleep(1);
    }
  }

  private release(pid: number): void {
    this.firstInside = knownProcess(pid);
    if (this.isOver) return this.kill();
    try {
      this.group?.add(pid);
      // What it starts from now on is in the group as well; what it had started waits at the gate.
      for (const descendant of descendants(pid).slice(1)) this.group?.add(descendant);
      this.pipe(DESCRIPTORS.go)?.end('go\n');
    } catch (thrown) {
      this.problem = messageOf(thrown);
      this.kill();
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

function isOtherRoot(root: string): boolean {
  try {
    return statSync(root).dev !== statSync('/').dev && existsSync(root + TREE_INSIDE);
  } catch {
    return false;
  }
}

function filesOn(folder: string): number {
  try {
    const { files, ffree } = statfsSync(folder);
    return files - ffree;
  } catch {
    // The run is over, or not begun.
    return 0;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
