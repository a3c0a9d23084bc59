/**
 * Whether a file is in a folder of tests. A test reaches everything, and no attacker reaches a test.
 * Narrower than what the rules discount: code in examples is copied, and then it is reached.
 */
export function isTestPath(file: string): boolean {
  return (
    /(?:^|\/)(?:tests?|testing|testsuite|(?:oss-)?fuzz(?:ing|ers?)?|bench(?:marks?)?)\//.test(
      file,
    ) ||
    /(?:^|\/)(?:tests?(?:api|er|suite|[A-Z_-]\w*)?|\w+[_-]tests?|run(?:all)?tests?)\.\w+$/.test(
      file,
    )
  );
}

/** Whether a file shows how something is used: it is reached, but seldom the way that matters. */
export function isExamplePath(file: string): boolean {
  return /(?:^|\/)(?:examples?|demos?|samples?|contrib|doc)\//.test(file);
}
