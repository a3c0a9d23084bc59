import { join } from 'node:path';
import { IncompleteError } from '../../errors.ts';
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
  if (program === 'rust-side') emptyFolder(folder, (name) => name !== program);
  // Processes of one run add to what those before them have counted.
  if (program === COVERAGE_PROGRAM) emptyFolder(folder, (name) => /^coverage.*\.prof/.test(name));
  writeNewFile(join(folder, 'cases'), encodeCases(cases, calls));
  writeNewFile(join(folder, 'results'), '');
  const start = performance.now();
  const { end, stderr } = await deps.sandbox.run({
    command: [`./${program}`, 'cases', 'results', `${seconds}`, edges, ...options],
    tree: folder,
    access: 'write',
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
  const results = readPlainFile(join(folder, 'results')) ?? Buffer.alloc(0);
  const plain = parseResults(results, cases.length);
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
