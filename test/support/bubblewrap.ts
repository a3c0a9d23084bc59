import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from '@jest/globals';
import { Bubblewrap } from '../../src/workspace/sandbox/bubblewrap.ts';
import { openControlGroup } from '../../src/workspace/sandbox/control-group.ts';
import {
  DEFAULT_LIMITS,
  type SandboxCommand,
  type SandboxResult,
} from '../../src/workspace/sandbox/sandbox.ts';
import { findProgram } from '../../src/workspace/toolchain/find-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const bwrap = findProgram('bwrap');

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const ESCAPE = join(import.meta.dirname, '../workspace/sandbox/fixtures/escape.c');

/** A way to run bubblewrap that this machine has. */
interface BubblewrapVariant {
  readonly name: string;
  readonly sandbox: Bubblewrap;
  /** Makes a folder the work tree of the user who runs it, and returns it. */
  own(folder: string): string;
}

/**
 * Bubblewrap as root with control groups, and as an ordinary user without, as far as this user
 * can be either. Empty where it does not work at all.
 */
async function bubblewrapVariants(): Promise<BubblewrapVariant[]> {
  if (bwrap === undefined || !(await works(new Bubblewrap(bwrap)))) return [];
  const plain = { sandbox: new Bubblewrap(bwrap, false), own: (folder: string) => folder };
  if (!isRoot) return [{ ...plain, name: 'an ordinary user' }];
  const variants = [{ name: 'an ordinary user', sandbox: asNobody(bwrap), own: giveToNobody }];
  const group = openControlGroup(DEFAULT_LIMITS);
  if (group === undefined) return variants;
  await group.close();
  const sandbox = new Bubblewrap(bwrap);
  return [{ name: 'root with control groups', sandbox, own: (folder) => folder }, ...variants];
}

async function works(sandbox: Bubblewrap): Promise<boolean> {
  try {
    const { end } = await sandbox.run({ command: ['true'], tree: tmpdir(), access: 'read' });
    return end.kind === 'exited' && end.status === 0;
  } catch {
    return false;
  }
}

/** Bubblewrap started by root as the user nobody. */
function asNobody(program: string): Bubblewrap {
  const folder = newFolder();
  const wrapper = join(folder, 'bwrap');
  const drop = `--reuid ${NOBODY} --regid ${NOBODY} --clear-groups`;
  writeFileSync(wrapper, `#!/bin/sh\nexec /usr/bin/setpriv ${drop} ${program} "$@"\n`);
  for (const path of [folder, wrapper]) chmodSync(path, 0o755);
  return new Bubblewrap(wrapper, false);
}

function giveToNobody(folder: string): string {
  chmodSync(folder, 0o755);
  chownSync(folder, NOBODY, NOBODY);
  return folder;
}

const variants = await bubblewrapVariants();

/** Counted as skipped, by its name, on a machine that has no bubblewrap that works. */
export const inSandbox = variants.length === 0 ? describe.skip : describe;

/** Who runs bubblewrap here. */
export const users = variants.length === 0 ? ['any user'] : variants.map(({ name }) => name);

/** Compiles the ways out that take more than a shell to `escape` in a folder. */
export function compileEscape(folder: string): void {
  compiled ??= newFolder();
  const program = join(compiled, 'escape');
  if (!existsSync(program)) execFileSync('gcc', ['-O1', '-o', program, ESCAPE]);
  copyFileSync(program, join(folder, 'escape'));
}

let compiled: string | undefined;

/** Ways to run commands in bubblewrap as one of the `users`, with limits for a busy machine. */
export function bubblewrapRuns(user: string) {
  const variant = () => {
    const found = variants.find(({ name }) => name === user);
    if (found === undefined) throw new Error('there is no bubblewrap');
    return found;
  };
  /** A tree that the user who runs bubblewrap owns, with the compiled ways out. */
  const tree = () => {
    const folder = temporaryFolder();
    compileEscape(folder);
    return variant().own(folder);
  };
  const run = (
    command: readonly [string, ...string[]],
    rest: Partial<SandboxCommand> = {},
  ): Promise<SandboxResult> => {
    const limits = { wallSeconds: 20, cpuSeconds: 20, ...rest.limits };
    const folder = rest.tree ?? tree();
    return variant().sandbox.run({ command, access: 'read', ...rest, tree: folder, limits });
  };
  const shell = (script: string, rest: Partial<SandboxCommand> = {}) =>
    run(['/bin/sh', '-c', script], rest);
  return { tree, run, shell, sandbox: () => variant().sandbox };
}

/** Stays until all tests of the file have run. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-test-'));
  made.push(folder);
  return folder;
}
