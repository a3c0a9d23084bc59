import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, withFiles } from '../crate/crate-files.ts';
import { addDependency } from '../crate/manifest.ts';
import type { AllowCrate } from '../transpile/apply-answer.ts';

/** Crates that build and have what is to be used of them; or why they are not taken. */
export type TriedCrates =
  | { readonly kind: 'good'; readonly crates: readonly TriedCrate[] }
  | { readonly kind: 'refused'; readonly reason: string }
  /** It could not be found out now. */
  | { readonly kind: 'open'; readonly reason: string };

interface TriedCrate {
  readonly name: string;
  readonly version: string;
}

/** Tries out libraries, and paths within them. */
export type TryCrates = (
  libraries: readonly string[],
  apis: readonly string[],
) => Promise<TriedCrates>;

/** Comes with the compiler. */
const STANDARD = ['std', 'core', 'alloc'];
/** What a build needs to reach C. */
const REACH_C = /^(?:cc|cmake|bindgen|autotools|pkg-config|vcpkg|c2rust\S*)$/;

/**
 * Builds a crate, in the sandbox, that depends on the libraries and names each of the paths, so that
 * a crate that is made up, does not build, reaches for C or lacks a path is found out.
 */
export async function tryCrates(
  libraries: readonly string[],
  apis: readonly string[],
  { cargo, allow }: { readonly cargo: Cargo; readonly allow: AllowCrate },
): Promise<TriedCrates> {
  const crates: TriedCrate[] = [];
  for (const name of libraries.filter((one) => !STANDARD.includes(one))) {
    const allowed = await allow(name);
    if ('problem' in allowed) {
      const kind = allowed.isOpen === true ? 'open' : 'refused';
      return { kind, reason: `${name}: ${allowed.problem}` };
    }
    crates.push({ name, version: allowed.version });
  }
  const used = apis.map(importable);
  const probe = probeCrate(crates, used);
  const built = await cargo.test(probe, 'lib');
  if (built.kind === 'not built') {
    const error = built.diagnostics.find(({ kind }) => kind !== 'warning');
    const missing = error?.file === 'src/lib.rs' ? used[error.line - FIRST_LINE] : undefined;
    if (missing !== undefined) return { kind: 'refused', reason: `there is no ${missing}` };
    const said = error?.message ?? firstError(built.said);
    return { kind: 'refused', reason: `${libraries.join(', ')} cannot be built: ${said}` };
  }
  const reaches = (await cargo.packages(probe)).find((name) => REACH_C.test(name));
  if (reaches === undefined) return { kind: 'good', crates };
  return { kind: 'refused', reason: `${libraries.join(', ')} builds C, by ${reaches}` };
}

/** The line of the first path. */
const FIRST_LINE = 2;

function probeCrate(crates: readonly TriedCrate[], paths: readonly string[]): CrateFiles {
  const manifest = '[package]\nname = "probe"\nversion = "0.0.0"\nedition = "2024"\n';
  return withFiles(new Map(), {
    'Cargo.toml': crates.reduce(
      (text, { name, version }) => addDependency(text, name, version),
      manifest,
    ),
    'src/lib.rs': `#![allow(unused_imports)]\n${paths.map((path) => `use ${path} as _;\n`).join('')}`,
  });
}

/** What of a path can be imported: a method cannot, its type can. Those of slices belong to `std::slice`. */
function importable(path: string): string {
  const parts = path.split('::');
  const owner = parts.at(-2) ?? '';
  const isMethod = /^[A-Z]/.test(owner) || (STANDARD.includes(parts[0] ?? '') && parts.length > 2);
  return (isMethod ? parts.slice(0, -1) : parts).join('::');
}

function firstError(text: string): string {
  const lines = text.split('\n');
  const line = lines.find((one) => one.startsWith('error')) ?? lines.find((one) => one !== '');
  return (line ?? 'cargo said nothing').replace(/^error(?:\[\w+\])?: /, '').trim();
}
