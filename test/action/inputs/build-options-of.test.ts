import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildOptionsOf } from '../../../action/inputs/build-options-of.ts';
import { UsageError } from '../../../src/errors.ts';
import { NO_BUILD_OPTIONS } from '../../../src/security/scan/build/build-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A workspace with headers and a list of commands, beside a folder that is not of it. */
function workspace(): string {
  const home = temporaryFolder({
    'work/include/a.h': '',
    'work/build/list.json': '[]',
    'work/build/other.json': '{}',
    'elsewhere/b.h': '',
    'elsewhere/list.json': '[]',
  });
  symlinkSync(join(home, 'elsewhere'), join(home, 'work/away'));
  symlinkSync('include', join(home, 'work/near'));
  return join(home, 'work');
}

test('folders and a list in the workspace are taken, links within it too', () => {
  const root = workspace();
  mkdirSync(join(root, '..dots'));
  symlinkSync('build/list.json', join(root, 'list.json'));
  const build = {
    ...NO_BUILD_OPTIONS,
    include: ['include', './near/', '.', '..dots'],
    compileCommands: ['build/list.json'],
  };
  expect(buildOptionsOf(build, root)).toEqual({
    ...build,
    include: [join(root, 'include'), join(root, 'include'), root, join(root, '..dots')],
    compileCommands: [join(root, 'build/list.json')],
  });
  expect(
    buildOptionsOf({ ...NO_BUILD_OPTIONS, compileCommands: ['list.json'] }, root).compileCommands,
  ).toEqual([join(root, 'build/list.json')]);
  expect(buildOptionsOf({ ...NO_BUILD_OPTIONS, compileCommands: ['none'] }, root)).toEqual({
    ...NO_BUILD_OPTIONS,
    compileCommands: ['none'],
  });
});

test('the workspace itself may be reached by a link', () => {
  const root = workspace();
  const link = join(root, '../link');
  symlinkSync(root, link);
  expect(buildOptionsOf({ ...NO_BUILD_OPTIONS, include: ['include'] }, link).include).toEqual([
    join(link, 'include'),
  ]);
});

test.each([
  ['include', 'nosuch', 'there is no such folder'],
  ['include', 'include/a.h', 'it is no folder'],
  ['include', '../elsewhere', 'it must lie in the workspace'],
  ['include', '/etc', 'it must lie in the workspace'],
  ['include', 'away', 'a link leads out of the workspace'],
  ['compile-commands', 'nosuch.json', 'there is no such file'],
  ['compile-commands', 'build', 'it is no list of compile commands'],
  ['compile-commands', 'build/other.json', 'it is no list of compile commands'],
  ['compile-commands', '../elsewhere/list.json', 'it must lie in the workspace'],
  ['compile-commands', 'away/list.json', 'a link leads out of the workspace'],
])('%s: %s is refused', (input, value, why) => {
  const build =
    input === 'include'
      ? { ...NO_BUILD_OPTIONS, include: [value] }
      : { ...NO_BUILD_OPTIONS, compileCommands: [value] };
  expect(() => buildOptionsOf(build, workspace())).toThrow(
    new UsageError(`the input ${input} is ${JSON.stringify(value)}: ${why}`),
  );
});
