import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import {
  environmentInside,
  MAX_OPEN_FILES,
  type SandboxCommand,
  type SandboxLimits,
  TREE_INSIDE,
} from './sandbox.ts';

/** Programs, libraries, and what finds them. Nothing that tells of this machine or its users. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
];

/** What the kernel says of the first process inside, and of the keys of its user. */
const FIRST_PROCESS = '/proc/1';
const KEYS = ['/proc/keys', '/proc/key-users'];

/** Enough for the semaphores of a test; it counts as memory. */
const SHARED_MEMORY_BYTES = 16 * 1024 * 1024;

/** The first process inside is bubblewrap's own: limits on processes leave room for it. */
export const BUBBLEWRAP_PROCESSES = 1;

/**
 * The options of bubblewrap(1) that cut a run off from the network and from this machine, without
 * the command. `--unshare-all` gives the run a network namespace without any interface but its own
 * loopback; the mounts say which files exist inside. Their order matters: later ones cover earlier.
 * @param tree the real path of the tree
 */
export function bubblewrapArguments(
  command: SandboxCommand,
  tree: string,
  limits: SandboxLimits,
): string[] {
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent'],
    ...['--new-session', '--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534'],
    ...['--hostname', 'sandbox', '--clearenv'],
    ...Object.entries(environmentInside(command)).flatMap((entry) => ['--setenv', ...entry]),
    ...SYSTEM.flatMap(bindSystemPath),
    ...['--proc', '/proc', '--dev', '/dev'],
    // The memory of the first process tells where the tree is; the lists of keys tell whose they are.
    ...['--tmpfs', FIRST_PROCESS, '--remount-ro', FIRST_PROCESS],
    ...KEYS.filter((file) => existsSync(file)).flatMap((file) => ['--ro-bind', '/dev/null', file]),
    // Both are file systems in memory, without a limit of their own.
    ...['--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(limits.diskBytes), '--tmpfs', '/tmp'],
    ...(command.tools ?? []).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...[command.access === 'write' ? '--bind' : '--ro-bind', tree, TREE_INSIDE],
    // As root outside, settings of the kernel below /proc/sys would be writable.
    ...['--remount-ro', '/proc', '--remount-ro', '/', '--chdir', TREE_INSIDE],
  ];
}

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
    `--nofile=${MAX_OPEN_FILES}`,
    // Counted in the sandbox's own user namespace; the kernel exempts root.
    `--nproc=${limits.processes + BUBBLEWRAP_PROCESSES}`,
    '--core=0',
    ...(memory ? [`--as=${limits.memoryBytes}`] : []),
  ];
}

/** Shows a path of the system as it is: a link as a link, anything else read-only. */
function bindSystemPath(path: string): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  return entry.isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
}
