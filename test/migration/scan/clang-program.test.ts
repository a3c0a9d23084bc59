import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findClang } from '../../../src/migration/scan/clang-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A folder with programs that print these versions. */
function programs(versions: Readonly<Record<string, string>>): string {
  const files = Object.entries(versions).map(([name, version]) => {
    const said = version === '' ? 'exit 1' : `echo "Some clang version ${version} (x)"`;
    return [name, `#!/bin/sh\n${said}\n`] as const;
  });
  const folder = temporaryFolder(Object.fromEntries(files));
  for (const [name] of files) chmodSync(join(folder, name), 0o755);
  return folder;
}

test('clang, or the newest of its versions, or what CLANG names', async () => {
  const PATH = programs({ clang: '17.0.6', 'clang-21': '21.1.0', 'clang-14': '14.0.6' });
  expect(await findClang({ PATH })).toMatchObject({
    program: join(PATH, 'clang'),
    version: '17.0.6',
  });
  expect(await findClang({ PATH, CLANG: 'clang-14' })).toMatchObject({ version: '14.0.6' });
  expect(await findClang({ PATH: '/nowhere', CLANG: join(PATH, 'clang-21') })).toMatchObject({
    version: '21.1.0',
  });
  const numbered = programs({ clang: '22.1.0', 'clang-15': '15.0.7', 'clang-18': '18.1.8' });
  expect(await findClang({ PATH: numbered })).toMatchObject({ version: '18.1.8' });
});

test.each([
  [{}, /there is no clang.*install clang 14 to 21.*sudo apt-get install clang/],
  [{ clang: '13.0.1' }, /clang is version 13\.0\.1.*install clang 14 to 21/],
  [{ clang: '' }, /clang does not work: .*install clang 14 to 21/],
])('programs %j: says what is wrong and what to do', async (versions, message) => {
  const PATH = programs(versions);
  await expect(findClang({ PATH })).rejects.toThrow(message);
});

test('CLANG names what is not there', async () => {
  const PATH = programs({ clang: '17.0.6' });
  await expect(findClang({ PATH, CLANG: 'clang-19' })).rejects.toThrow(/CLANG names clang-19/);
});
