import { existsSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  DEFAULT_CONFIG,
  loadConfig,
  writeConfig,
} from '../../../src/migration/artifacts/config.ts';
import { type ConfigChange, changeConfig } from '../../../src/migration/config/change-config.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const noHeaders = () => Promise.reject(new Error('no header was named'));

function changed(root: string, change: ConfigChange) {
  return changeConfig(root, loadConfig(root), change, noHeaders);
}

test('an option replaces its entry whole, and leaves the others', async () => {
  const root = temporaryFolder({ 'rust/lib.rs': '', 'c/a.c': '' });
  writeConfig(root, await changed(root, { roots: ['b', 'a', 'b', 'main'], notes: 'be brief' }));
  expect(loadConfig(root)).toEqual({
    ...DEFAULT_CONFIG,
    ...{ root_symbols: ['b', 'a', 'main'], additional_notes: 'be brief' },
  });
  writeConfig(
    root,
    await changed(root, { disabledLibraries: ['z', 'z'], rustInterface: 'rust', sources: 'c' }),
  );
  expect(await changed(root, { roots: ['c'] })).toEqual({
    ...{ root_symbols: ['c'], disabled_libraries: ['z'], additional_notes: 'be brief' },
    ...{ rust_interface: 'rust', root: 'c' },
  });
});

test('the commands of a project are kept as words', async () => {
  const root = temporaryFolder();
  const change = { build: 'make -j4 "all of it"', test: 'make check' };
  expect(await changed(root, change)).toEqual({
    ...DEFAULT_CONFIG,
    ...{ build: ['make', '-j4', 'all of it'], test: ['make', 'check'] },
  });
});

test('a file that somebody edited: comments, and settings of later stages, which stay', async () => {
  const text = "// ours\n{ root_symbols: ['a'], gates: { unsafe_lines: 3 }, }\n";
  const root = temporaryFolder({ '.rustward/c2rust/config.json': text });
  expect(await changed(root, { notes: 'x' })).toMatchObject({
    ...{ root_symbols: ['a'], gates: { unsafe_lines: 3 }, additional_notes: 'x' },
  });
});

test('lists of names: one a line, comments, main and repetitions left out', async () => {
  const list = '# the roots\nfirst\n  second # why\n\nmain\nfirst\r\nspace::name\n';
  const root = temporaryFolder({ 'list.txt': list });
  const { root_symbols } = await changed(root, { files: [join(root, 'list.txt')], roots: ['z'] });
  expect(root_symbols).toEqual(['first', 'second', 'space::name', 'z']);
});

test.each<[string, Record<string, string>, ConfigChange, RegExp]>([
  ['a name', {}, { roots: ['a b'] }, /^a root: "a b" is no name of a function$/],
  [
    'a line',
    { 'l.txt': 'ok\n-rf\n' },
    { files: ['l.txt'] },
    /^line 2 of .*l\.txt: "-rf" is no name/,
  ],
  ['a list', {}, { files: ['gone.txt'] }, /gone\.txt does not exist$/],
  ['a header', {}, { files: ['gone.h'] }, /gone\.h does not exist$/],
  ['a folder', {}, { sources: 'gone' }, /gone/],
  ['a file for a folder', { rust: '' }, { rustInterface: 'rust' }, /^rust is no folder in /],
  ['a folder outside', {}, { sources: '../..' }, /leads upwards/],
  ['a config', { '.rustward/c2rust/config.json': '{' }, {}, /config\.json is not JSON5/],
  [
    'an entry',
    { '.rustward/c2rust/config.json': '{"root_symbols": "a"}' },
    {},
    /config\.json cannot be used: at root_symbols: /,
  ],
])('%s that cannot be used is named', async (_what, files, change, message) => {
  const root = temporaryFolder(files);
  const named = change.files?.map((file) => join(root, file));
  const run = async () => await changed(root, named ? { ...change, files: named } : change);
  await expect(run()).rejects.toThrow(message);
});

test('a link in place of the folder is not followed', () => {
  const outside = temporaryFolder();
  const root = temporaryFolder();
  symlinkSync(outside, join(root, '.rustward'));
  expect(() => writeConfig(root, DEFAULT_CONFIG)).toThrow(/it is not a folder/);
  expect(existsSync(join(outside, 'c2rust'))).toBe(false);
});

withClang('headers', () => {
  const headers = () => Promise.resolve(clangHere());

  test('the functions that a header declares itself, through its macros', async () => {
    const root = realpathSync(
      temporaryFolder({
        'api.h':
          '#include "other.h"\n#define API(n) lib_##n\nint API(one)(int);\nvoid API(two)(void);\nint main(void);\n',
        'other.h': '#include <stdio.h>\nint other(void);\n',
      }),
    );
    const files = [join(root, 'api.h')];
    const { root_symbols } = await changeConfig(root, undefined, { files }, headers);
    expect(root_symbols).toEqual(['lib_one', 'lib_two']);
  });

  test('one that does not compile, or is not among the sources', async () => {
    const root = realpathSync(temporaryFolder({ 'api.h': 'unknown f(int);\n' }));
    const outside = temporaryFolder({ 'x.h': '' });
    const change = (file: string) => changeConfig(root, undefined, { files: [file] }, headers);
    await expect(change(join(root, 'api.h'))).rejects.toThrow(
      /api\.h: it does not compile: .*unknown/,
    );
    await expect(change(join(outside, 'x.h'))).rejects.toThrow(/x\.h is not in /);
  });
});
