import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_CONFIG, type MigrationConfig } from '../../../src/migration/artifacts/config.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const hasMake = ['make', 'gcc', 'sh'].every((name) => findProgram(name) !== undefined);
const withMake = hasMake ? withClang : describe.skip;

const MAIN = `#include "version.h"
#include <table.h>
#ifndef SIZE
#error SIZE is missing
#endif
int sizes[SIZE];
int version(void) { return VERSION + FIRST; }
`;

/** Each folder is compiled from within, with a header that is made before. */
const PROJECT = {
  'src/main.c': MAIN,
  'src/Makefile':
    'all: main.o\nmain.o: main.c version.h\n\t$(CC) -DSIZE=4 -I. -I../gen -c main.c -o main.o\n' +
    'version.h:\n\techo "#define VERSION 7" > version.h\n',
  Makefile: 'all:\n\tmkdir -p gen\n\techo "#define FIRST 1" > gen/table.h\n\t$(MAKE) -C src\n',
};

async function scan(
  root: string,
  { rebuild = false, ...config }: Partial<MigrationConfig> & { rebuild?: boolean } = {},
) {
  const progress: string[] = [];
  const { problems, rawSymbols } = await scanProject(root, {
    ...clangHere(),
    config: { ...DEFAULT_CONFIG, ...config },
    now: new Date(0),
    rebuild,
    onProgress: (line) => progress.push(line),
  });
  const functions = rawSymbols.flatMap(({ category, name }) =>
    category === 'function' ? [name] : [],
  );
  return { functions, problems, progress };
}

const compilation = (root: string): unknown =>
  JSON.parse(readFileSync(join(root, '.rustward/c2rust/compilation.json'), 'utf8'));

withMake('how files are compiled is learnt from a build', () => {
  test('flags, and headers that the build makes, are kept; the project is left as it was', async () => {
    const root = temporaryFolder(PROJECT);
    const first = await scan(root);
    expect(first).toEqual({
      functions: ['version'],
      problems: [],
      progress: ['building the C, to see how its files are compiled: make -k'],
    });
    const generated = './.rustward/c2rust/generated';
    expect(compilation(root)).toEqual({
      flags: {
        'src/main.c': [
          ...['-iquote', `${generated}/src`, '-DSIZE=4', '-I./src', `-I${generated}/src`],
          ...['-I./gen', `-I${generated}/gen`],
        ],
      },
      headers: ['gen/table.h', 'src/version.h'],
    });
    expect(existsSync(join(root, 'gen'))).toBe(false);
    expect(existsSync(join(root, 'src/version.h'))).toBe(false);

    // It is known now, and a build is not asked again.
    expect(await scan(root)).toEqual({ ...first, progress: [] });
    // A clone in which what the build made was ignored builds once more.
    rmSync(join(root, '.rustward/c2rust/generated'), { recursive: true });
    expect(await scan(root)).toEqual(first);
    // And so does one who asks for it.
    expect(await scan(root, { rebuild: true })).toEqual(first);
  });

  test('a project that compiles without is not built', async () => {
    const root = temporaryFolder({
      'a.c': 'int f(void) { return 1; }\n',
      Makefile: 'all:\n\tfalse\n',
    });
    expect(await scan(root)).toEqual({ functions: ['f'], problems: [], progress: [] });
  });

  test('a configure script is run before make, and its header is found', async () => {
    const root = temporaryFolder({
      'lib/a.c': '#include <config.h>\nint f(void) { return WIDTH; }\n',
      'lib/b.c': '#include "config.h"\n#ifdef HAVE_B\nint g(void) { return 2; }\n#endif\n',
      configure:
        'echo "#define WIDTH 3" > config.h; echo "#define HAVE_B" >> config.h\n' +
        "printf 'all:\\n\\tcc -I. -c lib/b.c\\n\\tfalse\\n' > Makefile\n",
    });
    // No command compiles the first file, and the last one fails: nothing is lost by either.
    expect(await scan(root)).toMatchObject({ functions: ['f', 'g'], problems: [] });
  });

  test('a build that a person has given is run, and what it came to is said where it compiles nothing', async () => {
    const root = temporaryFolder({
      'a.c': '#ifndef TARGET\n#error no target\n#endif\nint f(void) { return TARGET; }\n',
      'b.c': 'int b;\n',
      Makefile: 'all:\n\t@test -n "$(TARGET)" && $(CC) -DTARGET=$(TARGET) -c a.c\n',
    });
    const { functions, problems } = await scan(root);
    expect({ functions, problems }).toEqual({
      functions: [],
      problems: [
        { file: 'a.c', message: expect.stringContaining('error: no target') },
        {
          file: 'compile_commands.json',
          message: expect.stringMatching(
            /^nothing says how the C is compiled; make -k failed with status 2; write a compile_commands/,
          ),
        },
      ],
    });
    expect(await scan(root, { build: ['make', 'TARGET=5'] })).toMatchObject({
      functions: ['f'],
      problems: [],
    });
  });

  test('what a build leaves in the place of its header, or of a call, leads nowhere', async () => {
    const root = temporaryFolder({
      'a.c': '#include "made.h"\nint f(void) { return MADE; }\n',
      'secret.txt': 'secret',
      Makefile:
        'all:\n\techo "#define MADE 1" > made.h\n\t$(CC) -c a.c\n\tln -s /etc/passwd other.h\n' +
        '\tln -s /etc/passwd "$$RUSTWARD_COMMANDS/x"; mkdir -p .git; echo x > .git/made.h\n',
    });
    const { functions, problems } = await scan(root);
    expect({ functions, problems }).toEqual({ functions: ['f'], problems: [] });
    expect(compilation(root)).toMatchObject({ headers: ['made.h'] });
  });

  test('a record that leads out of the project is refused', async () => {
    const root = temporaryFolder({
      'a.c': 'int f(void) { return 1; }\n',
      '.rustward/c2rust/compilation.json': '{"flags": {}, "headers": ["../../../x.h"]}',
    });
    await expect(scan(root)).rejects.toThrow(/compilation\.json/);
  });

  test('flags of a record that could do harm do not reach clang', async () => {
    const flags = { 'a.c': ['-DX=1', '-fplugin=/tmp/x.so', '-I/etc'] };
    const root = temporaryFolder({
      'a.c': 'int f(void) { return X; }\n',
      '.rustward/c2rust/compilation.json': JSON.stringify({ flags }),
    });
    expect(await scan(root)).toMatchObject({ functions: ['f'], problems: [] });
  });
});
