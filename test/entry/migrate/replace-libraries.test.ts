import { expect, test } from '@jest/globals';
import { allowCrates } from '../../../src/entry/migrate/replace-libraries.ts';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { crateRegistry } from '../../support/crate-registry.ts';

/** Skipped by name where cargo is missing. */
const withCargo = findProgram('cargo') === undefined ? test.skip : test;

const NAME = 'tiny-checksum';

withCargo(
  'a crate that serves C is allowed in the version that was tried, and no other',
  async () => {
    const home = crateRegistry();
    const allowed = async (version: string, name = NAME) => {
      const serving = () => [{ name, version }];
      return await allowCrates(DEFAULT_CONFIG, home, new AbortController().signal, serving)(NAME);
    };
    expect(await allowed('=1.2.3')).toEqual({ version: '1.2.3' });
    expect(await allowed('=1.2.4')).toHaveProperty('problem');
    expect(await allowed('=1.2.4', 'another')).toEqual({ version: '1.2.3' });
  },
);

test('a crate that the config rules out is not looked up', async () => {
  const config = { ...DEFAULT_CONFIG, disabled_libraries: ['tiny_checksum'] };
  const allow = allowCrates(config, '/nowhere', new AbortController().signal, () => []);
  expect(await allow(NAME)).toEqual({ problem: 'the config of the migration rules it out' });
});
