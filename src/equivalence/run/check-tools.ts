import { join } from 'node:path';
import type { Miri } from '../../workspace/toolchain/miri.ts';
import type { Case } from '../cases/case.ts';
import type { UnsafeCheckTool } from '../evidence/unsafe-reached.ts';
import { CHECKED_RUST_PROGRAM, cargoSetting, RUST_BUILD_LIMITS } from '../harness/build-rust.ts';
import { emptyFolder, readPlainFile, writeNewFile } from '../harness/plain-files.ts';
import { makePlainFolder } from '../harness/workspace.ts';
import type { EquivalenceDeps } from '../plan/subject.ts';
import { type CallSlots, encodeCases, parseResults, type RawResult } from './driver-files.ts';
import { addressSanitizerReport, type CheckedEnd, miriEnd } from './tool-reports.ts';

/** What a process gave of cases, from the first on. */
interface CheckedRun {
  readonly results: readonly RawResult[];
  readonly end: CheckedEnd;
}

/** Runs cases of Rust in a process that a tool watches. */
export interface CheckTool {
  readonly tool: UnsafeCheckTool;
  /** Whether to start it anew costs little, so that many cases can be asked for. */
  readonly isQuick: boolean;
  /** For all cases. */
  readonly seconds: number;
  /** @param isPlaced whether a report is to name the place, which takes time */
  run(cases: readonly Case[], seconds: number, isPlaced?: boolean): Promise<CheckedRun>;
}

const MEMORY = 3 * 1024 ** 3;

/**
 * Its report is a file, since the standard error may be what is compared. Fresh memory is filled, so that what reads it
 * unwritten gives something else than the C. A leak is no undefined behaviour.
 */
const ADDRESS_SANITIZER = [
  ...['log_path=/work/report', 'detect_leaks=0', 'allocator_may_return_null=1', 'handle_abort=0'],
  ...['max_malloc_fill_size=1048576', 'detect_stack_use_after_return=1'],
].join(':');

/** The program that `buildCheckedRust` has built. @param folder where it runs, for it alone */
export function addressSanitizer(
  calls: readonly CallSlots[],
  deps: EquivalenceDeps,
  folder: string,
): CheckTool {
  return {
    ...{ tool: 'address sanitizer', isQuick: true, seconds: 20 },
    run: async (cases, seconds, isPlaced = false) => {
      emptyFolder(folder, (name) => name !== CHECKED_RUST_PROGRAM);
      writeNewFile(join(folder, 'cases'), encodeCases(cases, calls));
      await deps.sandbox.run({
        command: [`./${CHECKED_RUST_PROGRAM}`, 'cases', 'results', `${seconds}`],
        tree: folder,
        access: 'write',
        environment: { ASAN_OPTIONS: `${ADDRESS_SANITIZER}:symbolize=${Number(isPlaced)}` },
        limits: {
          ...{ wallSeconds: seconds + 30, cpuSeconds: seconds + 30, memoryBytes: MEMORY },
          ...{ fileBytes: 1024 ** 3, diskBytes: 2 * 1024 ** 3, outputBytes: 16 * 1024 ** 2 },
        },
        ...(deps.signal === undefined ? {} : { signal: deps.signal }),
      });
      deps.signal?.throwIfAborted();
      const results = resultsIn(folder, cases.length);
      const report = reportIn(folder);
      const what = report === undefined ? undefined : addressSanitizerReport(report);
      return { results, end: what === undefined ? { kind: 'ended' } : { kind: 'reported', what } };
    },
  };
}

/** Interprets the program of the Rust side. It builds it first. @param tree in which Rust is built */
export function miriTool(
  miri: Miri,
  calls: readonly CallSlots[],
  deps: EquivalenceDeps,
  tree: string,
): CheckTool {
  const folder = join(tree, 'miri');
  return {
    ...{ tool: 'miri', isQuick: false, seconds: 60 },
    run: async (cases, seconds) => {
      makePlainFolder(folder);
      emptyFolder(folder, () => true);
      writeNewFile(join(folder, 'cases'), encodeCases(cases, calls));
      const setting = cargoSetting(miri.toolchain, deps, [], {
        MIRI_SYSROOT: miri.sysroot,
        // It reads and writes files; what the driver keeps is no leak of the crate.
        MIRIFLAGS: '-Zmiri-disable-isolation -Zmiri-ignore-leaks',
      });
      const result = await deps.sandbox.run({
        command: [
          ...([join(miri.toolchain, 'bin/cargo'), 'miri', 'run', '--offline', '--quiet'] as const),
          ...['--manifest-path', '/work/driver/Cargo.toml', '--target-dir', '/work/target-miri'],
          ...['--', '/work/miri/cases', '/work/miri/results', `${seconds}`],
        ],
        tree,
        access: 'write',
        ...{ tools: [...setting.tools, miri.sysroot], environment: setting.environment },
        limits: {
          ...RUST_BUILD_LIMITS,
          ...{ wallSeconds: seconds + 120, cpuSeconds: seconds + 240 },
        },
        ...(deps.signal === undefined ? {} : { signal: deps.signal }),
      });
      deps.signal?.throwIfAborted();
      return { results: resultsIn(folder, cases.length), end: miriEnd(result) };
    },
  };
}

function resultsIn(folder: string, count: number): RawResult[] {
  return parseResults(readPlainFile(join(folder, 'results')) ?? Buffer.alloc(0), count);
}

/** A file for each process; the first that says something. */
function reportIn(folder: string): string | undefined {
  let found: string | undefined;
  emptyFolder(folder, (name) => {
    if (name.startsWith('report.')) {
      found ??= readPlainFile(join(folder, name))?.toString('utf8');
    }
    return false;
  });
  return found;
}
