import { expect, test } from '@jest/globals';
import { repositoryAddress } from '../../../src/security/report/repository-address.ts';

test.each([
  ['https://example.com/a/b.git', 'https://example.com/a/b.git'],
  ['https://user:token@example.com/a/b?token=1#x', 'https://example.com/a/b'],
  ['git@example.com:a/b.git', 'ssh://example.com/a/b.git'],
  ['first.last@example.com:a/b.git', 'ssh://example.com/a/b.git'],
  ['example.com:a/b.git', 'ssh://example.com/a/b.git'],
  ['ssh://git@example.com:2222/a/b', 'ssh://example.com:2222/a/b'],
  ['/home/me/project', undefined],
  ['../project', undefined],
  ['file:///home/me/project', undefined],
  ['C:\\project', undefined],
  ['', undefined],
])('%j', (remote, address) => {
  expect(repositoryAddress(remote)).toBe(address);
});
