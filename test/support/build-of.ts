import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SandboxCommand } from '../../src/workspace/sandbox/sandbox.ts';

/** A command that compiles, and does nothing else. */
export interface Build {
  /** What it reads, relative to its tree: files and folders, which need not be there. */
  readonly reads: readonly string[];
  /** The files that it may leave, relative to its tree; those that are missing may be among them. */
  readonly leaves: (tree: string) => readonly string[];
}

/** What a command builds; undefined for one that may do something else. */
export function buildOf({ command, access }: SandboxCommand): Build | undefined {
  if (access !== 'write') return undefined;
  if (isCargoBuild(command)) return driverInRust(command);
  const [program, first = '', second = ''] = command;
  if (program === 'sh' && second === IN_CRATE && isReading(command.slice(4))) return CRATE;
  if (program === 'sh' && first === '-c' && second.startsWith('cd c\n( ')) return driverInC(second);
  return undefined;
}

/** Whether a command builds a driver in Rust. */
export function isCargoBuild([program = '', first]: readonly string[]): boolean {
  return /(?:^|\/)cargo$/.test(program) && first === 'build';
}

/** See `cargoBuild` in `src/equivalence/harness/build-rust.ts`. */
function driverInRust(command: readonly string[]): Build {
  const at = command.indexOf('--target');
  const target = at < 0 ? '' : `${command[at + 1]}/`;
  return {
    reads: ['crate', 'driver', '.cargo'],
    leaves: () => ['driver/Cargo.lock', `target/${target}debug/rustward-driver`],
  };
}

/** See `run` of `src/migration/crate/cargo.ts`. */
const IN_CRATE = 'cd crate && exec "$@"';

/** Whether what is done reads a crate, and runs nothing of it. What cargo tests it has built itself. */
function isReading([program, task = '']: readonly string[]): boolean {
  return program === 'cargo' && ['clippy', 'fmt'].includes(task);
}

const CRATE: Build = {
  reads: ['crate', '.cargo'],
  leaves: (tree) => filesBelow(tree, 'crate'),
};

function filesBelow(tree: string, folder: string): string[] {
  return readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(tree, join(parentPath, name)));
}

/** The object of a driver, which is removed when it was linked. */
const DRIVER_OBJECT = /'\.\/\.rustward-driver\.c' '-o' '\.\.\/([^']+)'/g;

/**
 * See `runInParallel` in `src/equivalence/harness/build-c.ts`. Objects that were there before have names by what they were
 * made of, which the command says.
 */
function driverInC(script: string): Build {
  const removed = new Set([...script.matchAll(DRIVER_OBJECT)].map(([, name]) => name));
  return {
    reads: ['c', 'runtime', 'missing.c'],
    leaves: (tree) =>
      readdirSync(tree, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !removed.has(entry.name))
        .map(({ name }) => name),
  };
}
