import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { checkEquivalence } from '../../src/equivalence/check-equivalence.ts';
import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import { parseMapping } from '../../src/equivalence/pairing/mapping.ts';
import type {
  EquivalenceDeps,
  EquivalenceSubject,
  PartnerFunction,
} from '../../src/equivalence/plan/subject.ts';
import { findClang } from '../../src/migration/scan/clang-program.ts';
import { scanUnits } from '../../src/migration/scan/scan-units.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import type { Sandbox } from '../../src/workspace/sandbox/sandbox.ts';
import { findProgram } from '../../src/workspace/toolchain/find-program.ts';
import { rustToolchain } from '../../src/workspace/toolchain/rust-toolchain.ts';
import { isCargoBuild } from './build-of.ts';
import { withCompiledRuntime } from './c-runtime.ts';
import { KeptBuilds, rustTools } from './kept-builds.ts';
import { withCompiledSubject } from './rust-subject.ts';

/** Whether C and Rust can be built here. */
export const canBuildBoth =
  findProgram('clang') !== undefined && findProgram('cargo') !== undefined;

export interface SideBySide {
  readonly mapping?: string;
  readonly cases?: number;
  readonly seconds?: number;
  readonly seed?: number;
  readonly partners?: readonly PartnerFunction[];
  readonly isTypeGiven?: boolean;
  readonly isRefuted?: EquivalenceSubject['isRefuted'];
  readonly miri?: EquivalenceDeps['miri'];
}

/** A driver is built once: what would make the next build of it quicker only makes this one slower. */
const CRATES = { folders: [], environment: { CARGO_INCREMENTAL: '0' }, settings: '' };

/**
 * Checks functions of one project and crate, as a migration does.
 * @param files the units
 * @param builds whether what was built of the same files is taken from an earlier test or run; not in tests of building
 */
export async function sideBySide(
  project: string,
  files: readonly string[],
  crate: string,
  cache: string,
  builds: 'kept' | 'made' = 'kept',
): Promise<(c: string, rust: string, options?: SideBySide) => Promise<Evidence>> {
  const grammars = loadGrammars();
  const found = await findSandbox();
  const clang = await findClang();
  const toolchain = rustToolchain(process.env['PATH']);
  const building = compilingOnce(found, crate, toolchain);
  const compilers = [clang.program, ...rustTools(toolchain)];
  const sandbox = builds === 'made' ? building : new KeptBuilds(building, compilers);
  const { units, problems } = await scanUnits(project, [...files], { sandbox, clang });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return (c, rust, options = {}) => {
    const unit = units.find(({ functions }) => functions.some(({ name }) => name === c));
    const found = unit?.functions.find(({ name }) => name === c);
    if (unit === undefined || found === undefined) throw new Error(`no C function ${c}`);
    const { mapping } = options;
    const check = () =>
      checkEquivalence(
        {
          project,
          unit,
          others: units.filter((other) => other !== unit),
          function: found,
          crate,
          rust,
          partners: options.partners,
          isTypeGiven: options.isTypeGiven,
          isRefuted: options.isRefuted,
          mapping: mapping === undefined ? undefined : parseMapping(mapping),
        },
        {
          sandbox,
          grammars,
          toolchain,
          crates: CRATES,
          miri: options.miri,
          clang: clang.program,
          cache,
          seed: options.seed ?? 7,
          limits: { cases: options.cases ?? 500, seconds: options.seconds ?? 10 },
        },
      );
    return withCompiledRuntime(clang.program, cache, check);
  };
}

/** A sandbox that builds a driver beside the crate as another test has compiled it. */
function compilingOnce(sandbox: Sandbox, crate: string, toolchain: string | undefined): Sandbox {
  const { description, isolates } = sandbox;
  return {
    ...{ description, isolates },
    run: (command) =>
      isCargoBuild(command.command)
        ? withCompiledSubject(crate, toolchain, command.tree, () => sandbox.run(command))
        : sandbox.run(command),
  };
}
