import { type CSymbol, functionsOf } from '../../migration/artifacts/symbol.ts';
import { presentEvidence } from '../../migration/state/standing.ts';
import { loadSymbolMap, type MappedSymbol } from '../../migration/state/symbol-map.ts';
import type { ReadSourceText } from '../../migration/steps/step-sources.ts';
import { crateOfProject, projectStanding } from './project-standing.ts';

/** A migrated function whose C or Rust, or what these use, has changed since it was compared. */
export interface StaleFunction {
  readonly name: string;
  readonly file: string;
  readonly because: string;
}

/**
 * The migrated functions of a project that were compared with other C or other Rust than there is.
 * @param symbols what a scan of the C as it is has found
 */
export async function staleFunctions(
  root: string,
  symbols: readonly CSymbol[],
  read: ReadSourceText,
): Promise<StaleFunction[]> {
  const crate = crateOfProject(root);
  const mapped = await withPresentEvidence({ root, crate }, loadSymbolMap(root), symbols, read);
  return mapped.flatMap(({ c_name: name, c_file: file, evidence }) =>
    evidence.kind === 'not checked' && evidence.remedy === 'again'
      ? [{ name, file, because: evidence.because }]
      : [],
  );
}

/**
 * Migrated functions with the evidence that holds for the C and the Rust as they are.
 * @param project with the folder of its crate, relative to its own
 */
export async function withPresentEvidence(
  { root, crate }: { readonly root: string; readonly crate: string },
  mapped: readonly MappedSymbol[],
  symbols: readonly CSymbol[],
  read: ReadSourceText,
): Promise<MappedSymbol[]> {
  const found = { functions: functionsOf(symbols), isNew: true };
  const standing = await projectStanding(root, crate, mapped, found, read);
  const evidence = presentEvidence(mapped, standing);
  return mapped.map((one) => ({ ...one, evidence: evidence.get(one.c_qname) ?? one.evidence }));
}
