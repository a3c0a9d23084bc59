import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlainFile } from '../../equivalence/harness/plain-files.ts';
import { asset } from '../../workspace/asset.ts';
import type { Sandbox, SandboxEnd } from '../../workspace/sandbox/sandbox.ts';
import { BUILD_LIMITS } from './build-limits.ts';
import type { BuildRecipe } from './build-recipes.ts';
import type { ProjectCommand } from './project-command.ts';
import { copyProject } from './project-copy.ts';
import { type CompilerCall, recordedCalls } from './recorded-calls.ts';

/** What a build has shown. */
export interface RecordedBuild {
  readonly calls: readonly CompilerCall[];
  /** Headers that the build has made, or made anew, by their paths within the project. */
  readonly headers: ReadonlyMap<string, Buffer>;
  /** For people: how each command ended. */
  readonly ends: readonly string[];
}

/** Where builds see the project. */
export const PROJECT_INSIDE = '/work/project';

/** Where programs are in a sandbox. */
export const PATH_INSIDE = '/usr/local/bin:/usr/bin:/bin';
const COMPILER = /^(?:[\w.]+-)*(?:cc|c89|c99|gcc|clang|tcc)(?:-[\d.]+)?$/;
const HEADER = /\.(?:h|hh|hpp|hxx|inc|def)$/;

const LIMITS = { ...BUILD_LIMITS, wallSeconds: 600, cpuSeconds: 1200 } as const;

const MAX_HEADERS = 500;
const MAX_HEADER_BYTES = 1024 ** 2;

/**
 * Builds a copy of a project in the sandbox, and notes each call of a C compiler. A build that fails has
 * shown what it came to.
 * @param root the project's folder
 * @param below where in it the build is started, `` for the project's folder itself
 */
export async function recordBuild(
  root: string,
  below: string,
  recipe: BuildRecipe,
  { sandbox, signal }: { readonly sandbox: Sandbox; readonly signal?: AbortSignal | undefined },
): Promise<RecordedBuild> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-build-')));
  try {
    copyProject(root, join(folder, 'project'));
    installRecorders(join(folder, 'record'));
    const ends: string[] = [];
    for (const command of recipe) {
      const { end } = await sandbox.run({
        command: ['/usr/bin/env', '-C', join(PROJECT_INSIDE, below), ...command],
        tree: folder,
        access: 'write',
        environment: {
          PATH: `/work/record/bin:${PATH_INSIDE}`,
          RUSTWARD_PATH: PATH_INSIDE,
          RUSTWARD_COMMANDS: '/work/record/calls',
        },
        limits: LIMITS,
        ...(signal && { signal }),
      });
      signal?.throwIfAborted();
      ends.push(endText(command, end));
      // What comes next counts on this one; the last may leave files that do not compile.
      if (end.kind !== 'exited' || end.status !== 0) break;
    }
    return {
      calls: recordedCalls(join(folder, 'record/calls')),
      headers: madeHeaders(join(folder, 'project'), root),
      ends,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One for each compiler of this machine: a build looks for those that are there. */
function installRecorders(folder: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'calls'));
  installBeforeCompilers(join(folder, 'bin'), asset('shims/cc.sh'), COMPILER);
}

/** Puts a script into a folder under the name of each compiler of this machine. */
export function installBeforeCompilers(folder: string, script: string, compilers: RegExp): void {
  const names = PATH_INSIDE.split(':').flatMap((place) => readdirIfAny(place));
  for (const name of new Set(names.filter((one) => compilers.test(one)))) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
}

function readdirIfAny(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
}

/** Headers of a folder that a build has written to, as far as they are not those of the project. */
function madeHeaders(built: string, root: string): Map<string, Buffer> {
  const headers = new Map<string, Buffer>();
  const visit = (path: string) => {
    for (const name of readdirSync(join(built, path)).sort()) {
      if (headers.size >= MAX_HEADERS) return;
      const inner = path === '' ? name : `${path}/${name}`;
      const entry = lstatSync(join(built, inner));
      if (entry.isDirectory()) {
        if (name !== 'CMakeFiles' && !name.startsWith('.')) visit(inner);
      } else if (HEADER.test(name) && entry.size <= MAX_HEADER_BYTES) {
        const bytes = readPlainFile(join(built, inner));
        if (bytes !== undefined && readPlainFile(join(root, inner))?.equals(bytes) !== true)
          headers.set(inner, bytes);
      }
    }
  };
  visit('');
  return headers;
}

function endText(command: ProjectCommand, end: SandboxEnd): string {
  const line = command.join(' ');
  if (end.kind === 'cancelled') return `${line} was cancelled`;
  if (end.kind === 'stopped') return `${line} was ended at its limit of ${end.limit}`;
  if (end.status === 0) return `${line} passed`;
  return end.status === 127
    ? `${command[0]} is not there`
    : `${line} failed with status ${end.status}`;
}
