import type { CUnit } from '../code/clang/c-unit.ts';
import type { Evidence } from '../equivalence/evidence.ts';
import { mappingSchema } from '../equivalence/mapping.ts';
import type { EquivalenceSubject, Partner } from '../equivalence/subject.ts';
import { definitionsOf, type ScannedC } from './sources.ts';
import type { MappedSymbol } from './state/symbol-map.ts';
import type { Prove } from './transpile/step.ts';

/**
 * Runs old and new side by side, by whatever compares a C function with a Rust one.
 * @param sources the folder of the C sources
 * @param mapped tells what has been carried over by now
 */
export function proveFunctions(
  sources: string,
  scan: ScannedC,
  mapped: () => readonly MappedSymbol[],
  check: (subject: EquivalenceSubject) => Promise<Evidence>,
): Prove {
  const definitions = new Map([...definitionsOf(scan).values()].map((one) => [one.id, one]));
  return async ({ cName, rust, mapping }, crate) => {
    const found = definitions.get(cName);
    if (found === undefined) return { kind: 'not checked', because: `no unit defines ${cName}` };
    const { unit } = found;
    const others: readonly CUnit[] = scan.units.filter((one) => one !== unit);
    const subject = { project: sources, unit, others, function: found.function };
    const partners = mapped().flatMap((symbol) =>
      symbol.c_qname === cName ? [] : partnerOf(symbol),
    );
    return await check({ ...subject, crate, rust, mapping, partners });
  };
}

function partnerOf({ c_name, rust_symbol, mapping }: MappedSymbol): Partner[] {
  if (rust_symbol === '') return [];
  const read = mappingSchema.safeParse(mapping ?? {});
  return read.success ? [{ c: c_name, rust: rust_symbol, mapping: read.data }] : [];
}
