import { languageOfPath } from '../../code/syntax/language.ts';
import type { Sandbox, SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import type { Check } from './fix-plan.ts';
import { warningFlags } from './warning-flags.ts';

const LIMITS = { wallSeconds: 120, cpuSeconds: 120, memoryBytes: 2 * 1024 ** 3 };

const WARNINGS = ['-fsyntax-only', '-Wall', '-Wextra'];

/** The compiler that the machine builds with, the same for both versions; status 127 where there is none. */
const PICK =
  'for one in $0; do if command -v "$one" >/dev/null; then exec "$one" "$@"; fi; done; exit 127';
const COMPILERS = { c: 'cc gcc clang', cpp: 'c++ g++ clang++' } as const;

/** What is new of the compiler's warnings, and the warnings themselves. */
export interface LintedFiles {
  readonly check: Check;
  readonly output: string;
}

interface LintDeps {
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
}

/**
 * Has a compiler look at changed C and C++ files before and after a change, with `-Wall -Wextra`, in the sandbox.
 * Lines move, so warnings are counted by file and text.
 * @returns undefined where none of the files is C or C++
 */
export async function lintFiles(
  paths: readonly string[],
  before: SourceIndex,
  after: SourceIndex,
  deps: LintDeps,
): Promise<LintedFiles | undefined> {
  const known = paths.filter((path) => compilersFor(path) !== undefined);
  if (known.length === 0) return undefined;
  if (!deps.sandbox.isolates) return notRun(`there is no sandbox: ${deps.sandbox.description}`);
  const fresh: string[] = [];
  const unread: string[] = [];
  for (const path of known) {
    const was = await warningsOf(path, before, deps);
    if (was === undefined) return notRun('there is no C compiler in the sandbox');
    if (was.error !== undefined) unread.push(`${path} does not compile by itself: ${was.error}`);
    else fresh.push(...newWarnings(was, await warningsOf(path, after, deps)));
  }
  const [first] = fresh;
  if (first !== undefined) {
    const more = fresh.length === 1 ? '' : ` and ${fresh.length - 1} more`;
    const detail = `the compiler warns anew: ${first}${more}`.slice(0, 500);
    return { check: { state: 'failed', detail }, output: fresh.slice(0, 20).join('\n') };
  }
  if (unread.length > 0) return notRun(unread.join('; '));
  const detail = `-Wall -Wextra on ${known.join(', ')}: no new warning`.slice(0, 500);
  return { check: { state: 'passed', detail }, output: '' };
}

function compilersFor(path: string): string | undefined {
  const language = languageOfPath(path);
  return language === 'c' || language === 'cpp' ? COMPILERS[language] : undefined;
}

function notRun(detail: string): LintedFiles {
  return { check: { state: 'not run', detail: detail.slice(0, 500) }, output: '' };
}

/** What a compiler said of a file. */
interface Warnings {
  /** The first error, after which warnings say little. */
  readonly error: string | undefined;
  /** Such as `greet.c:7: unused variable 'n' [-Wunused-variable]`, and the same without the line. */
  readonly warnings: readonly { readonly text: string; readonly key: string }[];
}

/** @returns undefined where there is no compiler */
async function warningsOf(
  path: string,
  index: SourceIndex,
  { sandbox, signal }: LintDeps,
): Promise<Warnings | undefined> {
  const compilers = compilersFor(path) ?? '';
  const language = languageOfPath(path) === 'cpp' ? 'c++' : 'c';
  const words = [...WARNINGS, ...warningFlags(path, index), '-x', language, `./${path}`];
  const result = await sandbox.run({
    command: ['/bin/sh', '-c', PICK, compilers, ...words],
    ...{ tree: index.root, access: 'read', limits: LIMITS, signal },
  });
  signal.throwIfAborted();
  if (result.end.kind === 'exited' && result.end.status === 127) return undefined;
  return readWarnings(result);
}

const LINE = /^(?:\.\/)?([^\s:][^:\n]*):(\d+)(?::\d+)?: (warning|(?:fatal )?error): (.*)$/gm;

function readWarnings({ end, stderr }: SandboxResult): Warnings {
  const said = [...stderr.matchAll(LINE)].map(([, file = '', line = '', kind, message = '']) => ({
    isError: kind !== 'warning',
    text: `${file}:${line}: ${message}`,
    key: `${file} ${message}`,
  }));
  const isDone = end.kind === 'exited' && end.status === 0;
  const error = said.find(({ isError }) => isError)?.text ?? 'the compiler did not come to an end';
  return { error: isDone ? undefined : error, warnings: said.filter(({ isError }) => !isError) };
}

function newWarnings(before: Warnings, after: Warnings | undefined): string[] {
  if (after?.error !== undefined) return [after.error];
  const left = new Map<string, number>();
  for (const { key } of before.warnings) left.set(key, (left.get(key) ?? 0) + 1);
  return (after?.warnings ?? []).flatMap(({ key, text }) => {
    const there = left.get(key) ?? 0;
    left.set(key, there - 1);
    return there > 0 ? [] : [text];
  });
}
