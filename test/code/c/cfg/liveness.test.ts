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

test('of many variables each dies for itself, wherever paths meet', async () => {
  const names = Array.from({ length: 70 }, (_, index) => `v${index}`);
  const declared = names.map((name) => `int ${name} = use(n);`).join(' ');
  // Those of every third name are read behind the loop, by one way or by the other.
  const [left, right] = [0, 3].map((rest) =>
    names.filter((_, index) => index % 6 === rest).map((name) => `use(${name});`),
  );
  const code = `int use(int);
int f(int n) {
  ${declared}
  while (use(n)) { if (use(1)) continue; use(2); }
  if (n > 3) { ${left?.join(' ')} } else { ${right?.join(' ')} }
  return 0;
}`;
  const unread = names.filter((_, index) => index % 3 !== 0);
  const fn = functionOf(await lower(code), 'f');
  const { dyingOn } = livenessOf(fn);
  const dyingOnEdges = fn.blocks.flatMap(({ id, end }) =>
    successors(end).map((to) => new Set(dyingOn(id, to).map(({ name }) => name))),
  );
  expect(dyingOnEdges.filter((dead) => unread.every((name) => dead.has(name)))).toHaveLength(1);
  const onOneSide = (part: number) => names.filter((_, index) => index % 6 === part);
  expect(dyingOnEdges.some((dead) => onOneSide(0).every((name) => dead.has(name)))).toBe(true);
  expect(dyingOnEdges.some((dead) => onOneSide(3).every((name) => dead.has(name)))).toBe(true);
});

test('a function that is analysed again is not looked at again', async () => {
  const fn = functionOf(await lower('int f(int n) { int kept = n; return kept; }'), 'f');
  expect(livenessOf(fn)).toBe(livenessOf(fn));
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
