import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { checkEquivalence } from '../../equivalence/check-equivalence.ts';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { EquivalenceSubject } from '../../equivalence/plan/subject.ts';
import { Cargo } from '../../migration/crate/cargo.ts';
import { findClang } from '../../migration/scan/clang-program.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { cargoHome } from '../../workspace/toolchain/crate-registry.ts';
import { crateSources } from '../../workspace/toolchain/crate-sources.ts';
import { findMiri } from '../../workspace/toolchain/miri.ts';
import { rustToolchain } from '../../workspace/toolchain/rust-toolchain.ts';

/** For the tests of a crate; building has its own limit. */
const TEST_SECONDS = 30;

/** What writing a crate takes beside a model. */
export interface MigrationTools {
  readonly parsers: { readonly rust: SourceParser; readonly c: SourceParser };
  readonly cargo: Cargo;
  /** The home of cargo. */
  readonly home: string;
  /** Runs a C function and its Rust side by side. */
  readonly check: (subject: EquivalenceSubject) => Promise<Evidence>;
}

/**
 * Has `use` work with cargo, clang and both parsers, and cleans up behind it.
 * @throws IncompleteError where a tool is missing
 */
export async function withMigrationTools<Result>(
  {
    sandbox,
    env,
    signal,
  }: {
    readonly sandbox: Sandbox;
    readonly env: ProcessEnvironment;
    readonly signal: AbortSignal;
  },
  use: (tools: MigrationTools) => Promise<Result>,
): Promise<Result> {
  const grammars = loadGrammars();
  const parsers = { rust: await grammars.parser('rust'), c: await grammars.parser('c') };
  const toolchain = rustToolchain(env['PATH'], env['RUSTUP_HOME']);
  const home = cargoHome(env);
  const cargo = new Cargo({ sandbox, toolchain, home, signal, testSeconds: TEST_SECONDS });
  const cache = mkdtempSync(join(tmpdir(), 'rustward-equivalence-'));
  try {
    await cargo.checkTools();
    const clang = await findClang(env);
    const miri = findMiri(env);
    const check = (subject: EquivalenceSubject) =>
      checkEquivalence(subject, {
        ...{ sandbox, grammars, toolchain, clang: clang.program, cache, seed: 1, signal },
        ...{ miri, crates: crateSources(home) },
      });
    return await use({ parsers, cargo, home, check });
  } finally {
    cargo.close();
    rmSync(cache, { recursive: true, force: true });
  }
}
