import { cpSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ClangUnit } from '../../code/clang/unit.ts';
import { isCopiedToCompile } from '../../equivalence/harness/workspace.ts';
import { IncompleteError } from '../../errors.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { FunctionShim } from './function-shim.ts';
import { wrongLayout } from './layout-checks.ts';

interface CheckUnitsDeps {
  readonly sandbox: Sandbox;
  readonly clang: { readonly program: string; readonly tools: readonly string[] };
  /** A folder to work in. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

const LIMITS = { wallSeconds: 120, cpuSeconds: 120, memoryBytes: 4 * 1024 ** 3 } as const;

/**
 * Has clang read each unit with calls of shims in place of bodies, and compare the layouts of both
 * sides, before the project is built.
 * @param sources the folder of the C sources
 * @param replaced the files that differ with these shims, by their paths below the sources
 * @returns why a shim cannot be used, by its symbol
 */
export async function checkUnits(
  sources: string,
  shims: readonly FunctionShim[],
  replaced: (shims: readonly FunctionShim[]) => ReadonlyMap<string, Buffer>,
  deps: CheckUnitsDeps,
): Promise<Map<string, string>> {
  const wrong = new Map<string, string>();
  for (const shim of shims) {
    try {
      replaced([shim]);
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      wrong.set(shim.symbol, thrown.message);
    }
  }
  const folder = join(deps.folder, 'units');
  mkdirSync(folder, { recursive: true });
  for (const [unit, all] of Map.groupBy(shims, ({ subject }) => subject.unit)) {
    for (;;) {
      const rest = all.filter(({ symbol }) => !wrong.has(symbol));
      if (rest.length === 0) break;
      copySources(sources, folder);
      for (const [path, text] of replaced(rest)) writeFileSync(join(folder, path), text);
      const said = await checkSyntax(unit, folder, deps);
      if (said === undefined) break;
      const symbol = wrongLayout(said);
      if (symbol !== undefined && rest.some((shim) => shim.symbol === symbol)) {
        wrong.set(symbol, 'what it is given lies in memory otherwise than Rust takes it to');
        continue;
      }
      for (const shim of rest)
        wrong.set(shim.symbol, `its file does not compile with the call in its place: ${said}`);
    }
  }
  return wrong;
}

/** @returns the first error */
async function checkSyntax(
  unit: ClangUnit,
  folder: string,
  deps: CheckUnitsDeps,
): Promise<string | undefined> {
  const { end, stderr } = await deps.sandbox.run({
    command: [
      deps.clang.program,
      '-x',
      unit.language,
      '-fsyntax-only',
      '-w',
      ...unit.flags,
      `./${unit.file}`,
    ],
    tree: folder,
    access: 'read',
    tools: deps.clang.tools,
    limits: LIMITS,
    signal: deps.signal,
  });
  deps.signal.throwIfAborted();
  if (end.kind !== 'exited')
    throw new IncompleteError(`reading ${unit.file} did not come to its end`);
  if (end.status === 0) return undefined;
  const lines = stderr.split('\n');
  const at = Math.max(
    0,
    lines.findIndex((line) => /\berror:/.test(line)),
  );
  return lines
    .slice(at, at + 2)
    .join(' ')
    .trim();
}

function copySources(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => {
      const entry = lstatSync(path);
      if (!entry.isDirectory()) return entry.isFile();
      return path === from || isCopiedToCompile(relative(from, path));
    },
  });
}
