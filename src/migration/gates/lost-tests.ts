import type { Crate } from '../../code/rust/crate/crate.ts';
import { type RustTest, testsOf } from '../../code/rust/crate/crate-tests.ts';
import { type GateLocation, type GateResult, resultOfFaults } from './gate-result.ts';

/**
 * Fails when a test that ran before does not any more, or asserts less: gone, ignored, expected to
 * panic, moved to where nothing runs it, or with fewer assertions that can fail.
 */
export function lostTests(before: Crate, after: Crate): GateResult {
  const now = testsOf(after);
  const faults = [
    ...testsOf(before).flatMap((test) => whatIsLost(test, now)),
    ...now
      .filter((test) => test.isIgnored && isNew(test, before))
      .map((test) => testLocation(test, 'is ignored')),
    ...switchedOff(before, after),
  ];
  return resultOfFaults('lost tests', faults, `${now.length} tests, none of them lost or weakened`);
}

function whatIsLost(test: RustTest, now: readonly RustTest[]): GateLocation[] {
  const same = now.filter(({ name }) => name === test.name);
  const after =
    same.find(({ file }) => file === test.file) ??
    same[0] ??
    now.find(({ text }) => bodyOf(text) === bodyOf(test.text));
  if (after === undefined) return [testLocation(test, 'does not run any more')];
  if (after.isIgnored && !test.isIgnored) return [testLocation(after, 'is ignored now')];
  if (after.shouldPanic && !test.shouldPanic)
    return [testLocation(after, 'is expected to panic now')];
  const [was, is] = [test.assertions.length, after.assertions.length];
  if (is < was) return [testLocation(after, `has ${is} assertions that can fail; it had ${was}`)];
  const [equal, stillEqual] = [equalities(test), equalities(after)];
  if (stillEqual < equal) {
    return [
      testLocation(after, `compares with ${stillEqual} expected values; it did with ${equal}`),
    ];
  }
  return [];
}

function isNew(test: RustTest, before: Crate): boolean {
  return !testsOf(before).some(({ name }) => name === test.name);
}

function equalities(test: RustTest): number {
  return test.assertions.filter((text) => /assert_eq!|assert!\([\s\S]*==|matches!/.test(text))
    .length;
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('{'));
}

function testLocation(test: RustTest, what: string): GateLocation {
  return { file: test.file, line: test.line, what: `test ${test.name} ${what}` };
}

const SWITCHES = /^\s*(?:auto(?:tests|bins|examples)|test|harness|doctest)\s*=\s*false/;

/** Settings of `Cargo.toml` that keep tests from running, where they were not before. */
function switchedOff(before: Crate, after: Crate): GateLocation[] {
  const known = new Set(switches(before).map(({ what }) => what));
  return switches(after).filter(({ what }) => !known.has(what));
}

function switches(crate: Crate): GateLocation[] {
  return crate.others
    .filter(({ path }) => path.endsWith('Cargo.toml'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const what = `Cargo.toml switches tests off: ${line.trim()}`;
        return SWITCHES.test(line) ? [{ file: path, line: index + 1, what }] : [];
      }),
    );
}
