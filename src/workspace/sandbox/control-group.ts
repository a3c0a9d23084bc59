import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../files/error-code.ts';
import type { ResourceUsage } from '../process/process-tree.ts';
import { BUBBLEWRAP_PROCESSES } from './bubblewrap-arguments.ts';
import { type ControlGroupFiles, controlGroupFiles, readText } from './control-group-files.ts';
import type { SandboxLimitName, SandboxLimits } from './sandbox.ts';

const PREFIX = 'rustward-';
let made = 0;

/**
 * Makes a control group with limits on memory and processes. Undefined where this user may not:
 * that takes root, and a file system of control groups that can be written.
 */
export function openControlGroup(limits: SandboxLimits): ControlGroup | undefined {
  made += 1;
  for (const files of controlGroupFiles(`${PREFIX}${process.pid}-${made}`, limits)) {
    const group = new ControlGroup(files);
    if (group.make()) return group;
  }
  return undefined;
}

/** A group of processes that the kernel bounds together: see cgroups(7). */
export class ControlGroup {
  private readonly files: ControlGroupFiles;

  constructor(files: ControlGroupFiles) {
    this.files = files;
  }

  /** Whether the group and its limits could be made; if not, nothing of it stays. */
  make(): boolean {
    const { folders, limits, extras } = this.files;
    try {
      for (const folder of folders) {
        removeStale(dirname(folder));
        mkdirSync(folder);
      }
      for (const [path, value] of limits) writeFileSync(path, String(value));
    } catch {
      this.remove();
      return false;
    }
    for (const [path, value] of extras) tryWrite(path, value);
    return true;
  }

  /** Moves a process in; what it starts from now on is in, too. */
  add(pid: number): void {
    for (const folder of this.files.folders) {
      writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    }
  }

  usage(): ResourceUsage {
    const time = readText(this.files.cpu);
    const microseconds = /^usage_usec (\d+)$/m.exec(time)?.[1];
    return {
      processes: Number(readText(this.files.processes)) - BUBBLEWRAP_PROCESSES,
      memoryBytes: Number(readText(this.files.memory)),
      // Version 1 gives nanoseconds, alone in the file.
      cpuSeconds: microseconds === undefined ? Number(time) / 1e9 : Number(microseconds) / 1e6,
    };
  }

  /** The limits that the kernel had to enforce. */
  reached(): SandboxLimitName[] {
    const killed = /^oom_kill [1-9]/m.test(readText(this.files.memoryEvents));
    const refused = /^max [1-9]/m.test(readText(this.files.processEvents));
    return [...(killed ? ['memory' as const] : []), ...(refused ? ['processes' as const] : [])];
  }

  /** Removes the group; the kernel lets go of it a moment after its last process. */
  async close(): Promise<void> {
    for (let attempt = 0; !this.remove() && attempt < 50; attempt += 1) await sleep(20);
  }

  private remove(): boolean {
    return this.files.folders.map(tryRemove).every((removed) => removed);
  }
}

/** Removes the groups of processes of ours that were killed before they could. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [prefix, owner] = name.split('-');
    if (`${prefix}-` === PREFIX && readText(`/proc/${owner}/stat`) === '') {
      tryRemove(join(folder, name));
    }
  }
}

function tryRemove(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (thrown) {
    return errorCode(thrown) === 'ENOENT';
  }
}

function tryWrite(path: string, value: number): void {
  try {
    writeFileSync(path, String(value));
  } catch {
    // Without swap there is none to bound; an older kernel kills one process, not all.
  }
}
