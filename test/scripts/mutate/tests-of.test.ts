import { expect, test } from '@jest/globals';
import { judges } from '../../../scripts/mutate/tests-of.ts';

const SOURCES = new Map([
  ['src/a/low.ts', ''],
  ['src/a/high.ts', "import { low } from './low.ts';"],
  ['src/b/top.ts', "const { high } = await import('../a/high.ts');"],
  ['src/cli/command.ts', ''],
  ['test/a/low.test.ts', "import { low } from '../../src/a/low.ts';"],
  ['test/a/other.test.ts', "import { high } from '../../src/a/high.ts';"],
  ['test/b/near.test.ts', "import { high } from '../../src/a/high.ts';"],
  ['test/b/far.test.ts', "import { top } from '../../src/b/top.ts';"],
  ['test/c/farther.test.ts', "import { far } from '../support/far.ts';"],
  ['test/support/far.ts', "import { top } from '../../src/b/top.ts';"],
  ['test/cli/start.test.ts', ''],
  ['test/rules/c.test.ts', ''],
  ['src/rules/c/one.ts', ''],
]);

test.each([
  [
    'its mirror, then what is near by imports',
    'src/a/low.ts',
    ['a/low', 'a/other', 'b/near', 'b/far'],
  ],
  [
    'without a mirror the nearest, its folder first',
    'src/a/high.ts',
    ['a/other', 'b/near', 'b/far', 'c/farther'],
  ],
  ['what starts the program, and imports nothing of it', 'src/cli/command.ts', ['cli/start']],
  ['the test of its folder', 'src/rules/c/one.ts', ['rules/c']],
])('a source is judged by %s', (_what, file, tests) => {
  const paths = tests.map((name) => `test/${name}.test.ts`);
  expect(judges(SOURCES, 4)(file)).toEqual(paths);
  expect(judges(SOURCES, 1)(file)).toEqual(paths.slice(0, 1));
});
