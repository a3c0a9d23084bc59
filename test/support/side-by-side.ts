import { loadGrammars } from '../../src/code/grammar.ts';
import { checkEquivalence } from '../../src/equivalence/check-equivalence.ts';
import type { Evidence } from '../../src/equivalence/evidence.ts';
import { readMapping } from '../../src/equivalence/mapping.ts';
import type { Partner } from '../../src/equivalence/subject.ts';
import { findClang } from '../../src/migration/scan/clang-program.ts';
import { scanUnits } from '../../src/migration/scan/scan-units.ts';
import { rustToolchain } from '../../src/workspace/rust-toolchain.ts';
import { findProgram } from '../../src/workspace/sandbox/find-program.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';

/** Whether C and Rust can be built here. */
export const canBuildBoth =
  findProgram('clang') !== undefined && findProgram('cargo') !== undefined;

export interface SideBySide {
  readonly mapping?: string;
  readonly cases?: number;
  readonly seconds?: number;
  readonly seed?: number;
  readonly partners?: readonly Partner[];
}

/** Checks functions of one project and crate, as a migration does. @param files the units */
export async function sideBySide(
  project: string,
  files: readonly string[],
  crate: string,
  cache: string,
): Promise<(c: string, rust: string, options?: SideBySide) => Promise<Evidence>> {
  const grammars = loadGrammars();
  const sandbox = await findSandbox();
  const clang = await findClang();
  const { units, problems } = await scanUnits(project, [...files], { sandbox, clang });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return (c, rust, options = {}) => {
    const unit = units.find(({ functions }) => functions.some(({ name }) => name === c));
    const found = unit?.functions.find(({ name }) => name === c);
    if (unit === undefined || found === undefined) throw new Error(`no C function ${c}`);
    const { mapping } = options;
    return checkEquivalence(
      {
        project,
        unit,
        others: units.filter((other) => other !== unit),
        function: found,
        crate,
        rust,
        partners: options.partners,
        mapping: mapping === undefined ? undefined : readMapping(mapping),
      },
      {
        sandbox,
        grammars,
        toolchain: rustToolchain(process.env['PATH']),
        clang: clang.program,
        cache,
        seed: options.seed ?? 7,
        limits: { cases: options.cases ?? 500, seconds: options.seconds ?? 10 },
      },
    );
  };
}
