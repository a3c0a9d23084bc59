import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COVERAGE_PROGRAM } from '../harness/build-c.ts';
import type { EquivalenceDeps } from '../plan/subject.ts';
import { type CoverageOf, parseCoverage } from './parse-coverage.ts';

/** What a profile says of functions; undefined where there is none, or no tools of clang's version. */
export async function measureCoverage(
  deps: EquivalenceDeps,
  folder: string,
): Promise<CoverageOf | undefined> {
  const tools = coverageTools(deps.clang);
  if (tools === undefined) return undefined;
  const { end, stdout } = await deps.sandbox.run({
    command: ['sh', '-c', EXPORT, 'sh', tools.profdata, tools.cov, `./${COVERAGE_PROGRAM}`],
    tree: folder,
    access: 'write',
    limits: { outputBytes: 64 * 1024 ** 2, memoryBytes: 2 * 1024 ** 3 },
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
  deps.signal?.throwIfAborted();
  return end.kind === 'exited' && end.status === 0 ? parseCoverage(stdout) : undefined;
}

const EXPORT =
  '"$1" merge -sparse coverage*.profraw -o coverage.profdata && exec "$2" export -instr-profile=coverage.profdata "$3"';

/** `llvm-profdata` and `llvm-cov` of clang's own version: beside it, where its links lead. */
function coverageTools(clang: string): { profdata: string; cov: string } | undefined {
  const suffix = /-\d+$/.exec(clang)?.[0] ?? '';
  for (const ending of [suffix, '']) {
    const profdata = join(dirname(clang), `llvm-profdata${ending}`);
    const cov = join(dirname(clang), `llvm-cov${ending}`);
    if (existsSync(profdata) && existsSync(cov)) return { profdata, cov };
  }
  return undefined;
}
