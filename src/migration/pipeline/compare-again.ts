import { type Evidence, inputsText } from '../../equivalence/evidence/evidence.ts';
import type { Progress } from '../state/progress.ts';
import { loadSymbolMap, type MappedSymbol, symbolFiles } from '../state/symbol-map.ts';
import { writeAndCommit } from '../state/write-and-commit.ts';
import type { CompareWithC } from '../steps/step.ts';
import { planOfMapped } from '../transpile/record-step.ts';

/** What came of looking once more at functions that could not be compared. */
export interface LateEvidence {
  readonly progress: Progress;
  /** Evidence that is another now, by C function. */
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/**
 * Compares functions once more that could not be compared when they were migrated: what an object
 * holds is seen only through functions that came later. New evidence is a commit of its own.
 * @param project the real path of the project's folder
 * @param crate the folder of the crate
 */
export async function compareAgain(
  project: string,
  crate: string,
  progress: Progress,
  compareWithC: CompareWithC,
  now: Date,
): Promise<LateEvidence> {
  const evidence = new Map<string, Evidence>();
  const symbols: MappedSymbol[] = [];
  for (const symbol of loadSymbolMap(project)) {
    const { kind } = symbol.evidence;
    if (kind !== 'not checked' || symbol.rust_symbol === '') continue;
    // Nothing that came later helps, or a second reader has found against the comparison.
    if (symbol.evidence.remedy === 'none') continue;
    const seen = await compareWithC(planOfMapped(symbol), crate);
    if (seen.kind === 'not checked' && seen.because === symbol.evidence.because) continue;
    evidence.set(symbol.c_qname, seen);
    symbols.push({ ...symbol, evidence: seen, updated_at: now.toISOString() });
  }
  if (symbols.length === 0) return { progress, evidence };
  const lines = [...evidence].map(([name, seen]) => {
    if (seen.kind === 'equal') return `${name}: the same as the C on ${inputsText(seen)}.`;
    if (seen.kind === 'different') return `${name}: different from the C.`;
    if (seen.kind === 'nothing to compare') return `${name}: nothing to compare, ${seen.because}.`;
    return `${name}: not compared, because ${seen.because}.`;
  });
  const message = `Compare what could not be compared before\n\n${lines.join('\n')}`;
  return {
    progress: await writeAndCommit(project, symbolFiles(symbols), message, {
      ...progress,
      commit: '',
    }),
    evidence,
  };
}
