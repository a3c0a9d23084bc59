import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';

/**
 * The folder of the Rust toolchain that rustup has as its default, for a sandbox to show; undefined
 * where Rust comes with the system, or not at all. Nothing else of rustup or cargo is in it: no
 * settings, no tokens. Which toolchain the tree asks for does not matter: it could name any path.
 * @param path where programs are looked for, as in `PATH`
 * @param rustupHome where rustup keeps what it installs, as in `RUSTUP_HOME`; beside `.cargo` where that is not set
 */
export function rustToolchain(path: string | undefined, rustupHome?: string): string | undefined {
  const cargo = findProgram('cargo', path);
  // rustup puts its programs into ~/.cargo/bin.
  if (cargo === undefined || !existsSync(join(dirname(cargo), 'rustup'))) return undefined;
  const home = rustupHome || join(dirname(dirname(dirname(cargo))), '.rustup');
  const settings = join(home, 'settings.toml');
  if (!existsSync(settings)) return undefined;
  const name = /^default_toolchain = "([\w.-]+)"$/m.exec(readFileSync(settings, 'utf8'))?.[1];
  if (name === undefined || /^[.]+$/.test(name)) return undefined;
  const folder = join(home, 'toolchains', name);
  return existsSync(join(folder, 'bin', 'cargo')) ? folder : undefined;
}
