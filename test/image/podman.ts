import { execFileSync, spawn } from 'node:child_process';

const [engine = 'podman', ...settings] = (process.env['RUSTWARD_PODMAN'] ?? 'podman').split(' ');

/** Runs a program to its end, with its output in ours. @throws Error where it fails */
export function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** What a program prints. @throws Error where it fails */
export function commandOutput(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
}

/** Podman, with options before its command from `RUSTWARD_PODMAN`. */
export function podman(args: readonly string[]): void {
  run(engine, [...settings, ...args]);
}

/** Options of a run that work without the right to raise limits, too. */
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

/** What a command prints in a container of an image, and its status. */
export function inContainer(
  image: string,
  args: readonly string[],
  options: readonly string[] = [],
): { readonly status: number; readonly text: string } {
  const all = [
    ...settings,
    'run',
    '--rm',
    '--network',
    'none',
    ...LIMITS,
    ...options,
    image,
    ...args,
  ];
  try {
    return { status: 0, text: execFileSync(engine, all, { encoding: 'utf8', stdio: 'pipe' }) };
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    return { status: thrown.status, text: `${thrown.stdout}${thrown.stderr}` };
  }
}

function isFailure(
  thrown: unknown,
): thrown is { readonly status: number; readonly stdout: string; readonly stderr: string } {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

/** Starts a container that goes on, on the network of this machine; what it prints is kept. */
export function startContainer(name: string, image: string, options: readonly string[]) {
  const all = [...settings, 'run', '--rm', '--name', name, '--network', 'host', ...LIMITS];
  const child = spawn(engine, [...all, ...options, image], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { text: () => text, stop: () => podman(['stop', '--time', '20', name]) };
}
