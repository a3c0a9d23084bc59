import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { checkedName, loadRootNames } from '../../../src/migration/config/root-names.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const noHeaders = () => Promise.reject(new Error('no header is read'));

function lists(...texts: readonly string[]) {
  const folder = temporaryFolder();
  const files = texts.map((text, at) => {
    const file = join(folder, `list-${at}`);
    writeFileSync(file, text);
    return file;
  });
  return { files, load: () => loadRootNames(folder, files, noHeaders) };
}

test('lists name a function a line, each once, in their order', async () => {
  const { load } = lists(
    '# all of it\nread # the first\n\n  write\t\r\nmain\n',
    'write\na.c:init\nN::f',
  );
  expect(await load()).toEqual(['read', 'write', 'a.c:init', 'N::f']);
});

test('a line that is no name is told with its number and file', async () => {
  const { load, files } = lists('read\n\nread write\n');
  await expect(load()).rejects.toThrow(
    new UsageError(`line 3 of ${files[0]}: "read write" is no name of a function`),
  );
});

test('a file that is not there is told', async () => {
  const gone = join(temporaryFolder(), 'gone');
  await expect(loadRootNames('/', [gone], noHeaders)).rejects.toThrow(
    new UsageError(`${gone} does not exist`),
  );
});

test('a header is one of the sources', async () => {
  const sources = temporaryFolder();
  const header = join(temporaryFolder(), 'api.H');
  writeFileSync(header, 'int f(void);\n');
  await expect(loadRootNames(sources, [header], noHeaders)).rejects.toThrow(
    `the header ${header} is not in ${sources}`,
  );
});

test.each(['f', '_f', '$f', 'f1', 'N::f', 'a.c:f', 'src/a.c:f', 'a.cpp:N::f', 'A::B::c'])(
  '%s is the name of a function',
  (name) => {
    expect(checkedName(name, 'here')).toBe(name);
  },
);

test.each([
  '',
  '1f',
  'f g',
  'f()',
  'f-g',
  ':f',
  'N::',
  '::f',
  'a.c:',
  'a.c:1f',
  'a:f',
  'a.1:f',
  'N::1',
  'a b.c:f',
])('%j is none', (name) => {
  expect(() => checkedName(name, 'here')).toThrow(
    `here: ${JSON.stringify(name)} is no name of a function`,
  );
});
