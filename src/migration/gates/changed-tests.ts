import { type Crate, runsInTests } from '../../code/rust/crate/crate.ts';
import { testsOf, withoutSpace } from '../../code/rust/crate/crate-tests.ts';
import { type GateResult, resultOfFaults } from './gate-result.ts';

/**
 * Fails when a test is not what it was before a repair, or what it calls in its test module is not:
 * who repairs the code must not bend the measure. Layout and comments do not count; new tests do not.
 */
export function changedTests(before: Crate, after: Crate): GateResult {
  const now = testCode(after);
  const faults = testCode(before).flatMap((was) => {
    const same = now.filter(({ name }) => name === was.name);
    if (same.length === 0) return [{ file: was.file, line: was.line, what: `${was.what} is gone` }];
    if (same.some(({ text }) => text === was.text)) return [];
    const [first] = same;
    const { file, line } = first ?? was;
    return [{ file, line, what: `${was.what} was changed` }];
  });
  return resultOfFaults('changed tests', faults, 'no test was changed');
}

interface TestCode {
  readonly name: string;
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Tests, and the other functions and values that only tests see. */
function testCode(crate: Crate): TestCode[] {
  const tests = testsOf(crate).map((test) => ({
    name: test.name,
    what: `test ${test.name}`,
    file: test.file,
    line: test.line,
    text: `${test.isIgnored} ${test.shouldPanic} ${test.text}`,
  }));
  const named = new Set(tests.map(({ name }) => name));
  const helpers = crate.files.flatMap((file) =>
    [...file.functions, ...file.globals]
      .filter((item) => item.isTest || /^tests\//.test(file.path))
      .filter((item) => !named.has(item.name) && runsInTests(file, item.node))
      .map((item) => ({
        name: `${item.name} `,
        what: `${item.name}, which tests use,`,
        file: file.path,
        line: file.tree.location(item.node).line,
        text: withoutSpace(file, item.node),
      })),
  );
  return [...tests, ...helpers];
}
