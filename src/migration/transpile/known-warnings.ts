import type { Cargo } from '../crate/cargo.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { Diagnostic } from '../crate/diagnostics.ts';

/**
 * What tells a warning from others, whatever line it is on. One of several fields, methods or imports
 * that nothing uses yet names fewer of them with each function: it has a key for each.
 */
export function warningKeys({ file, code, message, unused }: Diagnostic): string[] {
  return (unused.length > 0 ? unused : [message]).map((one) => `${file} ${code} ${one}`);
}

/** The warnings that a crate has already: see `warningKeys`. */
export async function knownWarningsOf(files: CrateFiles, cargo: Cargo): Promise<Set<string>> {
  const { diagnostics } = await cargo.diagnose(files);
  return new Set(diagnostics.filter(({ kind }) => kind === 'warning').flatMap(warningKeys));
}
