import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder, readPlainFile } from '../../equivalence/harness/plain-files.ts';
import { asset } from '../../workspace/asset.ts';
import type { Sandbox, SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import { BUILD_LIMITS } from '../build/build-limits.ts';
import type { ProjectCommand } from '../build/project-command.ts';
import { copyProject } from '../build/project-copy.ts';
import { installBeforeCompilers, PATH_INSIDE } from '../build/record-build.ts';
import { reportsOf, SANITIZER_ENVIRONMENT } from './sanitizer-reports.ts';

/** How a project is built and tested. */
export interface ProjectCommands {
  readonly build: ProjectCommand;
  readonly test: ProjectCommand;
}

/** What is different from the project as it is. */
export interface HybridParts {
  /** Files that are replaced, by their paths relative to the project's folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The static library with the shims. */
  readonly library: Buffer;
}

/** How far it came, and what was said last. */
export interface ProjectRun {
  readonly build: string;
  readonly test: string | undefined;
  readonly passed: boolean;
  /** The last lines of what failed. */
  readonly lastOutput: string;
  /** What sanitizers said, where it was built with them. */
  readonly reports: readonly string[];
  /** Whether a compiler was told to build with sanitizers. */
  readonly isSanitized: boolean;
  /** The shims that were called while the tests ran, by their symbols. */
  readonly called: ReadonlySet<string>;
}

/** The compilers of C and C++, which know the flags. */
const SANITIZED = /^(?:[\w.]+-)*(?:cc|c89|c99|gcc|clang|c\+\+|g\+\+|clang\+\+)(?:-[\d.]+)?$/;

const LIMITS = { ...BUILD_LIMITS, wallSeconds: 900, cpuSeconds: 1800 } as const;

/**
 * Builds and tests a copy of a project in the sandbox.
 * @param root the project's folder
 * @param folder to work in, which is removed
 * @param hybrid undefined for the project as it is
 * @param withSanitizers builds it with AddressSanitizer and UndefinedBehaviorSanitizer, whatever flags it sets itself
 */
export async function runProject(
  root: string,
  folder: string,
  commands: ProjectCommands,
  hybrid: HybridParts | undefined,
  { sandbox, signal }: { readonly sandbox: Sandbox; readonly signal: AbortSignal },
  withSanitizers = false,
): Promise<ProjectRun> {
  try {
    copyProject(root, join(folder, 'project'));
    if (withSanitizers) installSanitizers(folder);
    if (hybrid !== undefined) installHybrid(folder, hybrid);
    const run = async (command: ProjectCommand) => {
      const result = await sandbox.run({
        command: ['/usr/bin/env', '-C', '/work/project', ...command],
        tree: folder,
        access: 'write',
        environment: {
          ...(hybrid === undefined
            ? {}
            : { COMPILER_PATH: '/work/link/bin', RUSTWARD_CALLS: '/work/calls' }),
          ...(withSanitizers ? SANITIZED_BUILD : {}),
        },
        limits: LIMITS,
        signal,
      });
      signal.throwIfAborted();
      return result;
    };
    const said = () => ({
      reports: withSanitizers ? sanitizerReportsIn(join(folder, 'reports')) : [],
      isSanitized: existsSync(join(folder, 'link/sanitized')),
      called: calledIn(folder),
    });
    const built = await run(commands.build);
    if (!succeeded(built)) {
      return {
        build: endOf(built),
        test: undefined,
        passed: false,
        lastOutput: lastLines(built),
        ...said(),
      };
    }
    const tested = await run(commands.test);
    const passed = succeeded(tested);
    return {
      build: 'passed',
      test: endOf(tested),
      passed,
      lastOutput: passed ? '' : lastLines(tested),
      ...said(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The shims go to the linker, whichever program calls it: a compiler looks for it here first. */
function installHybrid(folder: string, { files, library }: HybridParts): void {
  for (const [path, text] of files) writeFileSync(join(folder, 'project', path), text);
  const link = join(folder, 'link');
  mkdirSync(join(link, 'bin'), { recursive: true });
  writeFileSync(join(link, 'librustward_shims.a'), library);
  for (const name of ['ld', 'ld.bfd', 'ld.gold', 'ld.lld', 'ld.mold']) {
    writeFileSync(join(link, 'bin', name), asset('shims/ld.sh'));
    chmodSync(join(link, 'bin', name), 0o755);
  }
}

const SANITIZED_BUILD = {
  PATH: `/work/link/cc:${PATH_INSIDE}`,
  RUSTWARD_PATH: PATH_INSIDE,
  ...SANITIZER_ENVIRONMENT,
};

/** A build finds its compilers in PATH, and there first what adds the flags. */
function installSanitizers(folder: string): void {
  mkdirSync(join(folder, 'reports'));
  mkdirSync(join(folder, 'link/cc'), { recursive: true });
  installBeforeCompilers(join(folder, 'link/cc'), asset('shims/sanitize.sh'), SANITIZED);
}

function succeeded({ end }: SandboxResult): boolean {
  return end.kind === 'exited' && end.status === 0;
}

function endOf({ end }: SandboxResult): string {
  if (end.kind === 'exited')
    return end.status === 0 ? 'passed' : `failed with status ${end.status}`;
  return end.kind === 'stopped' ? `was ended at its limit of ${end.limit}` : 'was cancelled';
}

const LINES = 12;

function lastLines({ stdout, stderr }: SandboxResult): string {
  const last = (text: string) => text.trimEnd().split('\n').slice(-LINES).join('\n');
  return [last(stdout), last(stderr)].filter((text) => text !== '').join('\n');
}

/** Each process notes each shim once. */
function calledIn(folder: string): Set<string> {
  return new Set(
    (readPlainFile(join(folder, 'calls')) ?? Buffer.of())
      .toString()
      .split('\n')
      .filter((line) => line !== ''),
  );
}

/** What sanitizers wrote to the files of a folder, each once. */
function sanitizerReportsIn(folder: string): string[] {
  const texts: string[] = [];
  emptyFolder(folder, (name) => {
    texts.push(readPlainFile(join(folder, name))?.toString('utf8') ?? '');
    return false;
  });
  return [...new Set(texts.flatMap(reportsOf))].sort();
}

/** Why nothing can be said of a hybrid: the project as it is does not pass. */
export function notPassingText(
  { build, test, lastOutput }: ProjectRun,
  { build: make, test: check }: ProjectCommands,
) {
  const [command, how] = test === undefined ? [make, build] : [check, test];
  return `without any Rust, ${command.join(' ')} ${how}; nothing can be said of a hybrid\n${lastOutput}`;
}

/** The line that tells most: of a shim, of a compiler, else the last that is not of make. */
export function lastLine({ build, test, lastOutput }: ProjectRun): string {
  const lines = lastOutput
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^make(?:\[\d+\])?: /.test(line));
  const own = lines.find((line) => line.startsWith('rustward: ') || /\berror:/.test(line));
  return own ?? lines.at(-1) ?? `it ${test ?? build}`;
}
