import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findSettings } from '../../../src/cli/options/repository-settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The patterns that hold for a folder of a repository whose settings leave out these. */
async function excluded(patterns: readonly string[], folder: string): Promise<readonly string[]> {
  const root = temporaryFolder({
    '.github/rustward.yml': `review:\n  exclude: ${JSON.stringify(patterns)}\n`,
    'src/lib/a.c': '',
  });
  mkdirSync(join(root, '.git'));
  return (await findSettings(join(root, folder), undefined)).exclude;
}

test.each([
  // Without a slash but at its end, a pattern holds at every depth.
  ['*.gen.c', 'src', ['*.gen.c']],
  ['build/', 'src/lib', ['build/']],
  ['!kept/', 'src', ['!kept/']],
  ['**/old/*.c', 'src', ['**/old/*.c']],
  ['src/gen/', '', ['src/gen/']],
  // With one it is about the root.
  ['src/gen/', 'src', ['/gen/']],
  ['/src/lib/*.c', 'src/lib', ['/*.c']],
  ['!src/lib/a.c', 'src/lib', ['!/a.c']],
  ['other/gen/', 'src', []],
  ['src/**/*.gen.c', 'src/lib', ['**/*.gen.c']],
  ['!/src/**/a.c', 'src', ['!**/a.c']],
])('%s of the repository, where %j is examined: %j', async (pattern, folder, expected) => {
  expect(await excluded([pattern], folder)).toEqual(expected);
});

test('a file with the other ending is named as one that does not count', async () => {
  const text = 'review: { fail_on: none }\n';
  const root = temporaryFolder({ '.git/HEAD': '', '.github/rustward.yaml': text });
  const { configuration, warnings } = await findSettings(root, undefined);
  expect(configuration.review.fail_on).toBe('high');
  expect(warnings).toEqual([
    '.github/rustward.yaml is not read: the file that counts is .github/rustward.yml',
  ]);
});
