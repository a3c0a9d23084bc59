import { expect, test } from '@jest/globals';
import { judges } from '../../../scripts/mutate/tests-of.ts';

const SOURCES = new Map([
  ['src/a/low.ts', 'export function low() {}'],
  ['src/a/high.ts', "import { low } from './low.ts';"],
  ['src/a/shape.ts', "import type { low } from './low.ts';"],
  ['src/b/top.ts', "const { high } = await import('../a/high.ts');"],
  ['src/cli/command.ts', "import { high } from '../a/high.ts';"],
  ['test/a/low.test.ts', "import { low } from '../../src/a/low.ts';"],
  ['test/a/other.test.ts', "import { high } from '../../src/a/high.ts';"],
  ['test/a/shape.test.ts', "import { shape } from '../../src/a/shape.ts';"],
  [
    'test/b/wide.test.ts',
    "import { low } from '../../src/a/low.ts'; import { t } from '../../src/b/top.ts'; low();",
  ],
  ['test/b/near.test.ts', "import { high } from '../../src/a/high.ts';"],
  ['test/b/top.test.ts', "import { top } from '../../src/b/top.ts';"],
  ['test/support/once/program.ts', ''],
  ['test/cli/command.test.ts', "import { CLI } from '../support/once/program.ts';"],
  ['test/rules/c.test.ts', ''],
  ['src/rules/c/one.ts', ''],
]);

const SLOW = new Set(['test/b/wide.test.ts', 'test/rules/c.test.ts']);

test('of a large folder each test is about a module of its own', () => {
  const others = Array.from({ length: 6 }, (_, at) => `test/a/more-${at}.test.ts`);
  const many = new Map([...SOURCES, ...others.map((name) => [name, ''] as const)]);
  const found = judges(many, 20, SLOW)('src/a/low.ts');
  expect(found.indexOf('test/b/near.test.ts')).toBeLessThan(found.indexOf('test/a/shape.test.ts'));
});

test.each([
  [
    'its mirror, then what names it, and what is near',
    'src/a/low.ts',
    ['a/low', 'a/other', 'a/shape', 'b/near', 'cli/command', 'b/wide', 'b/top'],
  ],
  [
    'without a mirror its folder; late what is slow, what starts the program, and what is loaded on demand',
    'src/a/high.ts',
    ['a/other', 'b/near', 'a/low', 'a/shape', 'cli/command', 'b/top', 'b/wide'],
  ],
  [
    'its mirror, though that starts the program and imports nothing of it',
    'src/cli/command.ts',
    ['cli/command'],
  ],
  ['the test of its folder', 'src/rules/c/one.ts', ['rules/c']],
])('a source is judged by %s', (_what, file, tests) => {
  const paths = tests.map((name) => `test/${name}.test.ts`);
  expect(judges(SOURCES, 9, SLOW)(file)).toEqual(paths);
  expect(judges(SOURCES, 1, SLOW)(file)).toEqual(paths.slice(0, 1));
});
