import type { ClangUnit } from '../../code/clang/unit.ts';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { EquivalenceSubject, PartnerFunction } from '../../equivalence/plan/subject.ts';
import { type MappedSymbol, mappingOf } from '../state/symbol-map.ts';
import { cDefinitionsOf, type ScannedC } from '../steps/c-definitions.ts';
import type { CompareWithC } from '../steps/step.ts';

/**
 * Makes the function by which a migration compares a function of its plan with the C.
 * @param sources the folder of the C sources
 * @param mapped tells what has been migrated by now
 * @param isTypeGiven whether the types of the Rust are given and cannot be chosen anew
 */
export function compareWithCBy(
  sources: string,
  scan: ScannedC,
  mapped: () => readonly MappedSymbol[],
  check: (subject: EquivalenceSubject) => Promise<Evidence>,
  isTypeGiven = false,
): CompareWithC {
  const definitions = new Map([...cDefinitionsOf(scan).values()].map((one) => [one.id, one]));
  return async ({ cName, rust, mapping }, crate, isRefuted) => {
    const found = definitions.get(cName);
    if (found === undefined) return { kind: 'not checked', because: `no unit defines ${cName}` };
    const { unit } = found;
    const others: readonly ClangUnit[] = scan.units.filter((one) => one !== unit);
    const subject = { project: sources, unit, others, function: found.function };
    const partners = mapped().flatMap((symbol) =>
      symbol.c_qname === cName ? [] : partnersOfSymbol(symbol),
    );
    return await check({ ...subject, crate, rust, mapping, partners, isTypeGiven, isRefuted });
  };
}

function partnersOfSymbol(symbol: MappedSymbol): PartnerFunction[] {
  const { c_name, rust_symbol } = symbol;
  if (rust_symbol === '') return [];
  const mapping = mappingOf(symbol);
  return mapping === undefined ? [] : [{ c: c_name, rust: rust_symbol, mapping }];
}
