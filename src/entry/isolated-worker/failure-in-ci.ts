/** What failed in a run of CI: a build that rustc refuses, unless tests of the crate have run, or else a test. */
export function failureInCi(log: string): 'compile' | 'test' {
  const isBuild = /^error(?:\[E\d+\])?: /m.test(log) && !/^test result: /m.test(log);
  return isBuild ? 'compile' : 'test';
}
