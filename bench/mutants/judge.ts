import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClangUnit } from '../../src/code/clang/unit.ts';
import { type Grammars, loadGrammars } from '../../src/code/syntax/grammar.ts';
import { checkEquivalence } from '../../src/equivalence/check-equivalence.ts';
import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import type { EquivalenceDeps, EquivalenceLimits } from '../../src/equivalence/plan/subject.ts';
import { findClang } from '../../src/migration/scan/clang-program.ts';
import { scanUnits } from '../../src/migration/scan/scan-units.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import type { Sandbox } from '../../src/workspace/sandbox/sandbox.ts';
import { rustToolchain } from '../../src/workspace/toolchain/rust-toolchain.ts';
import { C_PROJECT, CRATE, type Pair, rustPlace } from './pairs.ts';

/** What a check said, and how long it took with its builds. */
export interface Judged {
  readonly evidence: Evidence;
  readonly milliseconds: number;
}

/** The tools of a run, found once. */
export interface Tools {
  readonly grammars: Grammars;
  readonly sandbox: Sandbox;
  readonly toolchain: string | undefined;
  readonly clang: string;
  readonly units: readonly ClangUnit[];
}

/**
 * Finds the tools, and reads the C files.
 * @throws Error when one of these does not compile
 */
export async function findTools(): Promise<Tools> {
  const sandbox = await findSandbox();
  const clang = await findClang();
  const files = readdirSync(C_PROJECT).filter((name) => name.endsWith('.c'));
  const { units, problems } = await scanUnits(C_PROJECT, files, { sandbox, clang });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`${problem.file}: ${problem.message}`);
  const toolchain = rustToolchain(process.env['PATH']);
  return { grammars: loadGrammars(), sandbox, toolchain, clang: clang.program, units };
}

/** Checks pairs one after the other, in a folder with a copy of the crate and a cache of builds. */
export class Judge {
  private readonly tools: Tools;
  private readonly deps: EquivalenceDeps;
  private readonly crate: string;

  /** @param folder made here, and left to the caller to remove */
  constructor(tools: Tools, folder: string, seed: number, limits?: Partial<EquivalenceLimits>) {
    this.tools = tools;
    const { units: _units, ...rest } = tools;
    this.deps = { ...rest, cache: join(folder, 'cache'), seed, limits };
    this.crate = join(folder, 'crate');
    mkdirSync(folder);
    cpSync(CRATE, this.crate, { recursive: true });
  }

  /**
   * What the C function says of the Rust one.
   * @param text of the Rust function's file, in the place of its own
   */
  async check(pair: Pair, text?: string): Promise<Judged> {
    const unit = this.tools.units.find(({ file }) => file === pair.c);
    const found = unit?.functions.find(({ name }) => name === pair.name);
    if (unit === undefined || found === undefined) {
      throw new Error(`${pair.c} defines no ${pair.name}`);
    }
    const place = join(this.crate, rustPlace(pair).file);
    if (text !== undefined) writeFileSync(place, text);
    const start = performance.now();
    const evidence = await checkEquivalence(
      {
        project: C_PROJECT,
        unit,
        others: [],
        function: found,
        crate: this.crate,
        rust: pair.rust,
        mapping: pair.mapping,
      },
      this.deps,
    );
    const milliseconds = performance.now() - start;
    if (text !== undefined) cpSync(join(CRATE, rustPlace(pair).file), place);
    return { evidence, milliseconds };
  }
}
