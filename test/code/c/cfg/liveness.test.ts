import { expect, test } from '@jest/globals';
import { successors } from '../../../../src/code/c/cfg/control-flow.ts';
import { livenessOf } from '../../../../src/code/c/cfg/liveness.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

/** The names that die on some edge of the function `f`, sorted. */
async function dying(code: string): Promise<string[]> {
  const fn = functionOf(await lower(code), 'f');
  const liveness = livenessOf(fn);
  const names = fn.blocks.flatMap((block) =>
    successors(block.end).flatMap((to) =>
      liveness.dyingOn(block.id, to).map((variable) => variable.name),
    ),
  );
  return [...new Set(names)].sort();
}

test('a variable dies behind its last use', async () => {
  const code = `int use(int);
int f(int n) {
  int first = use(n), second = use(first);
  if (first > 3) return second;
  return use(second);
}`;
  expect(await dying(code)).toEqual(['first']);
});

test('one that is written before it is read again dies in between', async () => {
  const code = `int use(int);
int f(int n) {
  int rc = use(n);
  if (rc < 0) return -1;
  rc = use(2);
  return rc;
}`;
  expect(await dying(code)).toEqual(['rc']);
});

test('a variable of a loop lives as long as another round may read it', async () => {
  const code = `int use(int);
int f(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += use(i);
  if (sum > 3) return sum;
  return 0;
}`;
  expect(await dying(code)).toEqual(['i', 'sum']);
});

test('a write that may not happen keeps nothing from living', async () => {
  const code = `int use(int);
int f(int n) {
  int kept = use(n);
  if (n > 3 && (kept = use(4)) > 5) return 1;
  return kept;
}`;
  expect(await dying(code)).toEqual(['kept']);
});

test.each([
  ['whose address is taken', 'int x = 1; int *p = &x; if (n) *p = 2; return use(*p);'],
  ['that are arrays', 'int a[2] = {1, 2}; int *p = a; if (n) p[0] = 2; return use(*p);'],
  ['that are parameters', 'if (n) return 1; return use(3);'],
  ['that outlive the function', 'static int calls; if (n) calls++; return use(3);'],
])('variables %s are never said to die before their reader does', async (_what, body) => {
  expect(
    (await dying(`int use(int); int f(int n) { ${body} }`)).filter((name) => name !== 'p'),
  ).toEqual([]);
});
