import type { CUnit } from '../code/clang/c-unit.ts';
import type { Evidence } from '../equivalence/evidence.ts';
import type { EquivalenceSubject } from '../equivalence/subject.ts';
import { definitionsOf, type ScannedC } from './sources.ts';
import type { Prove } from './transpile/step.ts';

/**
 * Runs old and new side by side, by whatever compares a C function with a Rust one.
 * @param sources the folder of the C sources
 */
export function proveFunctions(
  sources: string,
  scan: ScannedC,
  check: (subject: EquivalenceSubject) => Promise<Evidence>,
): Prove {
  const definitions = new Map([...definitionsOf(scan).values()].map((one) => [one.id, one]));
  return async ({ cName, rust, mapping }, crate) => {
    const found = definitions.get(cName);
    if (found === undefined) return { kind: 'not checked', because: `no unit defines ${cName}` };
    const { unit } = found;
    const others: readonly CUnit[] = scan.units.filter((one) => one !== unit);
    const subject = { project: sources, unit, others, function: found.function };
    return await check({ ...subject, crate, rust, mapping });
  };
}
