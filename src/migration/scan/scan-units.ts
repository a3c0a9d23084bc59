import { existsSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import pLimit from 'p-limit';
import type { ClangUnit } from '../../code/clang/unit.ts';
import { DATABASE_FILES } from '../../code/compile-commands/compile-database.ts';
import { languageOf } from '../../code/syntax/language.ts';
import { messageOf, UsageError } from '../../errors.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { GENERATED_HEADERS } from '../../workspace/state/state-folder.ts';
import type { Compilation } from '../artifacts/compilation.ts';
import { type Clang, findClang } from './clang-program.ts';
import { type CompileCommands, parseCompileCommands, resolveAllowed } from './compile-commands.ts';
import { filterFlags } from './compile-flags.ts';
import { includeFolders } from './include-folders.ts';
import { parseWithClang } from './run-clang.ts';
import type { UnitCache } from './unit-cache.ts';

export interface ScanUnitsOptions {
  readonly sandbox: Sandbox;
  /** Found by `findClang` when it is not given. */
  readonly clang?: Clang;
  readonly signal?: AbortSignal;
  /** Files that clang reads at the same time. */
  readonly atOnce?: number;
  /** What earlier scans have read. */
  readonly cache?: UnitCache | undefined;
  /** What the project's build has told, for files without an entry in `compile_commands.json`. */
  readonly compilation?: Compilation | undefined;
}

/** Why a file, or a part of what is known of it, is missing. */
interface ScanProblem {
  readonly file: string;
  readonly message: string;
}

export interface ScannedUnits {
  /** In the order of the files. */
  readonly units: readonly ClangUnit[];
  /** Files that do not compile, and what else could not be read. */
  readonly problems: readonly ScanProblem[];
  /** Flags of `compile_commands.json` that clang was not given. */
  readonly refusedFlags: readonly { readonly file: string; readonly flags: readonly string[] }[];
}

/**
 * What clang says of some files of a project. One that does not compile is among the problems and
 * does not stop the scan.
 * @param root the project's folder
 * @param files relative to it, `/`-separated: translation units, not headers
 * @throws IncompleteError when there is no clang, UsageError when there is no sandbox
 */
export async function scanUnits(
  root: string,
  files: readonly string[],
  options: ScanUnitsOptions,
): Promise<ScannedUnits> {
  const { sandbox, signal, cache, atOnce = 2 } = options;
  const clang = options.clang ?? (await findClang());
  const project = new ProjectFiles(realpathSync(root), options.compilation);
  const commands = project.commands(files);
  const problems = commands.problems.map((message) => ({ file: DATABASE_FILES[0] ?? '', message }));
  const limit = pLimit(atOnce);
  const run = { sandbox, clang, root: project.root, signal, cache };
  const units = await Promise.all(
    files.map((file) =>
      limit(async () => {
        try {
          return await parseWithClang(run, project.command(file, commands));
        } catch (thrown) {
          if (thrown instanceof UsageError) throw thrown;
          signal?.throwIfAborted();
          problems.push({ file, message: messageOf(thrown) });
          return undefined;
        }
      }),
    ),
  );
  const order = new Map(files.map((file, index) => [file, index]));
  const place = ({ file }: ScanProblem) => order.get(file) ?? -1;
  return {
    units: units.filter((unit) => unit !== undefined),
    problems: problems.sort((left, right) => place(left) - place(right)),
    refusedFlags: files.flatMap((file) => {
      const flags = commands.flags.get(file)?.refused ?? [];
      return flags.length === 0 ? [] : [{ file, flags }];
    }),
  };
}

/** A project's files, each read once. */
class ProjectFiles {
  readonly root: string;
  private readonly texts = new Map<string, string | undefined>();
  private headers: readonly string[] | undefined;

  private readonly compilation: Compilation | undefined;

  constructor(root: string, compilation: Compilation | undefined) {
    this.root = root;
    this.compilation = compilation;
  }

  commands(files: readonly string[]): CompileCommands {
    const found = DATABASE_FILES.find((path) => existsSync(join(this.root, path)));
    if (found === undefined) return { flags: new Map(), problems: [] };
    const source = readSourceText(this.root, found, DATABASE_LIMITS);
    if ('skip' in source) return { flags: new Map(), problems: [`${found} ${source.skip.reason}`] };
    return parseCompileCommands(source.text, this.root, new Set(files));
  }

  command(file: string, commands: CompileCommands) {
    const language = languageOf(file, this.text(file) ?? '') === 'cpp' ? 'c++' : 'c';
    const flags =
      commands.flags.get(file)?.kept ?? this.learntFlags(file) ?? this.guessedFlags(file);
    const lines = (path: string, from: number, to: number) =>
      (this.text(path) ?? '')
        .split('\n')
        .slice(from - 1, to)
        .join('\n');
    const text = (path: string) => this.text(path);
    return { file, language, flags, lines, text } as const;
  }

  /** Filtered anew: the record lies in the repository. */
  private learntFlags(file: string): readonly string[] | undefined {
    const flags = this.compilation?.flags;
    if (flags === undefined || !Object.hasOwn(flags, file)) return undefined;
    const place = (path: string) => resolveAllowed(posix.resolve(this.root, path), this.root);
    return filterFlags(['cc', ...(flags[file] ?? [])], place).kept;
  }

  private guessedFlags(file: string): string[] {
    this.headers ??= [
      ...findSourceFiles(this.root, { extensions: HEADERS }).files.map(({ path }) => path),
      ...(this.compilation?.headers ?? []).map((path) => posix.join(GENERATED_HEADERS, path)),
    ];
    const folders = includeFolders(file, this.headers, (path) => this.text(path));
    return folders.map((folder) => `-I./${folder}`);
  }

  private text(file: string): string | undefined {
    if (!this.texts.has(file)) {
      const source = readSourceText(this.root, file, TEXT_LIMITS);
      this.texts.set(file, 'text' in source ? source.text : undefined);
    }
    return this.texts.get(file);
  }
}

const HEADERS = ['.h', '.hh', '.hpp', '.hxx', '.inc'];
const DATABASE_LIMITS = { maxBytes: 100_000_000, maxLineBytes: 100_000_000 };
