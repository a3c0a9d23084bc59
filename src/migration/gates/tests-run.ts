import type { Crate } from '../../code/rust/crate/crate.ts';
import { testsOf } from '../../code/rust/crate/crate-tests.ts';
import { type GateLocation, type GateResult, resultOfFaults } from './gate-result.ts';

/** What `cargo test` came to, by the names it prints, such as `shape::tests::has_an_area`. */
export interface TestResults {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly name: string }[];
}

/**
 * Fails when `cargo test` ran no test, when one failed, or when one of the source was not run:
 * what was not tried is not known to hold.
 */
export function testsRun({ passed, failed }: TestResults, crate: Crate): GateResult {
  const ran = new Set(passed.map((name) => name.slice(name.lastIndexOf(':') + 1)));
  const faults: GateLocation[] = failed.map(({ name }) => ({
    file: '',
    line: 0,
    what: `test ${name} failed`,
  }));
  const broken = new Set(failed.map(({ name }) => name.slice(name.lastIndexOf(':') + 1)));
  for (const { name, file, line, isIgnored } of testsOf(crate)) {
    if (isIgnored || ran.has(name) || broken.has(name)) continue;
    faults.push({ file, line, what: `test ${name} was not run` });
  }
  if (passed.length === 0 && failed.length === 0) {
    faults.unshift({ file: '', line: 0, what: 'no test was run' });
  }
  return resultOfFaults('tests run', faults, `${passed.length} tests passed`);
}
