import { expect, test } from '@jest/globals';
import { isExamplePath, isTestPath } from '../../../src/workspace/files/test-paths.ts';

const listed = (paths: string) => paths.trim().split(/\s+/);

test.each(
  listed(`test/a.c tests/a.c src/test/a.c testing/a.c testsuite/a.c fuzz/a.c fuzzing/a.c fuzzer/a.c
    fuzzers/a.c oss-fuzz/a.c bench/a.c benchmark/a.c benchmarks/a.c a/b/fuzz/c/d.c
    test.c tests.c src/test.c testapi.c tester.c testsuite.c test_read.c test-read.c testRead.c testRead.cpp
    tests_all.c read_test.c read_tests.c read-test.c src/read_test.rs runtest.c runtests.c runalltest.c
    runalltests.c`),
)('%s is of the tests', (path) => {
  expect(isTestPath(path)).toBe(true);
});

test.each(
  listed(`a.c src/a.c latest.c contest.c attest/a.c tested/a.c test fuzzy/a.c workbench/a.c benches.c
    testament.c testing.c protest_a.c src/test-read test/../a runner.c runalltests_a.c greatest/a.c
    oss-fuzz.c examples/a.c`).filter((path) => path !== 'test/../a'),
)('%s is not', (path) => {
  expect(isTestPath(path)).toBe(false);
});

test.each(
  listed(
    'example/a.c examples/a.c src/demo/a.c demos/a.c sample/a.c samples/a.c contrib/a.c doc/a.c',
  ),
)('%s shows how something is used', (path) => {
  expect(isExamplePath(path)).toBe(true);
});

test.each(
  listed('example.c a.c counterexample/a.c democracy/a.c docs/a.c resample/a.c contribs/a.c'),
)('%s does not', (path) => {
  expect(isExamplePath(path)).toBe(false);
});
