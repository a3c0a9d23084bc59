import {
  environmentInside,
  MAX_OPEN_FILES,
  type SandboxCommand,
  type SandboxLimits,
  TREE_INSIDE,
} from './sandbox.ts';

/** A container to start: the image must be there already. */
export interface ContainerStart {
  readonly image: string;
  /** Of the container, so that it can be killed. */
  readonly name: string;
  /** The real path of the tree. */
  readonly tree: string;
  /** Who runs inside, as `user:group`: the owner of a tree that is written to. */
  readonly user: string;
}

/** The arguments by which Docker and Podman run one command, and remove what is left of it. */
export function containerArguments(
  command: SandboxCommand,
  limits: SandboxLimits,
  { image, name, tree, user }: ContainerStart,
): string[] {
  const [program, ...rest] = command.command;
  const cpu = Math.ceil(limits.cpuSeconds);
  return [
    ...['run', '--rm', '--interactive', '--init', '--pull', 'never', '--name', name],
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--ipc', 'private', '--user', user],
    ...['--pids-limit', String(limits.processes)],
    // No swap: the two limits are the same.
    ...['--memory', String(limits.memoryBytes), '--memory-swap', String(limits.memoryBytes)],
    ...['--ulimit', `cpu=${cpu}:${cpu + 1}`, '--ulimit', `fsize=${limits.fileBytes}`],
    ...['--ulimit', 'core=0', '--ulimit', `nofile=${MAX_OPEN_FILES}`],
    ...['--tmpfs', `/tmp:rw,nosuid,nodev,exec,size=${limits.diskBytes}`],
    ...(command.tools ?? []).flatMap((folder) => mount(folder, folder, 'read')),
    ...mount(tree, TREE_INSIDE, command.access),
    ...['--workdir', TREE_INSIDE],
    ...Object.entries(environmentInside(command)).flatMap(([key, value]) => [
      '--env',
      `${key}=${value}`,
    ]),
    // Docker's own process is not the container's parent: this ends the run even when we are gone.
    ...['--entrypoint', 'timeout', image],
    ...['-s', 'KILL', String(Math.ceil(limits.wallSeconds) + 1), program, ...rest],
  ];
}

/** A field with a comma or a quote in it is quoted as in CSV, by Docker's `--mount`. */
function mount(from: string, to: string, access: SandboxCommand['access']): string[] {
  const fields = ['type=bind', `source=${from}`, `target=${to}`];
  if (access === 'read') fields.push('readonly');
  const quoted = fields.map((field) =>
    /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return ['--mount', quoted.join(',')];
}
