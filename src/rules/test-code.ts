/** Code that runs only in tests: a defect there does not reach users. */
const TEST_PATH =
  /(?:^|\/)(?:(?:t|tests?|testing|testsuites?|regress(?:ion)?|[^/]*[-_.]?unit-?tests?|[^/]+[-_.]tests?|tests?[-_.][^/]+|[^/]*fuzz[^/]*|examples?|samples?|benchmarks?)\/|(?:(?:run)?tests?[a-z0-9]*|test[_-][^/]*|[^/]*[_-]tests?|[^/]*[_-]fuzzer)\.[a-z]+$)/i;
const TEST_DISCOUNT = 0.6;

/** What the confidence of a hit in a file is multiplied by. */
export function pathWeight(path: string): number {
  return TEST_PATH.test(path) ? TEST_DISCOUNT : 1;
}
