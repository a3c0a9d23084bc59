import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CFunction, CUnit } from '../../code/clang/c-unit.ts';
import { type CCall, cDriver } from '../c/c-driver.ts';
import { C_RUNTIME, WRAP_OPTIONS } from '../c/runtime.ts';
import { NotComparable } from '../not-comparable.ts';
import type { EquivalenceDeps, EquivalenceSubject } from '../subject.ts';
import { install, mirror, writeIfChanged } from './workspace.ts';

/**
 * Undefined behaviour is seen, and the next case goes on. A bit that is shifted into the sign (or out
 * of it) is none: every compiler gives the two's complement, and `byte << 24` relies on it.
 */
const SANITIZED = [
  ...['-O0', '-g0', '-w', '-fno-omit-frame-pointer', '-fno-strict-aliasing'],
  ...['-fsanitize=address,undefined', '-fsanitize-recover=all'],
  '-fno-sanitize=vptr,object-size,shift-base',
  '-fsanitize-address-use-after-scope',
];

const EDGES = '-fsanitize-coverage=trace-pc-guard';

const COVERAGE = ['-O0', '-g0', '-w', '-fprofile-instr-generate', '-fcoverage-mapping'];

const LIMITS = {
  wallSeconds: 120,
  cpuSeconds: 120,
  memoryBytes: 2 * 1024 ** 3,
  diskBytes: 1024 ** 3,
} as const;

const DRIVER = '.rustward-driver.c';

/** The names of the programs in the tree of runs. */
export const C_PROGRAM = 'c-side';
export const COVERAGE_PROGRAM = 'c-coverage';

/**
 * Builds the program of the C side, and the one that measures coverage, unless they were built of
 * the same sources before.
 * @throws NotComparable when the C does not compile
 */
export async function buildC(
  subject: EquivalenceSubject,
  calls: readonly CCall[],
  deps: EquivalenceDeps,
  folders: { readonly c: string; readonly run: string },
): Promise<void> {
  const { unit } = subject;
  if (unit.language !== 'c') throw new NotComparable(`${unit.file} is C++`);
  const digest = mirror(subject.project, join(folders.c, 'c'));
  const driver = cDriver(unit.file, unit, calls);
  const options = [...unit.flags, ...SANITIZED, ...COVERAGE].join(' ');
  const name = nameOf(digest, unit.file, options, driver, C_RUNTIME);
  const others = neededUnits(unit, subject.others);
  // The unit is included by its name in the project, as its own folder would have it.
  writeIfChanged(folders.c, `c/${DRIVER}`, driver);
  writeIfChanged(folders.c, 'runtime.c', C_RUNTIME);
  const build = async (program: string, flags: readonly string[], isSanitized: boolean) => {
    const output = `${name}-${program}`;
    if (!existsSync(join(folders.c, output))) {
      const objects: string[] = [];
      const define = isSanitized ? ['-DRW_SANITIZED'] : ['-DRW_ONE_PROCESS'];
      const runtime = `${nameOf(C_RUNTIME)}-${program}.o`;
      if (!existsSync(join(folders.c, runtime))) {
        await compile(deps, folders.c, [
          '-O1',
          '-w',
          ...define,
          '-c',
          '../runtime.c',
          '-o',
          `../${runtime}`,
        ]);
      }
      for (const other of others) {
        const object = `${nameOf(digest, other.file, other.flags.join(' '))}-${program}.o`;
        objects.push(`../${object}`);
        if (existsSync(join(folders.c, object))) continue;
        const own = ['-x', 'c', ...flags, ...other.flags, '-Dmain=rw_other_main'];
        await compile(deps, folders.c, [...own, '-c', `./${other.file}`, '-o', `../${object}`]);
      }
      const wraps = isSanitized ? WRAP_OPTIONS : [];
      const edges = isSanitized ? [EDGES] : [];
      const object = `${name}-${program}.o`;
      await compile(deps, folders.c, [
        ...[...unit.flags, ...flags, ...edges, '-I.', '-c', `./${DRIVER}`],
        ...['-o', `../${object}`],
      ]);
      const parts = [`../${object}`, `../${runtime}`, ...objects];
      await link(deps, folders.c, [...flags, ...wraps], parts, output);
      rmSync(join(folders.c, object), { force: true });
    }
    install(join(folders.c, output), folders.run, program);
  };
  await build(C_PROGRAM, SANITIZED, true);
  await build(COVERAGE_PROGRAM, COVERAGE, false);
}

/** The units that define what a unit calls, and what these call in turn. */
function neededUnits(unit: CUnit, others: readonly CUnit[]): CUnit[] {
  const needed: CUnit[] = [];
  const pending: CFunction[] = [...unit.functions];
  const defined = new Set(unit.functions.map(({ name }) => name));
  const seen = new Set<string>();
  const add = (other: CUnit | undefined) => {
    if (other === undefined || needed.includes(other)) return;
    needed.push(other);
    for (const f of other.functions) defined.add(f.name);
    pending.push(...other.functions);
  };
  for (let f = pending.pop(); f !== undefined; f = pending.pop()) {
    for (const name of [...f.calls, ...f.globals]) {
      if (defined.has(name) || seen.has(name)) continue;
      seen.add(name);
      const defines = (other: CUnit) =>
        other.functions.some((one) => one.name === name && !one.isStatic) ||
        other.globals.some((one) => one.name === name && !one.isStatic && one.within === undefined);
      add(
        others.find(
          (other) => other.language === 'c' && other.file !== unit.file && defines(other),
        ),
      );
    }
  }
  return needed;
}

/**
 * Links a program. What the project does not define itself, and no library that is at hand, ends
 * the case that calls it, so that a function is tried even if its unit needs more than is there.
 */
async function link(
  deps: EquivalenceDeps,
  tree: string,
  flags: readonly string[],
  parts: readonly string[],
  output: string,
): Promise<void> {
  const options = [...flags, ...parts, '-Wl,-z,muldefs', '-lm', '-o', `../${output}`];
  const first = await runClang(deps, tree, options);
  if (first === undefined) return;
  const missing = [...first.matchAll(/undefined (?:reference to [`']|symbol: )(\w+)/g)];
  const names = [...new Set(missing.flatMap(([, name]) => name ?? []))];
  if (names.length === 0) throw doesNotCompile(first);
  writeFileSync(
    join(tree, 'missing.c'),
    names.map((name) => `void ${name}(void) { __builtin_trap(); }\n`).join(''),
  );
  const again = await runClang(deps, tree, ['-fno-builtin', ...options, '-x', 'c', '../missing.c']);
  if (again !== undefined) throw doesNotCompile(again);
}

async function compile(
  deps: EquivalenceDeps,
  tree: string,
  options: readonly string[],
): Promise<void> {
  const problem = await runClang(deps, tree, options);
  if (problem !== undefined) throw doesNotCompile(problem);
}

/** @returns what clang said when it failed */
async function runClang(
  deps: EquivalenceDeps,
  tree: string,
  options: readonly string[],
): Promise<string | undefined> {
  const { end, stderr } = await deps.sandbox.run({
    command: ['/usr/bin/env', '-C', 'c', deps.clang, ...options],
    tree,
    access: 'write',
    limits: LIMITS,
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
  deps.signal?.throwIfAborted();
  return end.kind === 'exited' && end.status === 0 ? undefined : stderr;
}

function doesNotCompile(stderr: string): NotComparable {
  const lines = stderr.split('\n');
  const line = lines.find((text) => /\berror:|undefined/.test(text)) ?? lines[0];
  return new NotComparable(`the C side does not compile: ${line?.trim() || 'clang said nothing'}`);
}

function nameOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);
}
