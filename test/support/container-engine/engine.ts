import { execFileSync } from 'node:child_process';

/** An engine of the tests' own, with a store of its own and an image of busybox in it. */
export interface Engine {
  /** What it is looked for by: `podman` or `docker`. */
  readonly name: string;
  /** A program that takes what `podman` and `docker` take. */
  readonly program: string;
  readonly image: string;
  /** The containers of ours that there are, by their names. */
  containers(): string[];
  /** Ends what the engine keeps running, and removes its files. */
  close(): Promise<void>;
}

/** The names of the containers of ours that an engine knows. */
export function namesIn(program: string): string[] {
  const options = ['ps', '--all', '--format', '{{.Names}}'];
  return execFileSync(program, options, { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.startsWith('rustward-'));
}
