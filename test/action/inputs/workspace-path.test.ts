import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { workspacePath } from '../../../action/inputs/workspace-path.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A workspace with a source in a folder, and a folder beside it. */
function workspace(): string {
  const home = temporaryFolder({ 'work/src/a.c': '', 'elsewhere/b.c': '' });
  symlinkSync('src', join(home, 'work/near'));
  symlinkSync(join(home, 'elsewhere'), join(home, 'work/away'));
  symlinkSync('nothing', join(home, 'work/broken'));
  return join(home, 'work');
}

test.each([
  ['.', ''],
  ['./', ''],
  ['src', 'src'],
  ['./src//', 'src'],
  ['src/../src/a.c', 'src/a.c'],
  ['near', 'src'],
  ['near/a.c', 'src/a.c'],
])('%s is %j of the workspace', (value, below) => {
  const root = workspace();
  expect(workspacePath('path', value, root)).toMatchObject({ below, path: join(root, below) });
  expect(workspacePath('path', join(root, value), root).below).toBe(below);
});

test.each([
  ['gone', 'there is nothing of that name'],
  ['broken', 'there is nothing of that name'],
  ['../elsewhere', 'it must lie in the workspace'],
  ['/', 'it must lie in the workspace'],
  ['away', 'a link leads out of the workspace'],
  ['away/b.c', 'a link leads out of the workspace'],
])('%s is refused', (value, why) => {
  expect(() => workspacePath('path', value, workspace())).toThrow(
    `the input path is ${JSON.stringify(value)}: ${why}`,
  );
});
