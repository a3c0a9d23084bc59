import type { CrateFiles } from './crate-files.ts';
import { withFiles } from './crate-files.ts';
import type { CrateLayoutPlan, PlannedModule } from './module-plan.ts';

/** The edition that new crates are written in. */
const EDITION = '2024';

/** The files of an empty crate: its manifest, and a chain of `pub mod` down to each module. */
export function newCrate(plan: CrateLayoutPlan): CrateFiles {
  const files: Record<string, string> = {
    ...manifestFiles(plan.name),
    'src/lib.rs': moduleText(`The library ${plan.name}, migrated from C.`, plan.modules),
  };
  const walk = (modules: readonly PlannedModule[], folder: string): void => {
    for (const { name, doc, modules: inner } of modules) {
      files[`${folder}${name}.rs`] = moduleText(doc, inner);
      walk(inner, `${folder}${name}/`);
    }
  };
  walk(plan.modules, 'src/');
  return withFiles(new Map(), files);
}

/**
 * The files of a crate whose modules, types and signatures are given: those of a folder, below
 * `src/`. Its `lib.rs` is made where it has none.
 */
export function crateOfInterface(name: string, interfaceFiles: CrateFiles): CrateFiles {
  const files: Record<string, string> = { ...manifestFiles(name) };
  for (const [path, text] of interfaceFiles) files[`src/${path}`] = text;
  files['src/lib.rs'] ??= [...interfaceFiles.keys()]
    .flatMap((path) => /^(\w+)(?:\.rs|\/mod\.rs)$/.exec(path)?.[1] ?? [])
    .map((module) => `pub mod ${module};\n`)
    .join('');
  return withFiles(new Map(), files);
}

function manifestFiles(name: string): Record<string, string> {
  return {
    'Cargo.toml': `[package]
name = "${name}"
version = "0.1.0"
edition = "${EDITION}"
publish = false

[dependencies]

[lints.rust]
unsafe_code = "deny"
`,
    'rust-toolchain.toml': '[toolchain]\nchannel = "stable"\ncomponents = ["clippy", "rustfmt"]\n',
    '.gitignore': '/target\n',
  };
}

function moduleText(doc: string, modules: readonly PlannedModule[]): string {
  const line = doc.replaceAll(/\s+/g, ' ').trim();
  const declared = modules.map(({ name }) => `pub mod ${name};\n`).join('');
  const heading = line === '' ? '' : `//! ${line}\n`;
  return heading === '' || declared === '' ? `${heading}${declared}` : `${heading}\n${declared}`;
}
