import type { SandboxLimits } from './sandbox.ts';

const OPEN_FILES = 1024;

/** Bubblewrap's first process inside. */
const OWN_PROCESSES = 1;

/**
 * The options of prlimit(1) for one run. These limits hold for each process; a control group, or
 * the samples of `supervise`, bound all of them together.
 * @param memory whether to bound the address space of each process: not where a control group
 *   bounds the memory, since tools such as AddressSanitizer reserve far more than they use
 */
export function resourceLimits(limits: SandboxLimits, memory: boolean): string[] {
  const cpu = Math.ceil(limits.cpuSeconds);
  return [
    // The first is announced by a signal that can be caught, the second kills.
    `--cpu=${cpu}:${cpu + 1}`,
    `--fsize=${limits.fileBytes}`,
    `--nofile=${OPEN_FILES}`,
    // Counted in the sandbox's own user namespace; the kernel exempts root.
    `--nproc=${limits.processes + OWN_PROCESSES}`,
    '--core=0',
    ...(memory ? [`--as=${limits.memoryBytes}`] : []),
  ];
}
