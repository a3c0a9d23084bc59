import { join } from 'node:path';
import { IncompleteError } from '../../errors.ts';
import type { SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import type { Case } from '../cases/case.ts';
import { COVERAGE_PROGRAM } from '../harness/build-c.ts';
import { emptyFolder, readPlainFile, writeNewFile } from '../harness/plain-files.ts';
import type { EquivalenceDeps } from '../plan/subject.ts';
import {
  type CallSlots,
  encodeCases,
  parseResults,
  type RawResult,
  stoppedBy,
  withComparisons,
} from './driver-files.ts';

/** Files of a run, beside its cases. */
const RESULTS = 'results';

/**
 * Runs one side on cases.
 * @returns a result for each case from the first on; fewer when the time was up.
 */
export async function runSide(
  program: string,
  cases: readonly Case[],
  calls: readonly CallSlots[],
  seconds: number,
  deps: EquivalenceDeps,
  folder: string,
  edges = 'none',
  options: readonly string[] = [],
): Promise<RawResult[]> {
  prepareRun(program, cases, calls, folder);
  const start = performance.now();
  const { end, stderr } = await runProgram(
    [`./${program}`, 'cases', RESULTS, `${seconds}`, edges, ...options],
    ...([seconds, deps, folder] as const),
  );
  const plain = resultsIn(folder, RESULTS, cases.length);
  const compares = edges === 'none' ? undefined : readPlainFile(join(folder, 'compares'));
  const read = compares === undefined ? plain : withComparisons(plain, compares);
  const hadTime = performance.now() - start < seconds * 1000;
  const isCut = read.length < cases.length && hadTime && read.at(-1)?.kind !== 'hung';
  if (end.kind === 'exited' && end.status === 0) {
    if (program !== 'rust-side' || !isCut) return read;
    return [...read, stoppedBy('it ends the process')];
  }
  if (read.length < cases.length && program === 'rust-side') {
    const why = end.kind === 'exited' ? `status ${end.status}` : 'its limits';
    const text = /overflowed its stack/.test(stderr)
      ? 'stack overflow'
      : `the process ended with ${why}`;
    return [...read, stoppedBy(text)];
  }
  if (read.length > 0) return read;
  const why = end.kind === 'exited' ? `status ${end.status}` : end.kind;
  throw new IncompleteError(
    `${program} ended with ${why}: ${stderr.trim().split('\n')[0] || 'it said nothing'}`,
  );
}

/**
 * Runs a program of the C on the same cases once for each of some lists of options, one after the other in one
 * sandbox: to start one takes as long as such a run.
 * @returns for each list what `runSide` gives
 */
export async function runSideWithEach(
  program: string,
  cases: readonly Case[],
  calls: readonly CallSlots[],
  seconds: number,
  deps: EquivalenceDeps,
  folder: string,
  each: readonly (readonly string[])[],
): Promise<RawResult[][]> {
  prepareRun(program, cases, calls, folder);
  const names = each.map((_, at) => `${RESULTS}-${at}`);
  for (const name of names) writeNewFile(join(folder, name), '');
  const runs = each.map((options, at) =>
    [`./${program} cases ${names[at]} ${seconds} none`, ...options].join(' '),
  );
  const { end } = await runProgram(
    ['sh', '-c', runs.join(' && ')],
    ...([seconds * each.length, deps, folder] as const),
  );
  if (end.kind === 'exited' && end.status === 0) {
    return names.map((name) => resultsIn(folder, name, cases.length));
  }
  // What ended one of them is told of that one.
  const results: RawResult[][] = [];
  for (const options of each) {
    results.push(await runSide(program, cases, calls, seconds, deps, folder, 'none', options));
  }
  return results;
}

function prepareRun(
  program: string,
  cases: readonly Case[],
  calls: readonly CallSlots[],
  folder: string,
): void {
  if (program === 'rust-side') emptyFolder(folder, (name) => name !== program);
  // Processes of one run add to what those before them have counted.
  if (program === COVERAGE_PROGRAM) emptyFolder(folder, (name) => /^coverage.*\.prof/.test(name));
  writeNewFile(join(folder, 'cases'), encodeCases(cases, calls));
  writeNewFile(join(folder, RESULTS), '');
}

/** Runs a command in the folder of the programs. @param seconds that the command takes by its own clock */
async function runProgram(
  command: readonly [string, ...string[]],
  seconds: number,
  deps: EquivalenceDeps,
  folder: string,
): Promise<SandboxResult> {
  const result = await deps.sandbox.run({
    ...{ command, tree: folder, access: 'write' },
    environment: { LLVM_PROFILE_FILE: '/work/coverage%1m.profraw' },
    limits: {
      wallSeconds: seconds + 60,
      cpuSeconds: seconds + 60,
      memoryBytes: 3 * 1024 ** 3,
      fileBytes: 1024 ** 3,
      diskBytes: 2 * 1024 ** 3,
      // Of the standard error: the programs give away what is printed.
      outputBytes: 16 * 1024 ** 2,
    },
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
  deps.signal?.throwIfAborted();
  return result;
}

function resultsIn(folder: string, name: string, count: number): RawResult[] {
  return parseResults(readPlainFile(join(folder, name)) ?? Buffer.alloc(0), count);
}
