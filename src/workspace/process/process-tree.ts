import { readdirSync, readFileSync } from 'node:fs';

/** What the processes of a run use at one moment. */
export interface ResourceUsage {
  readonly processes: number;
  readonly memoryBytes: number;
  /** Since the start of the run. */
  readonly cpuSeconds: number;
}

/** Units of times in `/proc/PID/stat`: Linux shows user space 100 a second everywhere. */
const TICKS_PER_SECOND = 100;

/**
 * What a process and all its descendants use, read from `/proc`. A sample: what starts and ends
 * between two of them is counted by the CPU time that its parent took over.
 */
export function treeUsage(root: number): ResourceUsage {
  let [processes, memoryBytes, cpuSeconds] = [0, 0, 0];
  for (const pid of descendants(root)) {
    const fields = statFields(pid);
    // Numbers of proc_pid_stat(5), less the three that came before: 14 to 17, and 20.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`${pid}/status`));
    processes += Number(fields[17] ?? 0);
    memoryBytes += Number(resident?.[1] ?? 0) * 1024;
    cpuSeconds += ticks / TICKS_PER_SECOND;
  }
  return { processes, memoryBytes, cpuSeconds };
}

/** A process and those that it started, directly or not, as far as they still exist. */
export function descendants(root: number): number[] {
  const found = [root];
  for (const pid of found) {
    for (const thread of threads(pid)) {
      const children = readProc(`${pid}/task/${thread}/children`).split(' ');
      found.push(...children.filter((child) => child !== '').map(Number));
    }
  }
  return found;
}

/** A process, told from a later one that has the same number. */
export interface KnownProcess {
  readonly pid: number;
  /** In ticks since the machine started; undefined when it had ended before we looked. */
  readonly startedAt: string | undefined;
}

export function knownProcess(pid: number): KnownProcess {
  return { pid, startedAt: statFields(pid)[START_TIME] };
}

/** Whether a process still runs: one that only waits to be collected by its parent does not. */
export function isRunning({ pid, startedAt }: KnownProcess): boolean {
  const fields = statFields(pid);
  return (
    startedAt !== undefined && fields[START_TIME] === startedAt && !/^[ZX]/.test(fields[0] ?? '')
  );
}

/** Field 22 of proc_pid_stat(5), less the three that `statFields` leaves out and one for zero. */
const START_TIME = 19;

/** The fields of `/proc/PID/stat` from the third, the state, on; none of a process that has gone. */
function statFields(pid: number): string[] {
  const stat = readProc(`${pid}/stat`);
  // The name, in parentheses, may hold anything; the fields follow the last of them.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty for a process that has gone. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** Kills a process that leads a group, the group, and what has left the group. */
export function killTree(pid: number): void {
  for (const target of [-pid, ...descendants(pid)]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
