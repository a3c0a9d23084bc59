import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlainFile } from '../../equivalence/harness/plain-files.ts';
import { IncompleteError } from '../../errors.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import {
  type ReproductionTools,
  type SanitizerChoice,
  UNDEFINED_BASE,
  UNDEFINED_PAGE,
  withoutFolders,
} from './build-driver.ts';
import { PROGRAM, WORK_INSIDE } from './driver.ts';
import type { SideRun } from './judge.ts';
import { parseSanitizerLog, type SanitizerReport } from './sanitizer-report.ts';

/** How long a driver may run, unless it is told. */
const SECONDS = 60;
const MEMORY_BYTES = 3 * 1024 ** 3;

/** The file in which a driver that tries inputs says which one is under way. */
const CASE = 'case';

const MAX_LOG = 400_000;
const MAX_REPORTS = 20;

/** How an ordinary user without control groups learns that AddressSanitizer has no room. */
const NO_ROOM = /ReserveShadowMemoryRange failed|failed to allocate.*shadow|CHECK failed.*mmap/i;

export interface RunRequest {
  readonly input: Buffer;
  readonly sanitizer: SanitizerChoice;
  /** Whether memory that is not released is looked for. */
  readonly leaks: boolean;
  /** In the order of their pages. */
  readonly undefinedSymbols: readonly string[];
  /** For a driver that tries inputs: takes the one with which the run ended, which is no more than a hint. */
  readonly onCase?: ((bytes: Buffer) => void) | undefined;
}

/**
 * Runs a driver in the sandbox, without the sources. What the sanitizer says is read from a log that it writes
 * itself, in a folder whose name is made for the run: what the driver prints is nowhere read.
 * @param work the folder in which it was built
 * @throws IncompleteError when the sanitizer cannot work here
 */
export async function runDriver(
  work: string,
  { input, sanitizer, leaks, undefinedSymbols, onCase }: RunRequest,
  tools: ReproductionTools,
  deps: {
    readonly sandbox: Sandbox;
    readonly signal?: AbortSignal | undefined;
    readonly runSeconds?: number | undefined;
  },
): Promise<SideRun> {
  const { runSeconds = SECONDS } = deps;
  const limits = { wallSeconds: runSeconds, cpuSeconds: runSeconds, memoryBytes: MEMORY_BYTES };
  const tree = mkdtempSync(join(tmpdir(), 'rustward-'));
  const log = randomBytes(12).toString('hex');
  try {
    copyFileSync(join(work, 'out', PROGRAM), join(tree, PROGRAM));
    writeFileSync(join(tree, 'input'), input);
    mkdirSync(join(tree, log));
    const { end, stderr } = await deps.sandbox.run({
      command: [`./${PROGRAM}`, 'input'],
      ...{ tree, access: 'write', limits, tools: tools.folders },
      environment: sanitizerEnvironment(`${WORK_INSIDE}/${log}/report`, sanitizer, leaks, tools),
      ...(deps.signal === undefined ? {} : { signal: deps.signal }),
    });
    deps.signal?.throwIfAborted();
    const last = onCase && readPlainFile(join(tree, CASE));
    if (last !== undefined) onCase?.(last);
    const text = logText(join(tree, log));
    if (NO_ROOM.test(stderr) || NO_ROOM.test(text)) {
      throw new IncompleteError('the sanitizer has too little address space in this sandbox');
    }
    const reports = parseSanitizerLog(text).slice(0, MAX_REPORTS).map(withShortPaths);
    return {
      end:
        end.kind === 'exited'
          ? end
          : {
              kind: 'stopped',
              why: end.kind === 'stopped' ? `reached its limit of ${end.limit}` : 'was ended',
            },
      reports,
      undefinedSymbols: touched(reports, undefinedSymbols),
    };
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** The settings of the sanitizers, as their environment. */
function sanitizerEnvironment(
  log: string,
  sanitizer: SanitizerChoice,
  leaks: boolean,
  { symbolizer }: ReproductionTools,
): Record<string, string> {
  const common = ['symbolize=1', `log_path=${log}`, 'print_stacktrace=1', 'handle_abort=1'];
  const found =
    symbolizer === undefined ? ['allow_addr2line=1'] : [`external_symbolizer_path=${symbolizer}`];
  const all = [...common, ...found];
  const address = [...all, `detect_leaks=${leaks ? 1 : 0}`, 'detect_stack_use_after_return=1'];
  return {
    [sanitizer === 'memory' ? 'MSAN_OPTIONS' : 'ASAN_OPTIONS']: (sanitizer === 'memory'
      ? all
      : address
    ).join(':'),
    UBSAN_OPTIONS: all.join(':'),
  };
}

function logText(folder: string): string {
  // The program could have put a link in its place.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return '';
  const names = readdirSync(folder)
    .filter((name) => name.startsWith('report.'))
    .sort();
  return names
    .map((name) => readPlainFile(join(folder, name))?.subarray(0, MAX_LOG).toString('utf8') ?? '')
    .join('\n');
}

function withShortPaths(report: SanitizerReport): SanitizerReport {
  return { ...report, text: withoutFolders(report.text) };
}

/** The symbols without a definition whose pages the run touched. */
function touched(reports: readonly SanitizerReport[], symbols: readonly string[]): string[] {
  const names = reports.flatMap(({ address = 0 }) => {
    const page = Math.floor((address - UNDEFINED_BASE) / UNDEFINED_PAGE);
    return symbols[page] ?? [];
  });
  return [...new Set(names)];
}
