import { expect, test } from '@jest/globals';
import { sourceAddress } from '../../../src/security/report/source-address.ts';

const commit = '5f0c9d1e7a3b2c4d6e8f9a0b1c2d3e4f5a6b7c8d';
const place = { file: 'src/a b#.c', line: 7 };

test.each([
  ['https://github.com/ada/demo.git', `https://github.com/ada/demo/blob/${commit}`],
  ['https://me:secret@github.com/ada/demo', `https://github.com/ada/demo/blob/${commit}`],
  ['git@github.com:ada/demo.git', `https://github.com/ada/demo/blob/${commit}`],
  ['ssh://git@github.com:22/ada/demo.git', `https://github.com/ada/demo/blob/${commit}`],
  ['https://github.example.com:8443/a/b/', `https://github.example.com:8443/a/b/blob/${commit}`],
  ['https://gitlab.com/a/group/b.git', `https://gitlab.com/a/group/b/-/blob/${commit}`],
  ['git@gitlab.example.org:a/b.git', `https://gitlab.example.org/a/b/-/blob/${commit}`],
])('%s', (repository, base) => {
  const address = sourceAddress({ revision: { commit, repository } });
  expect(address(place)).toBe(`${base}/src/a%20b%23.c#L7`);
});

test.each([
  'https://example.com/ada/demo.git',
  'https://notgithub.com/ada/demo.git',
  'git://github.com/ada/demo.git',
  '/home/ada/demo',
])('not for %s', (repository) => {
  expect(sourceAddress({ revision: { commit, repository } })(place)).toBeUndefined();
});

test('from the top of the repository, and not for files that differ from the commit', () => {
  const repository = 'https://github.com/ada/demo.git';
  const revision = { commit, repository, folder: 'lib/x y', modified: ['src/new.c'] };
  const address = sourceAddress({ revision });
  expect(address({ file: 'a.c', line: 1 })).toBe(
    `https://github.com/ada/demo/blob/${commit}/lib/x%20y/a.c#L1`,
  );
  const none = ['src/new.c', '../../../eve/x', 'src/./a.c', 'src//a.c', '/etc/passwd', ''];
  expect(none.filter((file) => address({ file, line: 1 }) !== undefined)).toEqual([]);
});

test('not without a revision or a remote', () => {
  expect(sourceAddress({})(place)).toBeUndefined();
  expect(sourceAddress({ revision: { commit } })(place)).toBeUndefined();
});
