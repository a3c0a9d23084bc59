import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { lookUpCrate } from '../../../src/workspace/toolchain/crate-registry.ts';
import { crateSources } from '../../../src/workspace/toolchain/crate-sources.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { crateRegistry } from '../../support/crate-registry.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Skipped by name where cargo is missing. */
const withCargo = findProgram('cargo') === undefined ? test.skip : test;

withCargo('a crate that there is has its version', async () => {
  const home = crateRegistry();
  expect(await lookUpCrate('tiny-checksum', home)).toEqual({ kind: 'found', version: '1.2.3' });
});

withCargo('a made-up crate is refused, and so is what is no name', async () => {
  const home = crateRegistry();
  expect(await lookUpCrate('tiny-checksums', home)).toEqual({
    kind: 'refused',
    reason: 'the registry has no crate of that name',
  });
  expect(await lookUpCrate('tiny"\n[x]', home)).toMatchObject({ kind: 'refused' });
  expect(await lookUpCrate('--version', home)).toMatchObject({ kind: 'refused' });
});

withCargo('a registry that cannot be read says nothing about a crate', async () => {
  const settings = '[source.crates-io]\nreplace-with = "x"\n[source.x]\ndirectory = "/nowhere"\n';
  const home = temporaryFolder({ 'config.toml': settings });
  expect(await lookUpCrate('tiny-checksum', home)).toMatchObject({ kind: 'unreachable' });
});

test('a build is told where crates come from, and no secret', () => {
  const home = crateRegistry();
  const { folders, environment, settings } = crateSources(home);
  // That of downloads is there before the first of them, which may come while a sandbox is in use.
  expect(folders).toEqual([join(home, 'registry'), home.replace(/home$/, 'crates')]);
  expect(existsSync(join(home, 'registry'))).toBe(true);
  expect(environment).toEqual({ CARGO_HOME: home });
  expect(settings).toContain('replace-with = "folder"');
  expect(settings).not.toContain('secret');
  expect(crateSources(temporaryFolder()).settings).toBe('');
});
