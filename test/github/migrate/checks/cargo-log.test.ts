import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { failureIn, parseCargoLog } from '../../../../src/github/migrate/checks/cargo-log.ts';
import { plainLog } from '../../../../src/github/migrate/checks/plain-log.ts';
import { ANY_CHARACTER } from '../../../support/any-character.ts';

const BUILT = '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.31s';
const TESTED = 'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out';

/** As GitHub keeps it. */
function kept(...lines: readonly string[]): string {
  return lines.map((line) => `2026-11-22T10:00:00.1234567Z ${line}\n`).join('');
}

test('a build and tests of a crate are seen, through times and colours', () => {
  const log = kept(
    '\u001b[1m\u001b[32m   Compiling\u001b[0m demo-crate v0.1.0 (/home/runner/work/demo/demo/rust)',
    `\u001b[1m\u001b[32m${BUILT.slice(0, 12)}\u001b[0m${BUILT.slice(12)}`,
    '     Running unittests src/lib.rs (target/debug/deps/demo_crate-0123456789abcdef)',
    ...[TESTED, TESTED],
  );
  expect(parseCargoLog(log, 'demo-crate')).toEqual({
    ...{ isBuilt: true, passed: 6, failed: 0, isOfCrate: true, isBroken: false },
  });
  expect(parseCargoLog(log, 'demo')).toMatchObject({ isOfCrate: false });
});

test.each([
  ['nothing', ''],
  ['the profile of tests', '    Finished `test` profile [unoptimized] target(s) in 1.2s'],
  ['a sentence about it', 'echo "Finished dev"'],
])('%s is no build', (_what, line) => {
  expect(parseCargoLog(kept(line), undefined).isBuilt).toBe(false);
});

test('tests that fail, and errors of the compiler, are told from what is green', () => {
  const failed = kept('test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured');
  expect(parseCargoLog(failed, undefined)).toMatchObject({ passed: 1, failed: 2, isBroken: true });
  const wrong = kept('error[E0308]: mismatched types');
  expect(parseCargoLog(wrong, undefined)).toMatchObject({ passed: 0, isBroken: true });
  const none = kept('running 0 tests', TESTED.replace('3', '0'));
  expect(parseCargoLog(none, undefined)).toMatchObject({ passed: 0, isBroken: false });
});

test('cargo nextest is understood', () => {
  const log = kept('     Summary [   0.008s] 5 tests run: 4 passed, 1 failed, 0 skipped');
  expect(parseCargoLog(log, undefined)).toMatchObject({ passed: 4, failed: 1 });
});

test('what failed is the step that ended the job', () => {
  const log = kept(
    ...['##[group]Run cargo build', '##[endgroup]', BUILT],
    ...['##[group]Run cargo test', '##[endgroup]', 'error: test failed'],
    ...['##[error]Process completed with exit code 101.', 'Post job cleanup.'],
  );
  expect(failureIn(log, 1000)).toBe(
    '##[group]Run cargo test\nerror: test failed\n##[error]Process completed with exit code 101.',
  );
  expect(failureIn('one\ntwo\n', 1000)).toBe('one\ntwo');
});

test('any text is read: counts are numbers, and a part is no longer than asked for', () => {
  const piece = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.constantFrom(BUILT, TESTED, '##[error]x', '##[group]Run x', '\u001b[31m', '\n', '\uFEFF'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const log = pieces.join('\n');
      const run = parseCargoLog(log, 'demo');
      expect(run.passed).toBeGreaterThanOrEqual(0);
      expect(plainLog(kept(log.replaceAll(/\r?\n/g, ' ')))).not.toContain('2026-11-22T10');
      expect(failureIn(log, 500).length).toBeLessThan(800);
    }),
  );
});
