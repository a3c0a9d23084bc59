import { expect, test } from '@jest/globals';
import { mergedSymbols, sharedNames } from '../../../../src/code/c/ir/symbols.ts';
import { ownIncludedPaths } from '../../../../src/code/flow/project/included-paths.ts';
import { ContestedNames } from '../../../../src/code/flow/project/nearest-names.ts';
import {
  includesOfHeaders,
  ReachedHeaders,
} from '../../../../src/code/flow/project/reached-headers.ts';
import { lower } from '../../../support/c-code.ts';

const FILES: Readonly<Record<string, string>> = {
  'net/types.h':
    '#define MOST 4\nstruct entry { int lens[4]; };\ntypedef long size;\nint same(void);',
  'disk/types.h':
    '#define MOST 8\nstruct entry { char *name; };\ntypedef int size;\nint same(void);',
  'disk/deep/more.h': 'enum { LEVEL = 1 };',
  'both/all.h': '#include "../net/types.h"\n#include "../disk/types.h"\n',
  'print/stub.h': '#define STUB 0',
  'print/all.h': '#include "stub.h"\n',
  'config.h': '#define FORCED 1',
  'win/system.h': '#include "names.h"\n',
  'win/names.h': '#define NAMED other_name',
};

/** What a file sees of the contested names. */
function seenFrom(file: string, text: string) {
  const all = Object.entries(FILES).map(([path, content]) => ({
    file: path,
    names: sharedNames(lower(content).symbols, true),
  }));
  const shared = mergedSymbols(all.map(({ names }) => names));
  const included = Object.entries({ ...FILES, [file]: text }).map(([path, content]) => ({
    file: path,
    included: ownIncludedPaths(content),
  }));
  const headers = new ReachedHeaders(includesOfHeaders(included));
  const symbols = new ContestedNames(all, headers).symbolsFor(file, ownIncludedPaths(text), shared);
  return {
    fields: symbols.record('entry')?.fields.map(({ name }) => name),
    macros: symbols.macrosNamed('MOST').map(({ body }) => body),
    level: symbols.enumerator('LEVEL'),
    stub: symbols.macrosNamed('STUB').map(({ body }) => body),
    forced: symbols.macrosNamed('FORCED').map(({ body }) => body),
    named: symbols.macrosNamed('NAMED').map(({ body }) => body),
    hasFunction: symbols.function('same') !== undefined,
  };
}

test('a name means that of the nearest file', () => {
  expect(seenFrom('net/send.c', '').fields).toEqual(['lens']);
  expect(seenFrom('disk/deep/read.c', '').fields).toEqual(['name']);
  expect(seenFrom('disk/deep/read.c', '').macros).toEqual(['8']);
});

test('an included file comes before a near one', () => {
  const seen = seenFrom('disk/read.c', '#include <stdio.h>\n#include "../net/types.h"\n');
  expect(seen).toMatchObject({ fields: ['lens'], macros: ['4'], level: 1, hasFunction: true });
});

test('where no file is nearer than another, a type is not known', () => {
  const seen = seenFrom('main.c', '#include "types.h"\n');
  expect(seen).toMatchObject({
    fields: undefined,
    macros: ['4', '8'],
    level: 1,
    hasFunction: true,
  });
});

test('of a macro all definitions count that are included, also through other files', () => {
  const seen = seenFrom('net/deep/read.c', '#include "../../both/all.h"\n');
  expect(seen.macros).toEqual(['4', '8']);
  expect(seenFrom('net/deep/read.c', '').macros).toEqual(['4']);
});

test('a macro of a header that others include is none for a file that does not', () => {
  expect(seenFrom('main.c', '#include "both/all.h"\n').stub).toEqual([]);
  expect(seenFrom('main.c', '#include "print/stub.h"\n').stub).toEqual(['0']);
  expect(seenFrom('main.c', '#include "print/all.h"\n').stub).toEqual(['0']);
});

test('it may be one where not all is known of what a file includes', () => {
  expect(seenFrom('main.c', '').stub).toEqual(['0']);
  expect(seenFrom('main.c', '#include "both/all.h"\n#include OPTIONS\n').stub).toEqual(['0']);
  expect(seenFrom('disk/types.h', '#include "../net/types.h"\n').stub).toEqual(['0']);
});

test('what the build puts before each file is seen by all', () => {
  expect(seenFrom('main.c', '#include "both/all.h"\n').forced).toEqual(['1']);
});

test('a macro that other systems include is none here, whatever else is not known', () => {
  const elsewhere =
    '#ifdef _WIN32\n#include "win/system.h"\n#endif\n#include SETTINGS\n#include "config.h"\n';
  expect(seenFrom('main.c', elsewhere).named).toEqual([]);
  expect(seenFrom('main.c', '#include SETTINGS\n#include "config.h"\n').named).toEqual([
    'other_name',
  ]);
  expect(seenFrom('main.c', `${elsewhere}#include "win/names.h"\n`).named).toEqual(['other_name']);
});
