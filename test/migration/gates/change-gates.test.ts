import { expect, test } from '@jest/globals';
import { changedC } from '../../../src/migration/gates/changed-c.ts';
import { changedTests } from '../../../src/migration/gates/changed-tests.ts';
import { lostTests } from '../../../src/migration/gates/lost-tests.ts';
import { testsRun } from '../../../src/migration/gates/tests-run.ts';
import { crateOf } from './judging.ts';

/** A crate whose only test has this body. */
function testing(body: string, attributes = '', rest = ''): string {
  return `pub fn f(x: i32) -> i32 { x + 1 }
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    ${attributes}
    fn adds() { ${body} }
    ${rest}
}
`;
}

const BODY = 'assert_eq!(f(1), 2); assert!(f(2) == 3);';
const BEFORE = testing(BODY);
const TEST = `#[test] fn adds() { ${BODY} }`;

test.each([
  ['a test that is gone', 'pub fn f() {}'],
  ['a test without its attribute', BEFORE.replace('#[test]', '')],
  ['an ignored test', testing(BODY, '#[ignore]')],
  ['a test ignored by cfg_attr', testing(BODY, '#[cfg_attr(test, ignore = "slow")]')],
  ['should_panic', testing(BODY, '#[should_panic]')],
  ['an assertion that is gone', testing('assert_eq!(f(1), 2);')],
  ['assert!(true)', testing('assert!(true); assert!(true);')],
  ['a thing compared with itself', testing('assert_eq!(f(1), f(1)); assert!(f(2) == f(2));')],
  ['an alternative that holds', testing('assert_eq!(f(1), 2); assert!(f(2) == 3 || true);')],
  ['inequalities', testing('assert!(f(1) > 0); assert!(f(2) > 0);')],
  ['assertions under if false', testing(`if false { ${BODY} }`)],
  ['assertions under a false comparison', testing(`if 1 == 2 { ${BODY} }`)],
  ['assertions after return', testing(`return; ${BODY}`)],
  ['assertions in a closure that nobody calls', testing(`let check = || { ${BODY} };`)],
  ['assertions in a loop over nothing', testing(`for _ in 0..0 { ${BODY} }`)],
  ['assertions in a comment', testing(`// ${BODY}\n`)],
  [
    'a module that a feature hides',
    BEFORE.replace('cfg(test)', 'cfg(all(test, feature = "slow"))'),
  ],
  ['a module that is never built', BEFORE.replace('cfg(test)', 'cfg(any())')],
  ['a file that no mod leads to', { 'src/lib.rs': 'pub fn f() {}', 'src/tests.rs': TEST }],
  ['a test within a function', testing('').replace('fn adds() {  }', `fn other() { ${TEST} }`)],
  [
    'a manifest that tests nothing',
    { 'src/lib.rs': BEFORE, 'Cargo.toml': '[lib]\ntest = false\n' },
  ],
  [
    'a new test that is ignored',
    testing(BODY, '', '#[test] #[ignore] fn more() { assert_eq!(f(3), 4); }'),
  ],
])('lost tests: fails %s', (_name, after) => {
  expect(lostTests(crateOf(BEFORE), crateOf(after))).toMatchObject({
    gate: 'lost tests',
    outcome: 'failed',
  });
});

test.each([
  ['no change', BEFORE],
  ['layout', BEFORE.replaceAll(' ', '  ')],
  ['another test', testing(BODY, '', '#[test] fn more() { assert_eq!(f(3), 4); }')],
  ['another assertion', testing(`${BODY} assert_eq!(f(0), 1);`)],
  ['a stronger assertion', testing('assert_eq!(f(1), 2); assert_eq!(f(2), 3);')],
  ['another name', BEFORE.replace('fn adds', 'fn adds_one')],
  [
    'another file that mod leads to',
    {
      'src/lib.rs': 'pub fn f() {} #[cfg(test)] mod tests;',
      'src/tests.rs': `use super::*; ${TEST}`,
    },
  ],
  [
    'a module by path',
    { 'src/lib.rs': '#[cfg(test)] #[path = "deep/t.rs"] mod tests;', 'src/deep/t.rs': TEST },
  ],
  ['the folder of tests', { 'src/lib.rs': '', 'tests/adds.rs': TEST }],
])('lost tests: passes %s', (_name, after) => {
  expect(lostTests(crateOf(BEFORE), crateOf(after))).toMatchObject({ outcome: 'passed' });
});

const HELPED = testing(
  'check(1, 2);',
  '',
  'fn check(x: i32, y: i32) { assert_eq!(f(x), y); }\nconst N: i32 = 3;',
);

test.each([
  ['another expected value', testing(BODY.replace('2)', '3)'))],
  ['another input', testing(BODY.replace('f(1)', 'f(0)'))],
  ['an ignored test', testing(BODY, '#[ignore]')],
  ['a test that is gone', 'pub fn f() {}'],
  ['an assertion turned round', testing(BODY.replace('assert_eq', 'assert_ne'))],
  ['a test in a dead module', BEFORE.replace('cfg(test)', 'cfg(any())')],
])('changed tests: fails %s', (_name, after) => {
  expect(changedTests(crateOf(BEFORE), crateOf(after))).toMatchObject({ outcome: 'failed' });
});

test.each([
  ['a helper that checks less', HELPED.replace('assert_eq!(f(x), y);', '')],
  ['a helper that checks another thing', HELPED.replace('f(x), y', 'y, y')],
  ['a constant', HELPED.replace('= 3', '= 4')],
])('changed tests: fails %s', (_name, after) => {
  expect(changedTests(crateOf(HELPED), crateOf(after))).toMatchObject({ outcome: 'failed' });
});

test.each([
  ['no change', BEFORE],
  ['layout', BEFORE.replaceAll('; ', ';\n\n')],
  ['a comment', BEFORE.replace('use super', '// The sum.\n    use super')],
  ['a comment in a test', testing(`/* one */ ${BODY} // two\n`)],
  ['another function', BEFORE.replace('x + 1', '1 + x')],
  ['another test', testing(BODY, '', '#[test] fn more() { assert_eq!(f(3), 4); }')],
  ['a comma', testing('assert_eq!(f(1), 2,); assert!(f(2) == 3);')],
])('changed tests: passes %s', (_name, after) => {
  expect(changedTests(crateOf(BEFORE), crateOf(after))).toMatchObject({ outcome: 'passed' });
});

const c = (entries: Record<string, string>) => new Map(Object.entries(entries));

test.each<[string, Record<string, string>]>([
  ['a changed source', { 'a.c': 'y', 'a.h': 'h' }],
  ['a source that is gone', { 'a.h': 'h' }],
  ['a new source', { 'a.c': 'x', 'a.h': 'h', 'b.c': '' }],
  ['a changed header', { 'a.c': 'x', 'a.h': '' }],
  ['a renamed source', { 'b.c': 'x', 'a.h': 'h' }],
  ['an empty source', { 'a.c': '', 'a.h': 'h' }],
])('changed C: fails %s', (_name, after) => {
  expect(changedC(c({ 'a.c': 'x', 'a.h': 'h' }), c(after))).toMatchObject({ outcome: 'failed' });
});

test.each<[string, Record<string, string>]>([
  ['no change', { 'a.c': 'x', 'a.h': 'h' }],
  ['another order', { 'a.h': 'h', 'a.c': 'x' }],
  ['new Rust', { 'a.c': 'x', 'a.h': 'h', 'src/lib.rs': '' }],
  ['a manifest', { 'a.c': 'x', 'a.h': 'h', 'Cargo.toml': '' }],
  ['an artifact', { 'a.c': 'x', 'a.h': 'h', '.rustward/c2rust/progress.json': '{}' }],
  ['a text', { 'a.c': 'x', 'a.h': 'h', 'README.md': 'c' }],
])('changed C: passes %s', (_name, after) => {
  expect(changedC(c({ 'a.c': 'x', 'a.h': 'h' }), c(after))).toMatchObject({ outcome: 'passed' });
});

const ran = (passed: readonly string[], failed: readonly string[] = []) => ({
  passed,
  failed: failed.map((name) => ({ name })),
});
const TWO = testing(BODY, '', '#[test] fn more() {} #[test] #[ignore] fn slow() {}');

test.each([
  ['none', BEFORE, ran([])],
  ['none, where there is none', 'pub fn f() {}', ran([])],
  ['one of two', TWO, ran(['tests::adds'])],
  ['another one', BEFORE, ran(['tests::subtracts'])],
  ['one that failed', TWO, ran(['tests::adds'], ['tests::more'])],
  ['only one that failed', BEFORE, ran([], ['tests::adds'])],
])('tests run: fails %s', (_name, source, run) => {
  expect(testsRun(run, crateOf(source))).toMatchObject({ gate: 'tests run', outcome: 'failed' });
});

test.each([
  ['the only one', BEFORE, ran(['tests::adds'])],
  ['all but the ignored', TWO, ran(['tests::adds', 'tests::more'])],
  ['one without a module', { 'src/lib.rs': '', 'tests/a.rs': TEST }, ran(['adds'])],
  ['those of a macro too', BEFORE, ran(['tests::adds', 'tests::made'])],
  [
    'not those that a feature hides',
    testing(BODY, '', '#[cfg(feature = "x")] #[test] fn more() {}'),
    ran(['tests::adds']),
  ],
  ['those of the documentation too', BEFORE, ran(['tests::adds', 'src/lib.rs - f (line 1)'])],
])('tests run: passes %s', (_name, source, run) => {
  expect(testsRun(run, crateOf(source))).toMatchObject({ outcome: 'passed' });
});
