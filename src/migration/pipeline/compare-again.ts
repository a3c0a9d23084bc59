import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { type Evidence, othersThatDiffer, sameText } from '../../equivalence/evidence/evidence.ts';
import { loadCrate } from '../crate/crate-files.ts';
import { CrateDigests } from '../state/changed-rust.ts';
import type { Progress } from '../state/progress.ts';
import { loadSymbolMap, type MappedSymbol, symbolFiles } from '../state/symbol-map.ts';
import { writeAndCommit } from '../state/write-and-commit.ts';
import type { CompareWithC, MigrationStep } from '../steps/step.ts';
import { planOfMapped } from '../transpile/record-step.ts';

/** What came of looking once more at functions that could not be compared. */
export interface LateEvidence {
  readonly progress: Progress;
  /** Evidence that is another now, by C function. */
  readonly evidence: ReadonlyMap<string, Evidence>;
}

interface CompareAgainDeps {
  readonly compareWithC: CompareWithC;
  readonly parser: SourceParser;
  readonly now: () => Date;
  /** All of the project. */
  readonly steps: readonly MigrationStep[];
}

/**
 * Compares functions once more that could not be compared when they were migrated: what an object
 * holds is seen only through functions that came later. So are those that were compared without another one that
 * differed then, and does so no more. New evidence is a commit of its own.
 * @param project the real path of the project's folder
 * @param crate the folder of the crate
 * @param which all of them, the latter alone, or the C functions of these names and no others
 */
export async function compareAgain(
  project: string,
  crate: string,
  progress: Progress,
  { compareWithC, parser, now, steps }: CompareAgainDeps,
  which: 'all' | 'without others' | ReadonlySet<string> = 'all',
): Promise<LateEvidence> {
  const evidence = new Map<string, Evidence>();
  const symbols: MappedSymbol[] = [];
  const mapped = loadSymbolMap(project);
  // Read first: what is edited meanwhile is not what was compared.
  const digests = new CrateDigests(parser, loadCrate(crate));
  for (const symbol of mapped) {
    if (symbol.rust_symbol === '') continue;
    const isMeant =
      typeof which === 'object'
        ? which.has(symbol.c_qname)
        : isWithoutRepaired(symbol, mapped) || (which === 'all' && mayBeSeenNow(symbol));
    if (!isMeant) continue;
    const seen = await compareWithC(planOfMapped(symbol), crate);
    if (isSameReason(seen, symbol.evidence)) continue;
    evidence.set(symbol.c_qname, seen);
    const updated_at = now().toISOString();
    const rust = { compared_rust: digests.of(symbol) };
    symbols.push({
      ...symbol,
      ...presentPlace(symbol, steps),
      ...rust,
      evidence: seen,
      updated_at,
    });
  }
  if (symbols.length === 0) return { progress, evidence };
  const lines = [...evidence].map(([name, seen]) => {
    if (seen.kind === 'equal') return `${name}: ${sameText(seen)}.`;
    if (seen.kind === 'different') return `${name}: different from the C.`;
    if (seen.kind === 'nothing to compare') return `${name}: nothing to compare, ${seen.because}.`;
    return `${name}: not compared, because ${seen.because}.`;
  });
  const title =
    typeof which === 'object'
      ? 'Compare what has changed since it was compared'
      : 'Compare what could not be compared before';
  const message = `${title}\n\n${lines.join('\n')}`;
  return {
    progress: await writeAndCommit(project, symbolFiles(symbols), message, {
      ...progress,
      commit: '',
    }),
    evidence,
  };
}

/** Where the C is, and which C it is that is compared. */
function presentPlace(
  { c_qname: own }: MappedSymbol,
  steps: readonly MigrationStep[],
): Partial<MappedSymbol> {
  const source = steps.flatMap(({ functions }) => functions).find(({ name }) => name === own);
  if (source === undefined) return {};
  return {
    ...{ start_line: source.startLine, end_line: source.endLine },
    ...(source.comparedC === undefined ? {} : { compared_c: source.comparedC() }),
  };
}

/** Not where nothing that came later helps, or a second reader has found against the comparison. */
function mayBeSeenNow({ evidence }: MappedSymbol): boolean {
  return evidence.kind === 'not checked' && evidence.remedy !== 'none';
}

/** Whether another function, without which it was compared, does the same as its C by now. */
function isWithoutRepaired({ evidence }: MappedSymbol, mapped: readonly MappedSymbol[]): boolean {
  return othersThatDiffer(evidence).some(({ rust_symbol: path }) =>
    mapped.some((one) => one.rust_symbol === path && one.evidence.kind === 'equal'),
  );
}

/** Whether nothing new was seen, and it could not be compared for the same reason as before. */
function isSameReason(seen: Evidence, before: Evidence): boolean {
  if (seen.kind !== 'not checked' || before.kind !== 'not checked') return false;
  return seen.because === before.because && othersThatDiffer(seen).length === 0;
}
