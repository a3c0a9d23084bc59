import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClangUnit } from '../../code/clang/unit.ts';
import { type CDriverCall, cDriver } from '../c/c-driver.ts';
import { cRuntime } from '../c/runtime.ts';
import { END_OPTIONS, WRAP_OPTIONS } from '../c/wrapped-symbols.ts';
import { NotComparable } from '../not-comparable.ts';
import type { EquivalenceDeps, EquivalenceSubject } from '../plan/subject.ts';
import { writeNewFile } from './plain-files.ts';
import { requiredUnits } from './required-units.ts';
import { nameOf, runtimeObject, runtimeTextOf } from './runtime-object.ts';
import { installProgram, mirrorFolder, writeIfChanged } from './workspace.ts';

/**
 * Undefined behaviour is seen, and the next case goes on. A bit that is shifted into the sign (or out
 * of it) is none: every compiler gives the two's complement, and `byte << 24` relies on it.
 */
const SANITIZED = [
  ...['-O0', '-g0', '-w', '-fno-omit-frame-pointer', '-fno-strict-aliasing'],
  ...['-fsanitize=address,undefined', '-fsanitize-recover=all'],
  '-fno-sanitize=vptr,object-size,shift-base',
  '-fsanitize-address-use-after-scope',
  // Nothing that was not written reads as zero, as it may in the other build.
  '-ftrivial-auto-var-init=pattern',
  // The functions of ctype.h as functions, whose place the driver takes.
  '-D__NO_CTYPE',
];

const EDGES = '-fsanitize-coverage=trace-pc-guard,trace-cmp';

const COVERAGE = ['-O0', '-g0', '-w', '-fprofile-instr-generate', '-fcoverage-mapping'];

/** Ends at the first result, branch or address that comes from memory which nothing was written to. */
const MEMORY = ['-O0', '-g0', '-w', '-fno-strict-aliasing', '-fsanitize=memory'];

/** Of all that is compiled for a function. */
const LIMITS = {
  wallSeconds: 300,
  cpuSeconds: 300,
  memoryBytes: 3 * 1024 ** 3,
  diskBytes: 1024 ** 3,
} as const;

const DRIVER = '.rustward-driver.c';

/** The names of the programs in the tree of runs. */
export const C_PROGRAM = 'c-side';
export const COVERAGE_PROGRAM = 'c-coverage';
export const MEMORY_PROGRAM = 'c-memory';

/** A program of the C side. */
interface CProgram {
  readonly program: string;
  readonly flags: readonly string[];
  /** Of the part of the driver that is the same for all functions. */
  readonly runtime: readonly string[];
  /** Whether the driver hears what the sanitizers see, and goes on. */
  readonly isSanitized: boolean;
  /** Options of the linker, which put functions of the driver in the place of others. */
  readonly wrapped?: readonly string[];
}

const COMPARED: readonly CProgram[] = [
  { program: C_PROGRAM, flags: SANITIZED, runtime: ['-DRW_SANITIZED'], isSanitized: true },
  {
    ...{ program: COVERAGE_PROGRAM, flags: COVERAGE, isSanitized: false },
    runtime: ['-DRW_ONE_PROCESS'],
    wrapped: ['-Wl,--wrap=free', '-Wl,--wrap=realloc'],
  },
];

const CHECKED: CProgram = {
  ...{ program: MEMORY_PROGRAM, flags: MEMORY, isSanitized: false },
  // What is not built with this sanitizer writes without being seen.
  runtime: ['-DRW_MEMORY', '-fsanitize=memory'],
  wrapped: ['-Wl,--wrap=__msan_warning_noreturn', '-Wl,--wrap=__msan_warning_with_origin_noreturn'],
};

interface CFolders {
  readonly c: string;
  readonly run: string;
}

/**
 * Builds the program of the C side, and the one that measures coverage, unless they were built of
 * the same sources before.
 * @throws NotComparable when the C does not compile
 */
export async function buildC(
  subject: EquivalenceSubject,
  calls: readonly CDriverCall[],
  deps: EquivalenceDeps,
  folders: CFolders,
): Promise<void> {
  await buildPrograms(subject, calls, deps, folders, COMPARED);
}

/**
 * Builds the program that sees whether the C reads memory which nothing was written to.
 * @throws NotComparable where this machine's clang cannot
 */
export async function buildMemoryCheck(
  subject: EquivalenceSubject,
  calls: readonly CDriverCall[],
  deps: EquivalenceDeps,
  folders: CFolders,
): Promise<void> {
  await buildPrograms(subject, calls, deps, folders, [CHECKED]);
}

async function buildPrograms(
  subject: EquivalenceSubject,
  calls: readonly CDriverCall[],
  deps: EquivalenceDeps,
  folders: CFolders,
  wanted: readonly CProgram[],
): Promise<void> {
  const { unit } = subject;
  if (unit.language !== 'c') throw new NotComparable(`${unit.file} is C++`, 'none');
  const digest = mirrorFolder(subject.project, join(folders.c, 'c'));
  const driver = cDriver(unit.file, unit, calls);
  const options = [...unit.flags, ...SANITIZED, ...COVERAGE, ...MEMORY].join(' ');
  const runtimeFiles = cRuntime();
  const runtimeText = runtimeTextOf(runtimeFiles);
  const name = nameOf(digest, unit.file, options, driver, runtimeText);
  const others = requiredUnits(
    unit,
    subject.others,
    calls.map((call) => call.function),
  );
  // The unit is included by its name in the project, as its own folder would have it.
  writeIfChanged(folders.c, `c/${DRIVER}`, driver);
  for (const [file, text] of runtimeFiles) writeIfChanged(folders.c, `runtime/${file}`, text);
  const programs = wanted.map((one) => ({ ...one, output: `${name}-${one.program}` }));
  const missing = programs.filter(({ output }) => !existsSync(join(folders.c, output)));
  const objectOf = (other: ClangUnit, program: string) =>
    `${nameOf(digest, other.file, other.flags.join(' '), EDGES)}-${program}.o`;
  const clang = (...options: readonly string[]) => [deps.clang, ...options];
  const compiled = missing.map(
    ({ program, flags, runtime: defines, isSanitized, wrapped = [], output }) => {
      const runtime = runtimeObject(program);
      const edges = isSanitized ? [EDGES] : [];
      const all: { object: string; command: readonly string[] }[] = [
        { object: runtime, command: clang('-O1', '-w', ...defines, '-c', '../runtime/runtime.c') },
        ...others.map((other) => ({
          object: objectOf(other, program),
          command: clang(
            ...[
              '-x',
              'c',
              ...flags,
              ...edges,
              ...other.flags,
              '-Dmain=rw_other_main',
              '-c',
              `./${other.file}`,
            ],
          ),
        })),
      ];
      const own = clang(...unit.flags, ...flags, ...edges, '-I.', '-c', `./${DRIVER}`);
      const steps = all
        .filter(({ object }) => !existsSync(join(folders.c, object)))
        // Renamed when it is whole: what was cut short must not be taken for one that was built.
        .map(({ object, command }) => [
          [...command, '-o', `../${object}.part`],
          ['mv', `../${object}.part`, `../${object}`],
        ]);
      const object = `${output}.o`;
      const parts = [object, ...all.map((one) => one.object)].map((part) => `../${part}`);
      const wraps = [...END_OPTIONS, ...(isSanitized ? WRAP_OPTIONS : wrapped)];
      return {
        steps: [...steps.flat(), [...own, '-o', `../${object}`]],
        link: clang(...flags, ...wraps, ...parts, '-Wl,-z,muldefs', '-lm', '-o', `../${output}`),
        object,
      };
    },
  );
  if (compiled.length > 0) {
    await compileAndLink(deps, folders.c, compiled);
    for (const { object } of compiled) rmSync(join(folders.c, object), { force: true });
  }
  for (const { program, output } of programs) {
    installProgram(join(folders.c, output), folders.run, program);
  }
}

/** Commands, of words. */
type Commands = readonly (readonly string[])[];

/**
 * Compiles and links programs. What the project does not define itself, and no library that is at
 * hand, ends the case that calls it, so that a function is tried even if its unit needs more than is
 * there.
 */
async function compileAndLink(
  deps: EquivalenceDeps,
  tree: string,
  programs: readonly { readonly steps: Commands; readonly link: readonly string[] }[],
): Promise<void> {
  const lines = programs.map(({ steps, link }) => [...steps, link]);
  const tried = await runInParallel(deps, tree, lines);
  // Vector instructions that the flags of a build turn on, which are not known here.
  const isForMachine = tried !== undefined && NEEDS_FEATURE.test(tried);
  const asHere = (commands: Commands) =>
    isForMachine ? forThisMachine(commands, deps.clang) : commands;
  const first = isForMachine ? await runInParallel(deps, tree, lines.map(asHere)) : tried;
  if (first === undefined) return;
  const missing = [...first.matchAll(/undefined (?:reference to [`']|symbol: )(\w+)/g)];
  const names = [...new Set(missing.flatMap(([, name]) => name ?? []))];
  if (names.length === 0) throw doesNotCompile(first);
  writeNewFile(
    join(tree, 'missing.c'),
    names.map((name) => `void ${name}(void) { __builtin_trap(); }\n`).join(''),
  );
  const links = programs.map(({ link }) => [
    [...link, '-fno-builtin', '-x', 'c', '../missing.c'] as const,
  ]);
  const again = await runInParallel(deps, tree, links);
  if (again !== undefined) throw doesNotCompile(again);
}

const NEEDS_FEATURE = /\b(?:needs|requires) target feature\b/;

/** The same commands with all instructions that this machine has. */
function forThisMachine(commands: Commands, clang: string): Commands {
  return commands.map(([program = '', ...rest]) =>
    program === clang ? [program, '-march=native', ...rest] : [program, ...rest],
  );
}

/**
 * Runs lines of commands side by side, each up to the first command that fails.
 * @returns what was said when one failed, line after line
 */
async function runInParallel(
  deps: EquivalenceDeps,
  tree: string,
  lines: readonly Commands[],
): Promise<string | undefined> {
  const started = lines.map((commands, at) => {
    const words = commands.map((command) => command.map(quoted).join(' '));
    return `( ${words.join(' && ')} ) 2>/tmp/said${at} & pids="$pids $!"`;
  });
  const waited = 'status=0; for pid in $pids; do wait $pid || status=1; done';
  const said = `cat ${lines.map((_, at) => `/tmp/said${at}`).join(' ')} >&2; exit $status`;
  const { end, stderr } = await deps.sandbox.run({
    command: ['sh', '-c', ['cd c', ...started, waited, said].join('\n')],
    tree,
    access: 'write',
    limits: LIMITS,
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
  deps.signal?.throwIfAborted();
  return end.kind === 'exited' && end.status === 0 ? undefined : stderr;
}

/** A word of a shell's command that means nothing but itself. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function doesNotCompile(stderr: string): NotComparable {
  const lines = stderr.split('\n');
  const line = lines.find((text) => /\berror:|undefined/.test(text)) ?? lines[0];
  return new NotComparable(`the C side does not compile: ${line?.trim() || 'clang said nothing'}`);
}
