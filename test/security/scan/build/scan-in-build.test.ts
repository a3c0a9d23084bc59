import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../../src/rules/index.ts';
import { runSecurity } from '../../../../src/security/pipeline.ts';
import { StoredAnalysisCache } from '../../../../src/security/scan/analysis-cache.ts';
import {
  type BuildOptions,
  NO_BUILD_OPTIONS,
} from '../../../../src/security/scan/build/build-options.ts';
import { scan } from '../../../../src/security/scan/scan.ts';
import type { ScanDeps } from '../../../../src/security/scan/survey-tree.ts';
import { ContentStore } from '../../../../src/workspace/state/content-store.ts';
import { commitAll, git, gitRepository } from '../../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../../support/temporary-folder.ts';

const deps = {
  rules: RULES,
  grammars: loadGrammars(),
  threadScript: new URL('absent.ts', import.meta.url),
};

/** A project with the list that CMake made of it, in another folder. */
function sensors(): string {
  const folder = temporaryFolder();
  cpSync(join(import.meta.dirname, 'fixtures/sensors'), folder, { recursive: true });
  return folder;
}

async function scanned(
  path: string,
  build: Partial<BuildOptions> = {},
  more: Partial<ScanDeps> = {},
) {
  const options = { path, threads: 0, build: { ...NO_BUILD_OPTIONS, ...build } };
  const outcome = await scan(options, { ...deps, ...more });
  return {
    found: outcome.candidates
      .filter(({ confidence }) => confidence >= 0.6)
      .map(({ file, function: fn, pattern }) => `${file} ${fn} ${pattern}`),
    notes: outcome.skips.map(({ file, reason, failed }) => ({ file, reason, failed })),
    description: outcome.builds?.description,
  };
}

describe('a project with the list of commands that CMake made', () => {
  test('is read as it is built: its defines, its generated header, its target', async () => {
    const { found, notes, description } = await scanned(sensors());
    expect(found).toEqual([
      'src/frame.c trace double_free',
      'src/frame.c on_linux out_of_bounds_read',
    ]);
    expect(description).toBe(
      'The build is that of build/compile_commands.json for 2 of 2 C and C++ files (long has 64 bits, a pointer 64).',
    );
    expect(notes).toContainEqual({
      file: 'src/frame.c',
      reason: 'lines 22-25, 29-32 (113 bytes) not part of this build, and not examined',
      failed: false,
    });
  });

  test('is read in all builds where the list is not to count', async () => {
    const { found, description } = await scanned(sensors(), { compileCommands: ['none'] });
    expect(found.filter((one) => one.endsWith('double_free'))).toHaveLength(3);
    expect(description).toBeUndefined();
  });

  test('what a person says goes before the list', async () => {
    const { found, description } = await scanned(sensors(), {
      define: ['FRAME_BYTES=40', 'HAVE_SECURE_ERASE'],
      undefine: ['HAVE_TRACE'],
      target: 'i686-pc-windows-gnu',
    });
    expect(found).toEqual([
      'src/frame.c erase double_free',
      'src/frame.c on_windows double_free',
      'src/queue.cpp first out_of_bounds_write',
    ]);
    expect(description).toContain('-D FRAME_BYTES=40, -D HAVE_SECURE_ERASE, -U HAVE_TRACE');
    expect(description).toContain('long has 32 bits, a pointer 32');
  });

  test('a target makes types as wide as they are there', async () => {
    const { found } = await scanned(sensors(), { target: 'i686-linux-gnu' });
    expect(found).toEqual(['src/frame.c trace double_free']);
  });

  test('what is remembered of one build is not taken for another', async () => {
    const folder = sensors();
    const store = new ContentStore(temporaryFolder(), Date.now());
    const cache: ScanDeps['cache'] = (root, limits, builds) =>
      new StoredAnalysisCache(store, 'engine', root, limits, builds);
    const before = await scanned(folder, {}, { cache });
    expect((await scanned(folder, {}, { cache })).found).toEqual(before.found);
    writeFileSync(
      join(folder, 'build/config.h'),
      '#define HAVE_SECURE_ERASE 1\n/* #undef HAVE_TRACE */\n',
    );
    const after = await scanned(folder, {}, { cache });
    expect(after.found).toContain('src/frame.c erase double_free');
    expect(after.found).not.toContain('src/frame.c trace double_free');
    expect((await scanned(folder, {}, { cache })).found).toEqual(after.found);
  });

  test('without the generated header it is not known what that would define', async () => {
    const folder = sensors();
    rmSync(join(folder, 'build/config.h'));
    const { found } = await scanned(folder);
    expect(found).toContain('src/frame.c trace double_free');
    expect(found).toContain('src/frame.c erase double_free');
    expect(found).not.toContain('src/frame.c on_windows double_free');
  });
});

describe('which definition a name has', () => {
  const FILES = {
    'one/size.h': '#define ROOM 4\n',
    'two/size.h': '#define ROOM 16\n',
    'src/a.c': '#include "size.h"\nint f(void) { int a[8]; a[ROOM] = 1; return a[ROOM]; }\n',
  };

  test('the folders that headers are looked up in decide', async () => {
    const folder = temporaryFolder(FILES);
    expect((await scanned(folder, { include: ['one'] })).found).toEqual([]);
    expect((await scanned(folder, { include: ['two', 'one'] })).found).not.toEqual([]);
  });
});

describe('which of two headers of one name a file sees', () => {
  const USE = 'int f(void) { char room[8]; room[ROOM] = 1; return room[ROOM]; }\n';
  const SIZES = { 'one/size.h': '#define ROOM 4\n', 'two/size.h': '#define ROOM 16\n' };
  /** With `BIG` the first of two headers, else the second. */
  const chosen = (big: string, small: string) =>
    `#ifdef BIG\n#include "${big}"\n#else\n#include "${small}"\n#endif\n`;
  const byMacro = (big: string, small: string) =>
    `#ifdef BIG\n#define H "${big}"\n#else\n#define H "${small}"\n#endif\n#include H\n`;
  const [large, fits] = ['two/size.h', 'one/size.h'];

  test.each<[string, string, Partial<BuildOptions>]>([
    ['an option defines what decides', chosen(large, fits), { define: ['BIG'] }],
    ['an option says that it is not defined', chosen(fits, large), { undefine: ['BIG'] }],
    ['a macro names the header', byMacro(large, fits), { define: ['BIG'] }],
    ['a macro names it in the other branch', byMacro(fits, large), { undefine: ['BIG'] }],
    ['an option names it', '#include H\n', { define: [`H="${large}"`] }],
    [
      'an option goes before a default',
      `#ifndef H\n#define H "${fits}"\n#endif\n#include H\n`,
      { define: [`H="${large}"`] },
    ],
    ['the file decides', `#define BIG\n${chosen(large, fits)}`, {}],
    [
      'the file decides by a number',
      `#define BIG 2\n#if BIG == 1\n#include "${fits}"\n#elif BIG == 2\n#include "${large}"\n#endif\n`,
      {},
    ],
    ['the file decides what a macro names', `#define BIG\n${byMacro(large, fits)}`, {}],
    ['a macro names another one', `#define H I\n#define I "${large}"\n#include H\n`, {}],
  ])('%s', async (_, includes, build) => {
    const found = async (text: string) =>
      (await scanned(temporaryFolder({ ...SIZES, 'a.c': text + USE }), build)).found;
    expect(await found(includes)).toContain('a.c f out_of_bounds_write');
    const turned = includes.replace(/one|two/g, (folder) => (folder === 'one' ? 'two' : 'one'));
    const options = build.define?.map((one) => one.replace('two', 'one')) ?? [];
    const other = await scanned(temporaryFolder({ ...SIZES, 'a.c': turned + USE }), {
      ...build,
      ...(build.define && { define: options }),
    });
    expect(other.found).toEqual([]);
  });

  test.each([
    ['conditions', chosen, '-DBIG', large, fits],
    ['conditions, not set', chosen, '', fits, large],
    ['macros', byMacro, '-DBIG', large, fits],
    ['macros, not set', byMacro, '', fits, large],
  ])('a list of commands decides: %s', async (_, includes, flags, big, small) => {
    const list = [{ directory: '/p', file: 'a.c', command: `cc ${flags} -c a.c` }];
    const found = async (text: string) => {
      const files = { ...SIZES, 'a.c': text + USE, 'compile_commands.json': JSON.stringify(list) };
      return (await scanned(temporaryFolder(files))).found;
    };
    expect(await found(includes(big, small))).toContain('a.c f out_of_bounds_write');
    expect(await found(includes(small, big))).toEqual([]);
  });

  test('types and functions are those of that header, also through another one', async () => {
    const files = {
      'one/part.h': 'struct part { char all[16]; };\nstatic inline int last(void) { return 2; }\n',
      'two/part.h': 'struct part { char all[4]; };\nstatic inline int last(void) { return 9; }\n',
      'common.h': chosen('two/part.h', 'one/part.h'),
      'a.c': '#include "common.h"\nint f(struct part *p) { p->all[10] = 1; return 0; }\n',
      'b.c': `${chosen('two/part.h', 'one/part.h')}int g(void) { char all[8]; all[last()] = 1; return all[0]; }\n`,
    };
    const { found } = await scanned(temporaryFolder(files), { define: ['BIG'] });
    expect(found).toEqual(['a.c f out_of_bounds_write', 'b.c g out_of_bounds_write']);
    const { found: others } = await scanned(temporaryFolder(files), { undefine: ['BIG'] });
    expect(others).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['a header defines what decides', { 'a.c': `#include "all.h"\n${chosen(large, fits)}${USE}` }],
    ['the file decides in a header', { 'a.c': `#define BIG\n#include "common.h"\n${USE}` }],
    [
      'the file decides in a header of a header',
      { 'a.c': `#define BIG\n#include "deep/both.h"\n${USE}` },
    ],
    [
      'a header decides in another one',
      { 'a.c': `#include "all.h"\n#include "deep/both.h"\n${USE}` },
    ],
    [
      'a header has a condition for what decides',
      { 'a.c': `#define MODE 2\n#include "mode.h"\n#include "common.h"\n${USE}` },
    ],
  ])('%s', async (_, files) => {
    const found = async (big: string, small: string) => {
      const headers = {
        'config.h': '#ifndef CONFIG_H\n#define CONFIG_H\n#define BIG 1\n#endif\n',
        'all.h': '#include "config.h"\n',
        'mode.h': '#if MODE == 2\n#define BIG 1\n#endif\n',
        'common.h': `#ifndef COMMON_H\n#define COMMON_H\n${chosen(big, small)}#endif\n`,
        'deep/both.h': '#pragma once\n#include "../common.h"\n',
        // Of one that the tree does not lead to nothing is known for certain.
        'other.c': '#include "common.h"\nint other(void) { return ROOM; }\n',
      };
      const [text = ''] = Object.values(files);
      const own = text.replace(chosen(large, fits), chosen(big, small));
      return (await scanned(temporaryFolder({ ...SIZES, ...headers, 'a.c': own }))).found;
    };
    expect(await found(large, fits)).toContain('a.c f out_of_bounds_write');
    expect(await found(fits, large)).toEqual([]);
  });

  test('each source of a list decides in the headers that they share', async () => {
    const list = ['-DBIG', '-UBIG'].map((flag, at) => {
      const file = ['a.c', 'b.c'][at] ?? '';
      return { directory: '/p', file, command: `cc ${flag} -c ${file}` };
    });
    const files = {
      ...SIZES,
      'compile_commands.json': JSON.stringify(list),
      'common.h': chosen(large, fits),
      'a.c': `#include "common.h"\n${USE}`,
      'b.c': `#include "common.h"\n${USE.replace(' f(', ' g(')}`,
    };
    const { found } = await scanned(temporaryFolder(files));
    expect(found.filter((one) => one.endsWith('write'))).toEqual(['a.c f out_of_bounds_write']);
  });

  test('a list that is included twice includes what it chooses each time', async () => {
    const files = {
      ...SIZES,
      'two/more.h': '#define MORE 16\n',
      'pick.h': '#ifdef FIRST\n#include "one/size.h"\n#else\n#include "two/more.h"\n#endif\n',
      'a.c': `#define FIRST\n#include "pick.h"\n#undef FIRST\n#include "pick.h"\nint f(void) { char room[8]; room[ROOM] = 1; room[MORE] = 1; return 0; }\n`,
    };
    const { found } = await scanned(temporaryFolder(files));
    expect(found).toEqual(['a.c f out_of_bounds_write']);
  });

  test('what was found out before counts only while headers decide alike', async () => {
    const folder = temporaryFolder({
      ...SIZES,
      'config.h': '#define BIG 1\n',
      'common.h': chosen(large, fits),
      'a.c': `#include "config.h"\n#include "common.h"\n${USE}`,
    });
    const store = new ContentStore(temporaryFolder(), Date.now());
    const found = async () => {
      const cache: ScanDeps['cache'] = (root, limits, builds) =>
        new StoredAnalysisCache(store, 'engine', root, limits, builds);
      return (await scanned(folder, {}, { cache })).found;
    };
    expect(await found()).toContain('a.c f out_of_bounds_write');
    writeFileSync(join(folder, 'common.h'), chosen(fits, large));
    expect(await found()).toEqual([]);
    writeFileSync(join(folder, 'config.h'), '#define LITTLE 1\n#undef BIG\n');
    writeFileSync(
      join(folder, 'common.h'),
      `#ifdef LITTLE\n#include "${large}"\n#else\n#include "${fits}"\n#endif\n`,
    );
    expect(await found()).toContain('a.c f out_of_bounds_write');
    writeFileSync(join(folder, 'config.h'), '#define BIG 1\n');
    expect(await found()).toEqual([]);
  });

  test('one that is nowhere is named where the build, or a macro, leads to it', async () => {
    const reasonsOf = async (text: string, build: Partial<BuildOptions> = {}) =>
      (await scanned(temporaryFolder({ 'a.c': `${text}int a;\n`, 'b.c': '' }), build)).notes
        .map(({ reason }) => reason)
        .filter((reason) => reason.includes('is nowhere'));
    const named = [
      'includes "no.h", which is nowhere in what is scanned, so that what it defines is not known',
    ];
    expect(await reasonsOf('#define H "no.h"\n#include H\n')).toEqual(named);
    expect(await reasonsOf('#ifdef BIG\n#include "no.h"\n#endif\n')).toEqual([]);
    const decided = '#ifdef BIG\n#define H "no.h"\n#else\n#define H "b.c"\n#endif\n#include H\n';
    expect(await reasonsOf(decided)).toEqual([]);
    expect(await reasonsOf(decided, { define: ['BIG'] })).toEqual(named);
    expect(await reasonsOf(decided, { undefine: ['BIG'] })).toEqual([]);
  });

  test('the folders decide for what headers include, whatever was found out before', async () => {
    const folder = temporaryFolder({
      ...SIZES,
      'common.h': '#include "size.h"\n',
      'a.c': `#include "common.h"\n${USE}`,
    });
    const store = new ContentStore(temporaryFolder(), Date.now());
    const found = async (include: string[]) =>
      (
        await scanned(
          folder,
          { include },
          {
            cache: (root, limits, builds) =>
              new StoredAnalysisCache(store, 'engine', root, limits, builds),
          },
        )
      ).found;
    expect(await found(['two', 'one'])).toContain('a.c f out_of_bounds_write');
    expect(await found(['one', 'two'])).toEqual([]);
  });
});

describe('a list that is not what it should be', () => {
  const FILES = { 'a.c': '#ifdef A\nint f(void) { int a[2] = {0, 1}; return a[2]; }\n#endif\n' };

  test.each([
    ['{', 'is no list of compile commands, and was left alone'],
    [
      JSON.stringify([{ directory: '/p', file: '/p/a.c', command: 'cc "' }]),
      'has commands that cannot be read, for a.c',
    ],
    [
      JSON.stringify([
        { directory: '/p', file: '/p/a.c', arguments: ['cc', '-DA', '-I/etc', '-I../../q', 'a.c'] },
      ]),
      'names paths outside of the tree, which were not looked into: /etc, /q',
    ],
  ])('%s', async (list, reason) => {
    const { found, notes } = await scanned(
      temporaryFolder({ ...FILES, 'compile_commands.json': list }),
    );
    expect(notes).toContainEqual({ file: 'compile_commands.json', reason, failed: false });
    expect(found).toEqual(['a.c f out_of_bounds_read']);
  });
});

describe('a review', () => {
  const CODE = (body: string) =>
    `#include <stdlib.h>\n#ifdef LEGACY\nvoid g(char *p) { free(p); ${body} }\n#endif\n`;
  const list = (...flags: string[]) =>
    JSON.stringify([{ directory: '/x', file: '/x/a.c', arguments: ['cc', ...flags, '-c', 'a.c'] }]);

  async function introduced(files: Record<string, string>[], strangersChange = false) {
    const [before = {}, after = {}] = files;
    const root = gitRepository(before);
    const base = git(root, 'rev-parse', 'HEAD').trim();
    addFiles(root, after);
    commitAll(root);
    const warnings: string[] = [];
    const report = await runSecurity(
      {
        ...{ scan: { path: root, threads: 0 }, base, includeExisting: false, minConfidence: 0.4 },
        ...{ failOn: 'high', state: 'none', version: '0', strangersChange },
      },
      { ...deps, onWarning: (line) => warnings.push(line) },
    );
    return { found: report.candidates.map(({ pattern }) => pattern), warnings, report };
  }

  test('compares base and head with the list of each', async () => {
    const { found } = await introduced([
      { 'a.c': CODE('free(p);'), 'compile_commands.json': list() },
      { 'compile_commands.json': list('-DLEGACY') },
    ]);
    expect(found).toEqual(['double_free']);
  });

  test('reads the base with the list of the head where it has none', async () => {
    const { found, report } = await introduced([
      { 'a.c': CODE('') },
      { 'a.c': CODE('free(p);'), 'compile_commands.json': list() },
    ]);
    expect(found).toEqual([]);
    expect(report.notice).toContain('compile_commands.json for 1 of 1');
  });

  test("lets no list count that a stranger's change touches", async () => {
    const { found, warnings } = await introduced(
      [
        { 'a.c': CODE(''), 'compile_commands.json': list('-DLEGACY') },
        { 'a.c': CODE('free(p);'), 'compile_commands.json': list() },
      ],
      true,
    );
    expect(found).toEqual(['double_free']);
    expect(warnings.join()).toContain('touches the list of compile commands');
  });
});
