import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  cratePlanSchema,
  defaultLayoutPlan,
  layoutPlanProblem,
  moduleFilesOf,
} from '../../../src/migration/crate/module-plan.ts';

const functions = new Set(['a', 'b']);

function problemOf(modules: unknown): string | undefined {
  const parsed = cratePlanSchema.safeParse({ name: 'x', modules });
  return parsed.success
    ? layoutPlanProblem(parsed.data, functions)
    : parsed.error.issues[0]?.message;
}

describe('a plan is refused', () => {
  test.each([
    ['no snake case', [{ name: 'Shape' }], /snake_case/],
    ['a path', [{ name: '../x' }], /snake_case/],
    ['a keyword', [{ name: 'match' }], /reserved/],
    ['main', [{ name: 'main' }], /reserved/],
    ['no module', [], /expected array to have/],
    ['two of a name', [{ name: 'x' }, { name: 'x' }], /two modules x/],
    ['a function of nowhere', [{ name: 'x', functions: ['c'] }], /no function of the project/],
    [
      'a function twice',
      [
        { name: 'x', functions: ['a'] },
        { name: 'y', functions: ['a'] },
      ],
      /a is in two modules/,
    ],
    [
      'deep nesting',
      [{ name: 'x', modules: [{ name: 'y', modules: [{ name: 'z', modules: [{ name: 'w' }] }] }] }],
      /nested more than 3 deep/,
    ],
  ])('%s', (_, modules, problem) => {
    expect(problemOf(modules)).toMatch(problem);
  });
});

test('a sound plan places functions in the files of their modules', () => {
  const modules = [{ name: 'x', functions: ['a'], modules: [{ name: 'y', functions: ['b'] }] }];
  expect(problemOf(modules)).toBeUndefined();
  const plan = cratePlanSchema.parse({ name: 'x', modules });
  expect([...moduleFilesOf(plan)]).toEqual([
    ['a', 'src/x.rs'],
    ['b', 'src/x/y.rs'],
  ]);
});

test('a plain plan is a sound one, whatever files are called', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (files) => {
      const all = files.map((file, at) => ({ name: `f${at}`, file }));
      fc.pre(all.length > 0);
      const plan = cratePlanSchema.parse(defaultLayoutPlan('My Project', all));
      expect(layoutPlanProblem(plan, new Set(all.map(({ name }) => name)))).toBeUndefined();
    }),
  );
  const two = ['src/Hash-Table.c', 'main.c'].map((file) => ({ name: file, file }));
  const { modules } = defaultLayoutPlan('p', two);
  expect(modules.map(({ name }) => name)).toEqual(['hash_table', 'main_module']);
});
