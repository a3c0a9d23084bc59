import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cutText } from '../../agent/cut-text.ts';
import { redactSecrets } from '../../model/redaction/redacted-lines.ts';
import { asset } from '../../workspace/asset.ts';
import type { Sandbox, SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import { type Driver, isCpp, mainText, PROGRAM, WORK_INSIDE } from './driver.ts';

/** What compiles drivers, and names the places of their errors. */
export interface ReproductionTools {
  /** The absolute path of clang. */
  readonly clang: string;
  /** The absolute path of llvm-symbolizer; addr2line is used where it is missing. */
  readonly symbolizer?: string | undefined;
  /** Folders that a sandbox must show for them to run. */
  readonly folders: readonly string[];
}

/** The sanitizers that show a weakness: one program cannot have both. */
export type SanitizerChoice = 'address' | 'memory';

/** How a driver is compiled on one side. */
export interface BuildPlan {
  readonly driver: Driver;
  readonly sanitizer: SanitizerChoice;
  /** Folders of the sources with headers, relative to them. */
  readonly includeFolders: readonly string[];
  /** Headers that the kit makes, by the names that they are included by. */
  readonly headers: ReadonlyMap<string, string>;
  /** For a driver that tries inputs: what UndefinedBehaviorSanitizer looks for, and ends the program with. */
  readonly search?: { readonly checks: readonly string[] } | undefined;
}

export type BuildOutcome =
  | { readonly kind: 'built'; readonly undefinedSymbols: readonly string[] }
  | { readonly kind: 'failed'; readonly output: string };

const LIMITS = {
  ...{ wallSeconds: 240, cpuSeconds: 240, memoryBytes: 3 * 1024 ** 3, diskBytes: 1024 ** 3 },
};
const OUTPUT = 6000;

/** Where what nothing defines lies in the program: a page for each symbol. */
export const UNDEFINED_BASE = 0x60000000;
export const UNDEFINED_PAGE = 0x1000;

const UNDEFINED = /undefined (?:reference to [`']|symbol: )([\w.$@]+)/g;

/**
 * A shift into the sign is what `byte << 24` relies on, and a call through a pointer of another type what much of C
 * does; a function that nothing declares would lose half of each pointer.
 */
const COMPILE = [
  ...['-g', '-O0', '-w', '-fno-omit-frame-pointer', '-fno-pie', '-ferror-limit=12'],
  ...['-fno-sanitize=vptr,object-size,shift-base,function', '-D_GNU_SOURCE'],
];
const KIT = ['-O1', '-w', '-fno-pie', '-fno-omit-frame-pointer'];
const C_ONLY = ['-Werror=implicit-function-declaration'];
const WRAPPED = ['malloc', 'calloc', 'realloc', 'strdup', 'strndup'];

/** What says which code a run has reached, and what it compared. */
const COVERAGE = '-fsanitize-coverage=inline-8bit-counters,trace-cmp';

/** The words that select the sanitizers. */
function sanitizerFlags({ sanitizer: choice, search }: BuildPlan): string[] {
  if (search !== undefined) {
    return [`-fsanitize=${[choice, ...search.checks].join(',')}`, '-fno-sanitize-recover=all'];
  }
  return choice === 'memory'
    ? ['-fsanitize=memory,undefined', '-fsanitize-memory-track-origins']
    : ['-fsanitize=address,undefined', '-fsanitize-address-use-after-scope'];
}

/**
 * The commands that build a driver, as words, in a folder that has `kit/` and `out/`; the last one links.
 * @param sources the path of the folder with the sources
 */
export function buildCommands(plan: BuildPlan, clang: string, sources: string): string[][] {
  const { driver, includeFolders, headers, search } = plan;
  const sanitized = sanitizerFlags(plan);
  const isC = !isCpp(driver.unit);
  const language = isC ? [] : ['--driver-mode=g++'];
  const standard = driver.flags.some((flag) => flag.startsWith('-std=')) || !isC;
  const folders = includeFolders.map(
    (folder) => `-I${sources}${folder === '' ? '' : `/${folder}`}`,
  );
  const own = driver.flags.map((flag) =>
    flag.startsWith('-I') ? `-I${sources}/${flag.slice(2).replace(/^\/+/, '')}` : flag,
  );
  const compiling = own.filter((flag) => !flag.startsWith('-l'));
  const hasConfig = [...headers.keys(), ...driver.files.map(({ path }) => path)].some((path) =>
    /(?:^|\/)config\.h$/.test(path),
  );
  const common = [
    ...language,
    ...COMPILE,
    ...sanitized,
    ...(search === undefined ? [] : [COVERAGE]),
    ...(standard ? [] : ['-std=gnu17']),
    ...(hasConfig ? ['-DHAVE_CONFIG_H=1'] : []),
    ...['-Ikit/files', '-Ikit/made', `-I${sources}`],
    ...folders,
    ...compiling,
  ];
  const strict = isC ? C_ONLY : [];
  const unit = `-DRUSTWARD_UNIT="${sources}/${driver.unit}"`;
  const main = isC ? 'kit/main.c' : 'kit/main.cpp';
  const others = driver.other_units.map((other, at) => ({ other, object: `out/${at}.o` }));
  const kit = search === undefined ? ['kit'] : ['kit', 'search'];
  return [
    ...kit.map((name) => [clang, ...KIT, '-c', `kit/${name}.c`, '-o', `out/${name}.o`]),
    [clang, ...common, ...strict, unit, '-c', main, '-o', 'out/main.o'],
    ...others.map(({ other, object }) => {
      const renamed = '-Dmain=rustward_other_main';
      const rest = ['-c', `${sources}/${other}`, '-o', object];
      return [clang, ...common, ...(isCpp(other) ? [] : strict), renamed, ...rest];
    }),
    [
      ...[clang, ...language, ...sanitized, '-no-pie', 'out/main.o'],
      ...kit.map((name) => `out/${name}.o`),
      ...others.map(({ object }) => object),
      ...WRAPPED.map((name) => `-Wl,--wrap=${name}`),
      ...['-Wl,--no-demangle', '-Wl,-z,muldefs', ...own.filter((flag) => flag.startsWith('-l'))],
      ...['-lm', '-lpthread', '-o', `out/${PROGRAM}`],
    ],
  ];
}

/** Further words for the linker where something is not defined: each symbol has a page of its own. */
export const UNDEFINED_OPTIONS = [
  'kit/undefined.s',
  `-Wl,--section-start=.rustward_undefined=0x${UNDEFINED_BASE.toString(16)}`,
];

/** What gives each symbol a page that the kit forbids to touch. */
export function undefinedText(symbols: readonly string[]): string {
  return [
    '.section .rustward_undefined,"aw",@nobits',
    `.balign ${UNDEFINED_PAGE}`,
    '.globl rustward_undefined_begin',
    'rustward_undefined_begin:',
    ...symbols.flatMap((name) => [`.globl "${name}"`, `"${name}":`, `.zero ${UNDEFINED_PAGE}`]),
    '.globl rustward_undefined_end',
    'rustward_undefined_end:',
    '.section .note.GNU-stack,"",@progbits',
    '',
  ].join('\n');
}

/**
 * Builds a driver in the sandbox; the program is `out/reproduction` then.
 * @param work a folder with the sources in `src`; what was built there before is gone
 */
export async function buildDriver(
  work: string,
  plan: BuildPlan,
  tools: ReproductionTools,
  deps: { readonly sandbox: Sandbox; readonly signal?: AbortSignal | undefined },
): Promise<BuildOutcome> {
  writeKit(work, plan);
  const commands = buildCommands(plan, tools.clang, `${WORK_INSIDE}/src`);
  const first = await runAll(commands);
  if (isDone(first)) return { kind: 'built', undefinedSymbols: [] };
  const names = [...first.stderr.matchAll(UNDEFINED)].flatMap(([, name]) => name ?? []);
  const symbols = [...new Set(names)].sort();
  const link = commands.at(-1);
  if (symbols.length === 0 || link === undefined) return failed(first);
  writeFileSync(join(work, 'kit/undefined.s'), undefinedText(symbols));
  const second = await runAll([[...link, ...UNDEFINED_OPTIONS]]);
  return isDone(second) ? { kind: 'built', undefinedSymbols: symbols } : failed(second);

  async function runAll(all: readonly (readonly string[])[]): Promise<SandboxResult> {
    const script = all.map((words) => words.map(quotedWord).join(' ')).join(' &&\n');
    const result = await deps.sandbox.run({
      ...{ command: ['/bin/sh', '-c', script], tree: work, access: 'write', limits: LIMITS },
      tools: tools.folders,
      ...(deps.signal === undefined ? {} : { signal: deps.signal }),
    });
    deps.signal?.throwIfAborted();
    return result;
  }
}

/** The files of the kit and those of the driver, by their paths in `kit/`. */
export function kitFiles({ driver, headers, search }: BuildPlan): ReadonlyMap<string, string> {
  const ending = isCpp(driver.unit) ? 'cpp' : 'c';
  return new Map([
    ['kit.h', asset('reproduction/kit.h')],
    ['kit.c', asset('reproduction/kit.c')],
    ...(search === undefined ? [] : searchFiles()),
    [`main.${ending}`, mainText(driver)],
    [`driver.${ending}`, `${driver.driver}\n`],
    ...[...headers].map(([name, text]): [string, string] => [`made/${name}`, text]),
    ...driver.files.map(({ path, text }): [string, string] => [`files/${path}`, text]),
  ]);
}

function searchFiles(): [string, string][] {
  return [
    ['changes.h', asset('reproduction/changes.h')],
    ['search.h', asset('reproduction/search.h')],
    ['search.c', asset('reproduction/search.c')],
  ];
}

function writeKit(work: string, plan: BuildPlan): void {
  for (const folder of ['kit', 'out']) rmSync(join(work, folder), { recursive: true, force: true });
  for (const folder of ['kit/files', 'kit/made', 'out'])
    mkdirSync(join(work, folder), { recursive: true });
  for (const [name, text] of kitFiles(plan)) {
    const path = join(work, 'kit', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** A word of a shell's command that means nothing but itself. */
export function quotedWord(word: string): string {
  return /^[\w./=,:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function isDone({ end }: SandboxResult): boolean {
  return end.kind === 'exited' && end.status === 0;
}

function failed({ end, stderr }: SandboxResult): BuildOutcome {
  const limit = end.kind === 'stopped' ? `the build reached its limit of ${end.limit}\n` : '';
  return { kind: 'failed', output: cutText(limit + withoutFolders(stderr), OUTPUT).trim() };
}

/** What a program said, with paths as the repository has them, and without what looks like a secret. */
export function withoutFolders(text: string): string {
  const said = text.replaceAll(`${WORK_INSIDE}/src/`, '').replaceAll(`${WORK_INSIDE}/`, '');
  return redactSecrets(said);
}
