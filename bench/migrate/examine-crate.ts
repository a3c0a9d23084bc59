import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { parseCrate } from '../../src/code/rust/crate/crate.ts';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { Cargo } from '../../src/migration/crate/cargo.ts';
import {
  type CrateFiles,
  loadCrate,
  loadRustFolder,
  withFiles,
} from '../../src/migration/crate/crate-files.ts';
import { countUnsafe } from '../../src/migration/gates/unsafe-code.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { cargoHome, lookUpCrate } from '../../src/workspace/toolchain/crate-registry.ts';
import { rustToolchain } from '../../src/workspace/toolchain/rust-toolchain.ts';

/** Tests that passed, of so many; `problem` where they do not build, or end early. */
export interface TestCount {
  readonly passed: number;
  readonly all: number;
  readonly problem?: string;
}

/** What a migrated crate is worth, whatever the migration said. */
export interface CrateFigures {
  /** Of the compiler; clippy's are not counted. */
  readonly warnings: readonly string[];
  readonly unsafeLines: number;
  readonly lines: number;
  /** Those that were written with it. */
  readonly tests: TestCount;
  /** Those of the project, where there are any. */
  readonly ownTests?: TestCount;
}

/**
 * Builds a crate and runs its tests, in the sandbox.
 * @param ownTests a folder of further tests that use the crate as others do
 */
export async function examineCrate(
  folder: string,
  ownTests: string | undefined,
): Promise<CrateFigures> {
  const files = loadCrate(folder);
  const { PATH } = process.env;
  const sandbox = await findSandbox({ path: PATH });
  const cargo = new Cargo({
    ...{ sandbox, toolchain: rustToolchain(PATH), home: cargoHome(process.env), testSeconds: 120 },
    signal: new AbortController().signal,
  });
  try {
    const { diagnostics, problem } = await cargo.diagnose(files);
    const warnings = diagnostics
      .filter(({ code }) => !code.startsWith('clippy::'))
      .map(({ file, message }) => `${file}: ${message}`);
    const tests = await count(cargo, files, 'lib');
    const unsafe = countUnsafe(parseCrate(await loadGrammars().parser('rust'), files));
    const figures = {
      warnings: problem === undefined ? warnings : [...warnings, problem],
      ...{ unsafeLines: unsafe.lines, lines: unsafe.allLines, tests },
    };
    if (ownTests === undefined) return figures;
    const added = [...loadRustFolder(ownTests)].map(([path, text]) => [`tests/${path}`, text]);
    const home = cargoHome(process.env);
    const named = withFiles(files, { 'Cargo.toml': await manifestFor(ownTests, files, home) });
    const together = await count(cargo, withFiles(named, Object.fromEntries(added)), 'all');
    const { passed, all, problem: broken } = together;
    const own = { passed: passed - tests.passed, all: all - tests.all };
    return {
      ...figures,
      ownTests: broken === undefined ? own : { passed: 0, all: 0, problem: broken },
    };
  } finally {
    cargo.close();
  }
}

const ownManifestSchema = z.object({
  package: z.object({ name: z.string() }),
  dependencies: z.record(z.string(), z.string()).default({}),
});

/**
 * The manifest with the name that the project's own crate has, by which its tests call it, and with the crates that
 * these use. What the tests may do is their affair: the lint against unsafe code is for what was migrated, where it
 * has been counted.
 */
async function manifestFor(ownTests: string, files: CrateFiles, home: string): Promise<string> {
  const manifest = (files.get('Cargo.toml') ?? '').replace(/^unsafe_code = "deny"\n/m, '');
  const file = join(ownTests, '../../Cargo.toml');
  if (!existsSync(file)) return manifest;
  const own = ownManifestSchema.parse(parse(readFileSync(file, 'utf8')));
  const lines: string[] = [];
  for (const [name, version] of Object.entries(own.dependencies)) {
    if (new RegExp(`^${name}\\s*=`, 'm').test(manifest)) continue;
    const found = await lookUpCrate(name, home, { version });
    if (found.kind === 'found') lines.push(`${name} = "${found.version}"`);
  }
  const named = manifest.replace(/^name\s*=.*$/m, `name = ${JSON.stringify(own.package.name)}`);
  return lines.length === 0 ? named : `${named}\n[dev-dependencies]\n${lines.join('\n')}\n`;
}

async function count(
  cargo: Cargo,
  files: Parameters<Cargo['test']>[0],
  which: 'lib' | 'all',
): Promise<TestCount> {
  const outcome = await cargo.test(files, which);
  if (outcome.kind === 'not built') {
    const error = outcome.diagnostics.find(({ kind }) => kind !== 'warning');
    return { passed: 0, all: 0, problem: `not built: ${error?.message ?? outcome.said.trim()}` };
  }
  const { passed, failed } = outcome.run;
  const sum = { passed: passed.length, all: passed.length + failed.length };
  return outcome.ended ? sum : { ...sum, problem: 'the tests did not come to their end' };
}
