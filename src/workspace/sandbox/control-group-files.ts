import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUBBLEWRAP_PROCESSES } from './bubblewrap-arguments.ts';
import type { SandboxLimits } from './sandbox.ts';

/** The files of one control group: those that set its limits, and those that tell of it. */
export interface ControlGroupFiles {
  /** To be made; a process joins each of them. */
  readonly folders: readonly string[];
  readonly limits: readonly LimitFile[];
  /** Only some kernels have these. */
  readonly extras: readonly LimitFile[];
  readonly processes: string;
  readonly memory: string;
  readonly cpu: string;
  readonly processEvents: string;
  readonly memoryEvents: string;
}

type LimitFile = readonly [path: string, value: number];

/** Where a group of this name would be, the better way first; a name is unique on the machine. */
export function controlGroupFiles(name: string, limits: SandboxLimits): ControlGroupFiles[] {
  const mounts = loadMounts();
  return [version2(mounts, name, limits), version1(mounts, name, limits)].filter(
    (files) => files !== undefined,
  );
}

/** One tree for all controllers. Its root may hold processes and groups; any other holds one kind. */
function version2(
  mounts: readonly Mount[],
  name: string,
  limits: SandboxLimits,
): ControlGroupFiles | undefined {
  const root = mounts.find(({ type }) => type === 'cgroup2')?.path;
  if (root === undefined) return undefined;
  const enabled = readText(join(root, 'cgroup.subtree_control')).trim().split(' ');
  if (!['pids', 'memory'].every((controller) => enabled.includes(controller))) return undefined;
  const folder = join(root, name);
  return {
    folders: [folder],
    limits: [
      [join(folder, 'pids.max'), limits.processes + BUBBLEWRAP_PROCESSES],
      [join(folder, 'memory.max'), limits.memoryBytes],
    ],
    extras: [
      [join(folder, 'memory.swap.max'), 0],
      [join(folder, 'memory.oom.group'), 1],
    ],
    processes: join(folder, 'pids.current'),
    memory: join(folder, 'memory.current'),
    cpu: join(folder, 'cpu.stat'),
    processEvents: join(folder, 'pids.events'),
    memoryEvents: join(folder, 'memory.events'),
  };
}

/** A tree for each controller; the group stands below our own, whose limits hold too. */
function version1(
  mounts: readonly Mount[],
  name: string,
  limits: SandboxLimits,
): ControlGroupFiles | undefined {
  const own = readText('/proc/self/cgroup');
  const folderOf = (controller: string) => {
    const mount = mounts.find(
      ({ type, options }) => type === 'cgroup' && options.includes(controller),
    );
    if (mount === undefined) return undefined;
    const path = new RegExp(`^\\d+:(?:.*,)?${controller}(?:,.*)?:(.*)$`, 'm').exec(own)?.[1] ?? '';
    const parent = join(mount.path, path);
    // In a container the path may be that of the machine around it.
    return join(existsSync(parent) ? parent : mount.path, name);
  };
  const [pids, memory, cpu] = ['pids', 'memory', 'cpuacct'].map(folderOf);
  if (pids === undefined || memory === undefined || cpu === undefined) return undefined;
  return {
    folders: [...new Set([pids, memory, cpu])],
    limits: [
      [join(pids, 'pids.max'), limits.processes + BUBBLEWRAP_PROCESSES],
      [join(memory, 'memory.limit_in_bytes'), limits.memoryBytes],
    ],
    extras: [[join(memory, 'memory.memsw.limit_in_bytes'), limits.memoryBytes]],
    processes: join(pids, 'pids.current'),
    memory: join(memory, 'memory.usage_in_bytes'),
    cpu: join(cpu, 'cpuacct.usage'),
    processEvents: join(pids, 'pids.events'),
    memoryEvents: join(memory, 'memory.oom_control'),
  };
}

interface Mount {
  readonly path: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The mounted file systems, by `proc_pid_mountinfo(5)`. */
function loadMounts(): Mount[] {
  return readText('/proc/self/mountinfo')
    .split('\n')
    .map((line) => {
      const [mount = '', system = ''] = line.split(' - ');
      const [type = '', , options = ''] = system.split(' ');
      return { path: mount.split(' ')[4] ?? '', type, options: options.split(',') };
    });
}

/** Empty where there is no such file. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
