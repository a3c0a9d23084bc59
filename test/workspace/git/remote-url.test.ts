import { expect, test } from '@jest/globals';
import { publicRemoteUrl } from '../../../src/workspace/git/remote-url.ts';

test.each([
  ['https://user:secret@example.org/a/b.git', 'https://example.org/a/b.git'],
  ['https://example.org:8443/a/b?token=secret#x', 'https://example.org:8443/a/b'],
  ['http://user@example.org/a/b.git', 'http://example.org/a/b.git'],
  ['git://example.org/a/b.git', 'git://example.org/a/b.git'],
  ['git@example.org:a/b.git', 'ssh://example.org/a/b.git'],
  ['ssh://git:secret@example.org/a/b.git', 'ssh://example.org/a/b.git'],
  ['/srv/git/b.git', undefined],
  ['file:///srv/git/b.git', undefined],
  ['ext::sh -c evil', undefined],
  ['C:\\b', undefined],
  ['', undefined],
])('%j is shown as %j', (remote, shown) => {
  expect(publicRemoteUrl(remote)).toBe(shown);
});
