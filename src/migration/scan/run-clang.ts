import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { MacroTable } from '../../code/clang/macro-table.ts';
import { targetOf } from '../../code/clang/target.ts';
import type { ClangRange, ClangUnit } from '../../code/clang/unit.ts';
import { UnitParser } from '../../code/clang/unit-parser.ts';
import { messageOf } from '../../errors.ts';
import { type Sandbox, type SandboxResult, TREE_INSIDE } from '../../workspace/sandbox/sandbox.ts';
import type { Clang } from './clang-program.ts';
import { type UnitCache, unitKeyOf } from './unit-cache.ts';

export interface ClangRun {
  readonly sandbox: Sandbox;
  readonly clang: Clang;
  /** The real path of the project's folder. */
  readonly root: string;
  readonly signal?: AbortSignal | undefined;
  readonly cache?: UnitCache | undefined;
}

/** A file to be read, and what clang is told of it. */
export interface UnitCommand {
  readonly file: string;
  readonly language: ClangUnit['language'];
  readonly flags: readonly string[];
  /** The lines of a file of the project, from one to another, or nothing. */
  readonly lines: (file: string, from: number, to: number) => string;
  /** What a file of the project says; undefined where it cannot be read. */
  readonly text: (file: string) => string | undefined;
}

const LIMITS = { wallSeconds: 120, cpuSeconds: 120, memoryBytes: 4 * 1024 ** 3 } as const;

/** Nothing of either is held whole. Most of the tree of a deep expression is blanks that indent it. */
const OUTPUT_BYTES = { preprocessed: 256 * 1024 ** 2, tree: 6 * 1024 ** 3 } as const;

/** Nothing of clang's own opinions, and its errors on lines of their own. */
const QUIET = [
  '-w',
  '-fno-color-diagnostics',
  '-fno-caret-diagnostics',
  '-fno-diagnostics-fixit-info',
];

/**
 * What clang says of one file, which it reads in the sandbox. The tree is left out where it has been read before:
 * what the preprocessor says tells whether all is as it was.
 * @throws Error with one line when it does not compile, or clang's answer cannot be read
 */
export async function parseWithClang(run: ClangRun, command: UnitCommand): Promise<ClangUnit> {
  const { file, language, flags } = command;
  // Without the dot, a name that begins with `-` or `@` would be an option.
  const args = ['-x', language, ...QUIET, ...flags, `./${file}`];
  const projectFile = projectFiles(run);
  const macros = new MacroTable(projectFile);
  const decoder = new TextDecoder();
  const preprocessed = createHash('sha256');
  await stream(run, ['-E', '-dD', ...args], OUTPUT_BYTES.preprocessed, (chunk) => {
    preprocessed.update(chunk);
    macros.push(decoder.decode(chunk, { stream: true }));
  });
  const key =
    run.cache &&
    unitKeyOf({
      words: [run.clang.program, run.clang.version, folderSeen(run), language, file, ...flags],
      preprocessed: preprocessed.digest('base64'),
      files: macros.files(),
      text: command.text,
    });
  const known = key === undefined ? undefined : run.cache?.get(key);
  if (known !== undefined) return known;
  const reader = new UnitParser(projectFile);
  await stream(
    run,
    ['-Xclang', '-ast-dump=json', '-fsyntax-only', ...args],
    OUTPUT_BYTES.tree,
    (chunk) => {
      reader.push(chunk);
    },
  );
  const linesOf = ({ file: path, startLine, endLine }: ClangRange) =>
    command.lines(path, startLine, endLine);
  const unit = reader.finish({
    ...{ file, language, flags, target: targetOf(macros.values(), flags) },
    macrosIn: (range) => macros.expandedIn(range, linesOf(range)),
    undefinedIn: (range) => macros.undefinedIn(range, linesOf(range)),
    macros: macros.ofProject(),
  });
  if (key !== undefined) run.cache?.put(key, unit);
  return unit;
}

/** Runs clang to its end, with what it prints given to `take`. */
async function stream(
  { sandbox, clang, root, signal }: ClangRun,
  args: readonly string[],
  outputBytes: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const stop = new AbortController();
  let problem: string | undefined;
  const result = await sandbox.run({
    command: [clang.program, ...args],
    tree: root,
    access: 'read',
    tools: clang.tools,
    limits: { ...LIMITS, outputBytes },
    signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
    onOutput: (chunk) => {
      if (problem !== undefined) return;
      try {
        take(chunk);
      } catch (thrown) {
        problem = `clang’s answer cannot be read: ${messageOf(thrown)}`;
        stop.abort();
      }
    },
  });
  signal?.throwIfAborted();
  if (problem !== undefined) throw new Error(problem);
  const failure = failureOf(result);
  if (failure !== undefined) throw new Error(failure);
}

function failureOf({ end, stderr }: SandboxResult): string | undefined {
  if (end.kind === 'stopped') return `clang came to its limit of ${end.limit}`;
  if (end.kind === 'exited' && end.status === 0) return undefined;
  const line = stderr.split('\n').find((text) => /\berror: /.test(text)) ?? stderr.split('\n')[0];
  return `it does not compile: ${line?.trim() || 'clang said nothing'}`;
}

/** Where clang sees the project. */
function folderSeen({ sandbox, root }: ClangRun): string {
  return sandbox.isolates ? TREE_INSIDE : root;
}

/** clang names files as they were found: relative to the tree, which it runs in, or absolute. */
function projectFiles(run: ClangRun): (name: string) => string | undefined {
  const tree = folderSeen(run);
  const known = new Map<string, string | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const path = posix.relative(tree, posix.resolve(tree, name));
    const isInside = !name.startsWith('<') && path !== '' && !path.startsWith('../');
    const found = isInside ? path : undefined;
    known.set(name, found);
    return found;
  };
}
