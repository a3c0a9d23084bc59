import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { CSources } from '../../src/equivalence/planner/c-sources.ts';
import { RustCrate } from '../../src/equivalence/rust-api/rust-crate.ts';
import { findClang } from '../../src/migration/scan/clang-program.ts';
import { scanUnits } from '../../src/migration/scan/scan-units.ts';
import { findSourceFiles } from '../../src/workspace/files/source-files.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { rustToolchain } from '../../src/workspace/toolchain/rust-toolchain.ts';
import { type ProjectFunction, projectFunctions } from './project-functions.ts';
import { type Reach, reachOf } from './reach-of.ts';
import type { ProjectReach } from './report.ts';
import { counterpart, writeCrateOfC, writeCrateOfInterface } from './rust-side.ts';

interface ReachOptions {
  /** A folder of `.rs` files. */
  readonly interfaces: string | undefined;
  readonly runs: boolean;
  /** Names of C functions. */
  readonly only: RegExp;
}

/** Inputs for each function, where they are run: that there are some is all that counts. */
const LIMITS = { cases: 200, seconds: 6 } as const;

/**
 * What the judge can compare of a C project.
 * @param root its folder
 * @param folder for the crate and builds, made here
 */
export async function reachOfProject(
  project: string,
  root: string,
  folder: string,
  { interfaces, runs, only }: ReachOptions,
): Promise<ProjectReach> {
  const sandbox = await findSandbox();
  const clang = await findClang();
  const grammars = loadGrammars();
  const files = findSourceFiles(root, { extensions: ['.c'] }).files.map(({ path }) => path);
  const { units } = await scanUnits(root, files, { sandbox, clang });
  const functions = projectFunctions(units);
  const crate = join(folder, 'crate');
  const textOf = ({ unit, function: f }: ProjectFunction) => new CSources(root, unit).textOf(f);
  if (interfaces === undefined) writeCrateOfC(functions, textOf, crate);
  else writeCrateOfInterface(interfaces, crate);
  const parsed = await RustCrate.parse(sourcesOf(join(crate, 'src')), grammars);
  const pairs = functions.map((one) => ({ ...one, rust: counterpart(one.function.name, parsed) }));
  const partners = pairs.flatMap(({ function: { name }, rust }) =>
    rust === undefined ? [] : [{ c: name, rust }],
  );
  const deps = {
    ...{ sandbox, grammars, clang: clang.program, seed: 1, limits: LIMITS },
    toolchain: rustToolchain(process.env['PATH']),
    cache: join(folder, 'cache'),
  };
  const reached: Reach[] = [];
  const without: string[] = [];
  for (const { rust, ...one } of pairs) {
    const { name } = one.function;
    if (!only.test(name)) continue;
    if (rust !== undefined) {
      reached.push(await reachOf({ ...one, project: root, crate, rust, partners }, deps, runs));
    } else if (interfaces !== undefined) without.push(name);
    else reached.push({ name, form: 'none', because: 'its types have no form in safe Rust' });
  }
  return { project, functions: reached, without };
}

function sourcesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.rs'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
