import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../../src/errors.ts';
import {
  type BuildOptions,
  NO_BUILD_OPTIONS,
} from '../../../../src/security/scan/build/build-options.ts';
import { loadBuilds } from '../../../../src/security/scan/build/load-builds.ts';
import {
  buildOf,
  NO_BUILDS,
  type TreeBuilds,
} from '../../../../src/security/scan/build/tree-builds.ts';
import { TEXT_LIMITS } from '../../../../src/workspace/files/source-text.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

interface Command {
  readonly file: string;
  readonly flags: readonly string[];
}

function load(
  files: Record<string, string>,
  commands: readonly Command[] | undefined,
  options: Partial<BuildOptions> = {},
  prepare: (root: string) => void = () => undefined,
) {
  const root = temporaryFolder(files);
  prepare(root);
  const list = commands?.map(({ file, flags }) => ({
    ...{ directory: root, file, arguments: ['cc', ...flags, '-c', file] },
  }));
  const written = list === undefined ? {} : { 'compile_commands.json': JSON.stringify(list) };
  const whole = temporaryFolder(written);
  const sources = Object.keys(files).filter((file) => /\.[ch]$/.test(file) && !/^gen/.test(file));
  return loadBuilds(
    { root, files: sources, limits: TEXT_LIMITS, otherRoot: list && whole },
    {
      ...NO_BUILD_OPTIONS,
      ...(list && { compileCommands: [join(whole, 'compile_commands.json')] }),
      ...options,
    },
  );
}

const names = (macros: readonly { name: string; body: string }[] = []) =>
  macros.map(({ name, body }) => `${name}=${body}`);

test('where nothing says how files are compiled, nothing is known', () => {
  expect(load({ 'a.c': '' }, undefined)).toBe(NO_BUILDS);
});

test('units that are compiled alike share what is known of them', () => {
  const files = Array.from({ length: 60 }, (_, at) => `u${at}.c`);
  const sources = Object.fromEntries(files.map((file) => [file, '#include <stdio.h>\n']));
  const builds = load(
    sources,
    files.map((file, at) => ({ file, flags: [`-DPART=${at % 2}`] })),
  );
  expect(builds.units.size).toBe(60);
  // Two of units, and what those share for headers.
  expect(builds.builds).toHaveLength(3);
});

test('a header counts on what all units share; a file without a command on what a person says', () => {
  const builds = load(
    { 'a.c': '', 'b.c': '', 'c.c': '', 'h.h': '' },
    [
      { file: 'a.c', flags: ['-DSAME=1', '-DONE', '-Ix'] },
      { file: 'b.c', flags: ['-DSAME=1', '-DOTHER', '-Iy'] },
    ],
    { define: ['GIVEN'] },
  );
  expect(names(buildOf(builds, 'h.h')?.macros)).toEqual(['SAME=1', 'GIVEN=1']);
  expect(buildOf(builds, 'h.h')).toMatchObject({ isWhole: false, folders: ['x', 'y'] });
  expect(names(buildOf(builds, 'c.c')?.macros)).toEqual(['GIVEN=1']);
  expect(buildOf(builds, 'c.c')?.isWhole).toBe(false);
  expect(buildOf(builds, 'a.c')?.isWhole).toBe(true);
});

describe('what a file includes', () => {
  test('adds what headers define that are there and not scanned, as far as that is certain', () => {
    const builds = load(
      {
        'src/a.c': '#include "b.h"\n',
        'inc/b.h': '#include <gen.h>\n',
        'gen/gen.h':
          '#ifndef GEN_H\n#define GEN_H\n#define ROOM 8\n#if X\n#define MAYBE 1\n#endif\n#endif\n',
      },
      [{ file: 'src/a.c', flags: ['-Iinc', '-Igen', '-DROOM=9'] }],
    );
    const build = buildOf(builds, 'src/a.c');
    expect(names(build?.macros)).toEqual(['GEN_H=', 'ROOM=9']);
    expect(build?.foreign).toEqual(['maybe']);
    expect(build?.isWhole).toBe(true);
  });

  test.each([
    ['a header that is missing', '#include "absent.h"\n', false],
    ['a header that a macro names', '#include WHICH\n', false],
    ['a header of the system', '#include <sys/stat.h>\n#include "stdio.h"\n', true],
    ['a header from elsewhere', '#include <openssl/ssl.h>\n', true],
  ])('leaves open what is defined where it is %s', (_, text, isWhole) => {
    const builds = load({ 'a.c': text }, [{ file: 'a.c', flags: [] }]);
    expect(buildOf(builds, 'a.c')?.isWhole).toBe(isWhole);
  });

  test('leaves the names of a library open', () => {
    const builds = load({ 'a.c': '#include <libxml/tree.h>\n' }, [{ file: 'a.c', flags: [] }]);
    expect(buildOf(builds, 'a.c')?.foreign).toEqual(['libxml', 'tree', 'xml']);
  });

  test('is not looked for where a link leads', () => {
    const outside = temporaryFolder({ 'secret.h': '#define SECRET 1\n' });
    const builds = load(
      { 'a.c': '#include <secret.h>\n' },
      [{ file: 'a.c', flags: ['-Ilink'] }],
      {},
      (root) => symlinkSync(outside, join(root, 'link')),
    );
    expect(names(buildOf(builds, 'a.c')?.macros)).toEqual([]);
  });
});

test.each([
  [{ define: ['1=2'] }, '1=2 defines no macro'],
  [{ undefine: ['a b'] }, 'a b is not the name of a macro'],
  [{ target: 'toaster' }, 'the target toaster is not known'],
])('%j is refused', (options, message) => {
  expect(() => load({ 'a.c': '' }, undefined, options)).toThrow(UsageError);
  expect(() => load({ 'a.c': '' }, undefined, options)).toThrow(message);
});

test('a list that a configuration names and that is not there is left out, and that is said', () => {
  const { notes, units } = load({ 'a.c': '' }, undefined, { compileCommands: ['made/list.json'] });
  expect(units.size).toBe(0);
  expect(notes).toEqual([{ file: 'made/list.json', reason: 'is not there', failed: false }]);
});

test('a list that is a link is left alone, and the one that the build has made counts', () => {
  const list = JSON.stringify([{ directory: '.', file: 'a.c', command: 'cc -DLEVEL=3 -c a.c' }]);
  const load = (root: string) =>
    loadBuilds({ root, files: ['a.c'], limits: TEXT_LIMITS }, NO_BUILD_OPTIONS);
  const built = temporaryFolder({ 'a.c': '', 'build/compile_commands.json': list });
  symlinkSync('build/compile_commands.json', join(built, 'compile_commands.json'));
  expect(names(buildOf(load(built), 'a.c')?.macros)).toEqual(['LEVEL=3']);
  const circular = temporaryFolder({ 'a.c': '' });
  symlinkSync('compile_commands.json', join(circular, 'compile_commands.json'));
  expect(load(circular).notes).toEqual([
    { file: 'compile_commands.json', reason: 'is a link, and was left alone', failed: false },
  ]);
});

describe('a source with several commands', () => {
  test('is told of to others as all of them say, and nothing is known of what only some define', () => {
    const builds = load({ 'a.c': '#ifdef SERVER\n#endif\n', 'b.c': '' }, [
      { file: 'a.c', flags: ['-DSAME', '-DSERVER=1', '-Ix'] },
      { file: 'b.c', flags: ['-DSAME'] },
      { file: 'a.c', flags: ['-DSAME', '-Iy'] },
      { file: 'b.c', flags: ['-DSAME'] },
    ]);
    const ofA = buildOf(builds, 'a.c');
    expect(names(ofA?.macros)).toEqual(['SAME=1']);
    // SERVER is neither defined nor known to be undefined; other names are, as with one command.
    expect(ofA).toMatchObject({ isWhole: true, undefined: [], folders: ['x', 'y'] });
    expect(ofA?.foreign).toEqual(['server']);
    expect(buildOf(builds, 'b.c')?.isWhole).toBe(true);
  });

  const labels = (builds: TreeBuilds, file: string) =>
    builds.configurations.get(file)?.map(({ label }) => label);

  test('has a configuration for each that differs in what it or its headers mention', () => {
    const files = {
      'a.c': '#include "h.h"\nchar name[ROOM];\n',
      'h.h': '#ifdef SERVER\n#endif\n',
      'pic.c': 'int x;\n',
      'alias.c': 'int y = FIRST;\n',
      'check.c': '#include <assert.h>\nvoid f(int x) { assert(x); }\n',
    };
    const builds = load(files, [
      { file: 'a.c', flags: ['-DROOM=4'] },
      { file: 'a.c', flags: ['-DROOM=4', '-DPIC'] },
      { file: 'a.c', flags: ['-DROOM=4', '-DSERVER'] },
      { file: 'a.c', flags: ['-DROOM=64'] },
      { file: 'pic.c', flags: [] },
      { file: 'pic.c', flags: ['-DPIC', '-fPIC'] },
      { file: 'alias.c', flags: ['-DFIRST=SECOND', '-DSECOND=1'] },
      { file: 'alias.c', flags: ['-DFIRST=SECOND', '-DSECOND=2'] },
      { file: 'check.c', flags: [] },
      { file: 'check.c', flags: ['-DNDEBUG'] },
    ]);
    expect(labels(builds, 'a.c')).toEqual(['-D ROOM=4', '-D ROOM=4 -D SERVER', '-D ROOM=64']);
    expect(labels(builds, 'pic.c')).toBeUndefined();
    expect(labels(builds, 'alias.c')).toEqual(['-D SECOND', '-D SECOND=2']);
    expect(labels(builds, 'check.c')).toEqual(['no -D NDEBUG', '-D NDEBUG']);
    expect(builds.description).toContain('for 4 of 4 C and C++ files, 3 of them in several');
  });

  test('has one for each set of headers that its folders lead to, and for each width of pointers', () => {
    const text = '#include "conf.h"\n';
    const files = { 'a.c': text, 'b.c': text, 'x/conf.h': 'int x;\n', 'y/conf.h': 'int y;\n' };
    const builds = load(files, [
      { file: 'a.c', flags: ['-Ix'] },
      { file: 'a.c', flags: ['-Iy'] },
      { file: 'a.c', flags: ['-Iy', '-Inone'] },
      { file: 'b.c', flags: ['-Ix', '-m64'] },
      { file: 'b.c', flags: ['-Ix', '-m32'] },
    ]);
    expect(labels(builds, 'a.c')).toEqual(['-I x', '-I y']);
    expect(labels(builds, 'b.c')).toEqual(['pointers of 64 bits', 'pointers of 32 bits']);
  });

  test('beyond a number of configurations has the others in one, and the report says so', () => {
    const sizes = Array.from({ length: 11 }, (_, at) => at + 1);
    const builds = load(
      { 'a.c': 'char name[ROOM];\n' },
      sizes.map((size) => ({ file: 'a.c', flags: [`-DROOM=${size}`, '-DSAME=2'] })),
    );
    expect(labels(builds, 'a.c')?.slice(6)).toEqual([
      '-D ROOM=7',
      'one of 4 further configurations',
    ]);
    const last = builds.builds[builds.configurations.get('a.c')?.at(-1)?.build ?? -1];
    expect(names(last?.macros)).toEqual(['SAME=2']);
    expect(builds.notes).toEqual([
      {
        file: expect.stringContaining('compile_commands.json'),
        reason: expect.stringMatching(/more than 8 configurations.*: a\.c \(11\)$/),
        failed: false,
      },
    ]);
  });
});

test('of a source that is compiled for two systems, what only one of them defines is open', () => {
  const targets = ['x86_64-w64-mingw32', 'x86_64-linux-gnu'];
  const builds = load(
    { 'a.c': '' },
    targets.map((target) => ({ file: 'a.c', flags: [`--target=${target}`] })),
  );
  const names = new Map(buildOf(builds, 'a.c')?.predefined);
  const shown = ['WIN32', '__linux__', '__x86_64__', '__i386__'].map((name) => names.get(name));
  expect(shown).toEqual(['open', 'open', 'one', 'none']);
});

test('of a target that is not known, all names of machines and systems are open', () => {
  const builds = load({ 'a.c': '' }, [{ file: 'a.c', flags: ['--target=msp430-elf'] }]);
  const meanings = buildOf(builds, 'a.c')?.predefined.map(([, meaning]) => meaning);
  expect(new Set(meanings)).toEqual(new Set(['open']));
});

describe('arguments in a file', () => {
  test('are read where the file is one of the tree, also those that it names in turn', () => {
    const builds = load(
      { 'a.c': '', 'obj/flags.rsp': '-DONE="1 2"\n@more.rsp -Iinc', 'more.rsp': '-DTWO @more.rsp' },
      [{ file: 'a.c', flags: ['@obj/flags.rsp', '-DLAST'] }],
    );
    expect(names(buildOf(builds, 'a.c')?.macros)).toEqual(['ONE=1 2', 'TWO=1', 'LAST=1']);
    expect(buildOf(builds, 'a.c')).toMatchObject({ isWhole: true, folders: ['inc'] });
    expect(builds.notes).toEqual([]);
  });

  test('so are headers that are read first: in the folders with headers, too, or named as not there', () => {
    const files = { 'a.c': '', 'inc/all.def': '#define ALL 1\n' };
    const found = load(files, [
      { file: 'a.c', flags: ['-Iinc', '-include', 'all.def', '-include', 'stdint.h'] },
    ]);
    expect(names(buildOf(found, 'a.c')?.macros)).toEqual(['ALL=1']);
    expect(buildOf(found, 'a.c')?.isWhole).toBe(true);
    expect(found.notes).toEqual([]);

    const lost = load({ 'a.c': '' }, [{ file: 'a.c', flags: ['-include', 'gone.h'] }]);
    expect(buildOf(lost, 'a.c')?.isWhole).toBe(false);
    expect(lost.notes.map(({ reason }) => reason)).toEqual([
      'has headers read first that are not there, so that what they define is not known: gone.h',
    ]);
  });

  test('that are not there leave open what they would define, and are named', () => {
    const { notes, ...builds } = load({ 'a.c': '' }, [
      { file: 'a.c', flags: ['@gone.rsp', '@/etc/passwd'] },
    ]);
    expect(buildOf({ notes, ...builds }, 'a.c')?.isWhole).toBe(false);
    expect(notes.map(({ reason }) => reason)).toEqual([
      'names files with arguments that cannot be read, so that what they define is not known: /etc/passwd, gone.rsp',
      'names paths outside of the tree, which were not looked into: /etc/passwd',
    ]);
  });
});

test('a folder with headers that is none, or outside, is named', () => {
  const builds = load({ 'inc/a.h': '', 'a.c': '' }, undefined, {
    include: ['inc', 'nosuch', 'a.c', '../elsewhere'],
  });
  const is = 'is no folder, so that no header is looked for in it';
  expect(builds.notes.map(({ file, reason }) => `${file} ${reason}`)).toEqual([
    ...[`nosuch ${is}`, `a.c ${is}`],
    '../elsewhere lies outside of what is scanned, so that no header is looked for in it',
  ]);
  const outside = load({ 'a.c': '' }, undefined, { include: ['/usr/include'] });
  expect(outside.description).toBeUndefined();
});
