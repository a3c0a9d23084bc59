import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { addMemoryPlaces, memoryPlaceOf } from '../../../src/cli/options/memory-place.ts';
import { UsageError } from '../../../src/errors.ts';
import { commandWith } from '../../support/parsed-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOME = temporaryFolder();
const ENV = { HOME, XDG_DATA_HOME: join(HOME, 'share'), RUSTWARD_DATA: join(HOME, 'app') };

const place = (args: readonly string[], path?: string) =>
  memoryPlaceOf(commandWith(addMemoryPlaces, args), ENV, path);

describe('the memory that a command means', () => {
  test('is that of the project in the current folder, sealed', async () => {
    const { folder, key } = await place([]);
    expect(folder).toBe('.');
    expect(key?.length).toBeGreaterThanOrEqual(16);
  });

  test('is that of the project that is named, or of the folder for its state', async () => {
    expect((await place([], 'lib')).folder).toBe('lib');
    const kept = await place(['--state-dir', 'kept'], 'lib');
    expect(kept.folder).toBe('kept');
    expect(kept.key).toEqual((await place([])).key);
  });

  test('is that of the user, where no repository writes', async () => {
    const { folder, key } = await place(['--global']);
    expect([folder, key]).toEqual([join(HOME, 'share/rustward'), undefined]);
  });

  test.each([
    ['--repository', 'repositories'],
    ['--installation', 'installations'],
  ])('is that of %s in the folder of the App', async (option, below) => {
    const { folder, key } = await place([option, '123']);
    expect(folder.endsWith(join(below, '123'))).toBe(true);
    expect([folder.startsWith(HOME), key]).toEqual([true, undefined]);
  });
});

test('two memories at once are refused', async () => {
  const two = [
    ['--global', '--repository=1'],
    ['--installation=2', '--repository=1'],
    ['--state-dir=a', '--global'],
  ];
  for (const args of two) await expect(place(args)).rejects.toThrow(UsageError);
});

test.each(['0', '01', '../1', '1/2', 'ada/demo', '-1', '1'.repeat(17), ''])(
  '%j is no number of GitHub',
  (value) => {
    for (const option of ['--repository', '--installation']) {
      expect(() => commandWith(addMemoryPlaces, [`${option}=${value}`])).toThrow(option);
    }
  },
);
