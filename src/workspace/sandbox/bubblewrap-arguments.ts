import { lstatSync, readlinkSync } from 'node:fs';
import {
  environmentInside,
  type SandboxCommand,
  type SandboxLimits,
  TREE_INSIDE,
} from './sandbox.ts';

/** Programs, libraries, and what finds them. Nothing that tells of this machine or its users. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
];

/** Enough for the semaphores of a test; it counts as memory. */
const SHARED_MEMORY_BYTES = 16 * 1024 * 1024;

/**
 * The options of bubblewrap for one run, without the command: what exists inside, and that
 * everything is cut off. The order matters, since later mounts cover earlier ones.
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
    // Both are file systems in memory, without a limit of their own.
    ...['--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(limits.diskBytes), '--tmpfs', '/tmp'],
    ...(command.tools ?? []).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...[command.access === 'write' ? '--bind' : '--ro-bind', tree, TREE_INSIDE],
    // As root outside, settings of the kernel below /proc/sys would be writable.
    ...['--remount-ro', '/proc', '--remount-ro', '/', '--chdir', TREE_INSIDE],
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
