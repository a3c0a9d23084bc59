import { type CSymbol, functionsOf } from '../../migration/artifacts/symbol.ts';
import { presentEvidence, standingOfC } from '../../migration/state/changed-c.ts';
import { loadSymbolMap, type MappedSymbol } from '../../migration/state/symbol-map.ts';
import type { ReadSourceText } from '../../migration/steps/step-sources.ts';

/** A migrated function whose C, or what that uses, has changed since it was compared. */
export interface StaleFunction {
  readonly name: string;
  readonly file: string;
  readonly because: string;
}

/**
 * The migrated functions of a project that were compared with other C than there is.
 * @param symbols what a scan of the C as it is has found
 */
export function staleFunctions(
  root: string,
  symbols: readonly CSymbol[],
  read: ReadSourceText,
): StaleFunction[] {
  return withPresentEvidence(loadSymbolMap(root), symbols, read).flatMap(
    ({ c_name: name, c_file: file, evidence }) =>
      evidence.kind === 'not checked' && evidence.remedy === 'again'
        ? [{ name, file, because: evidence.because }]
        : [],
  );
}

/** Migrated functions with the evidence that holds for the C as it is. */
export function withPresentEvidence(
  mapped: readonly MappedSymbol[],
  symbols: readonly CSymbol[],
  read: ReadSourceText,
): MappedSymbol[] {
  const standing = standingOfC(mapped, { functions: functionsOf(symbols), isNew: true }, read);
  const evidence = presentEvidence(mapped, standing);
  return mapped.map((one) => ({ ...one, evidence: evidence.get(one.c_qname) ?? one.evidence }));
}
