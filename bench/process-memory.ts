import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Measured {
  readonly status: number | null;
  readonly seconds: number;
  /** Seconds of user CPU of the process and all its threads, as last seen: at most 0.02 too little. */
  readonly cpu: number;
  /** The most memory that the process and its children held at one time, in bytes. */
  readonly peak: number;
}

const POLL_MS = 20;

/** Runs a program and watches its memory through /proc; its output is dropped. */
export function measure(program: string, args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(program, args, { stdio: 'ignore' });
    let peak = 0;
    let cpu = 0;
    const poll = setInterval(() => {
      if (child.pid === undefined) return;
      peak = Math.max(peak, residentBytes(child.pid));
      cpu = Math.max(cpu, userSeconds(child.pid));
    }, POLL_MS);
    child.on('error', (error) => {
      clearInterval(poll);
      reject(error);
    });
    child.on('close', (status) => {
      clearInterval(poll);
      resolve({ status, seconds: (performance.now() - start) / 1000, cpu, peak });
    });
  });
}

/** Linux counts 100 ticks a second, whatever the machine. */
const TICKS = 100;

function userSeconds(pid: number): number {
  try {
    // Behind the name, which may hold anything, the fields from the third on.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11] ?? 0) / TICKS;
  } catch {
    return 0; // It has ended.
  }
}

function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const pids = children === '' ? [] : children.split(' ').map(Number);
    return pids.reduce((sum, one) => sum + residentBytes(one), own);
  } catch {
    return 0; // It has ended.
  }
}
