import { describe, expect, test } from '@jest/globals';
import { type CompilerNames, platformOf } from '../../../../src/security/scan/build/platform.ts';
import { macroOfFlag, unitFlags } from '../../../../src/security/scan/build/unit-flags.ts';

const macro = (name: string, body: string, parameters?: string[]) => ({
  ...{ name, body, parameters, guard: '' },
});

describe('flags of a command', () => {
  test('are macros, folders and headers, joined or not; the last word on a macro counts', () => {
    const words =
      'cc -DA -D B=2 -UA -U C -DC=3 -Iinc -I more -isystem sys -iquote own -include first.h -O2 a.c';
    expect(unitFlags(words.split(' '))).toEqual({
      defined: [macro('B', '2'), macro('C', '3')],
      undefined: ['A'],
      folders: ['inc', 'more', 'sys', 'own'],
      forced: ['first.h'],
      target: undefined,
      width: undefined,
      open: [],
      isMicrosoft: false,
      isStandard: false,
    });
  });

  test('are those of the compiler of Microsoft as well, where it is that', () => {
    const words =
      'cl.exe /DA /D B=2 /UC /Iinc /I more -external:Isys /imsvc own /FIfirst.h /O2 /c a.c';
    expect(unitFlags(words.split(' '))).toEqual({
      defined: [macro('A', '1'), macro('B', '2')],
      undefined: ['C'],
      folders: ['inc', 'more', 'sys', 'own'],
      forced: ['first.h'],
      target: 'x86_64-pc-windows-msvc',
      width: undefined,
      open: [],
      isMicrosoft: true,
      isStandard: false,
    });
    expect(unitFlags(['cc', '/DA', '/Iinc'])).toMatchObject({ defined: [], folders: [] });
    expect(unitFlags(['/c:/tools/gcc.exe', '-DA']).target).toBe('x86_64-w64-mingw32');
    expect(unitFlags(['ccache.exe', 'cl.exe', '/DA'])).toMatchObject({
      defined: [macro('A', '1')],
      target: 'x86_64-pc-windows-msvc',
    });
    expect(unitFlags(['clang++.exe']).target).toBe('x86_64-pc-windows-msvc');
  });

  test('longer ways to write them are read as well', () => {
    const words =
      'gcc -Wp,-DA,-UB --define-macro=C=2 --undefine-macro=D --include-directory=inc a.c';
    expect(unitFlags(words.split(' '))).toMatchObject({
      defined: [macro('C', '2'), macro('A', '1')],
      undefined: ['D', 'B'],
      folders: ['inc'],
    });
    expect(unitFlags(['clang-cl', '/DA#2', '/clang:-DB'])).toMatchObject({
      defined: [macro('A', '2'), macro('B', '1')],
    });
  });

  test.each([
    ['/c:/VC/bin/Hostx64/x86/cl.exe', 'x86-pc-windows-msvc'],
    ['C:\\VC\\bin\\HostX64\\ARM64\\cl.exe', 'arm64-pc-windows-msvc'],
    ['/c:/VC/bin/Hostx64/x64/cl.exe', 'x86_64-pc-windows-msvc'],
    ['cl.exe', 'x86_64-pc-windows-msvc'],
    ['C:\\Visual Studio 14.0\\VC\\bin\\cl.exe', 'x86-pc-windows-msvc'],
    ['C:\\Visual Studio 14.0\\VC\\bin\\amd64_x86\\cl.exe', 'x86-pc-windows-msvc'],
    ['C:\\Visual Studio 14.0\\VC\\bin\\amd64\\cl.exe', 'x86_64-pc-windows-msvc'],
    ['C:\\Visual Studio 14.0\\VC\\bin\\x86_amd64\\cl.exe', 'x86_64-pc-windows-msvc'],
    ['C:\\Visual Studio 14.0\\VC\\bin\\x86_arm\\cl.exe', 'arm-pc-windows-msvc'],
    ['C:\\LLVM\\VC\\bin\\clang-cl.exe', 'x86_64-pc-windows-msvc'],
  ])('the machine that %s is for', (compiler, target) => {
    expect(unitFlags([compiler]).target).toBe(target);
  });

  test('all else is left alone', () => {
    const words = [
      'cc',
      '-fplugin=x.so',
      '-Xclang',
      '-load',
      '@more',
      '-o',
      'out',
      '-D',
      '-D1',
      '',
    ];
    expect(unitFlags(words)).toMatchObject({ defined: [], folders: [], forced: [] });
  });

  test('behind all others those count that are handed to the preprocessor', () => {
    const names = (command: string) => {
      const { defined, undefined: not } = unitFlags(command.split(' '));
      return [defined.map(({ name, body }) => `${name}=${body}`), not];
    };
    expect(names('gcc -UA -DA')).toEqual([['A=1'], []]);
    expect(names('gcc -Wp,-UA -DA -Wp,-DB=2 -DB')).toEqual([['B=2'], ['A']]);
    expect(names('gcc -Xpreprocessor -D -Xpreprocessor A=2 -DA=1')).toEqual([['A=2'], []]);
    expect(names('clang -Xclang -DA=2 -DA=1')).toEqual([['A=2'], []]);
    expect(names('gcc --define-macro A --define-macro B --undefine-macro A')).toEqual([
      ...[['B=1'], ['A']],
    ]);
  });

  test('say whether `char` is unsigned', () => {
    expect(unitFlags(['cc', '-funsigned-char']).defined).toEqual([macro('__CHAR_UNSIGNED__', '1')]);
    expect(unitFlags(['cc', '-funsigned-char', '-fsigned-char'])).toMatchObject({
      ...{ defined: [], undefined: ['__CHAR_UNSIGNED__'] },
    });
  });

  const every = ['machine', 'system', 'size'];
  test.each([
    ['cc -O2', []],
    ['clang++-14', []],
    ['musl-gcc', []],
    ['gcc -undef', every],
    ['sdcc -mmcs51', every],
    ['armcc --cpu=Cortex-M3', every],
    ['iccarm.exe', every],
    ['armclang --target=arm-none-eabi', []],
    ['clang -arch arm64', []],
    ['clang -arch arm64 -arch arm64', []],
    ['clang -arch arm64 -arch x86_64', ['machine', 'size']],
  ])('%s leaves open which names the compiler defines: %j', (command, open) => {
    expect(unitFlags(command.split(' ')).open).toEqual(open);
  });

  test('on Windows a compiler without an ending may be for more than one system', () => {
    const target = 'x86_64-w64-mingw32';
    for (const compiler of ['gcc', 'cc', 'clang'])
      expect(unitFlags([compiler], true)).toMatchObject({
        ...{ target, open: ['system', 'size'] },
      });
    expect(unitFlags(['clang', '--target=x86_64-pc-windows-msvc'], true).open).toEqual([]);
    expect(unitFlags(['gcc.exe'], true)).toMatchObject({ target, open: [] });
  });

  test.each([
    ['cc -m32', { width: 32, target: undefined }],
    ['clang --target=armv7-linux-gnueabihf', { target: 'armv7-linux-gnueabihf' }],
    ['clang -target x86_64-pc-windows-msvc', { target: 'x86_64-pc-windows-msvc' }],
    ['clang -arch arm64', { target: 'arm64-apple-darwin' }],
    ['clang -isysroot /SDK', { target: 'x86_64-apple-darwin' }],
    ['/usr/bin/arm-linux-gnueabihf-gcc-12', { target: 'arm-linux-gnueabihf' }],
    ['i686-w64-mingw32-g++', { target: 'i686-w64-mingw32' }],
    ['cc -mx32', { width: 'x32', target: undefined }],
    ['x86_64-w64-mingw32-gcc-posix', { target: 'x86_64-w64-mingw32' }],
    ['x86_64-w64-mingw32-gcc-12-win32', { target: 'x86_64-w64-mingw32' }],
    ['i686-w64-mingw32-g++-posix', { target: 'i686-w64-mingw32' }],
    ['C:\\msys64\\mingw32\\bin\\gcc.exe', { target: 'i686-w64-mingw32' }],
    ['avr-gcc', { target: 'avr' }],
    ['C:\\VC\\cl.exe', { target: 'x86_64-pc-windows-msvc' }],
    ['emcc', { target: 'wasm32-unknown-emscripten' }],
  ])('%s says what is compiled for', (command, expected) => {
    expect(unitFlags(command.split(' '))).toMatchObject(expected);
  });
});

test.each([
  ['NAME', macro('NAME', '1')],
  ['NAME=', macro('NAME', '')],
  ['NAME="a b"', macro('NAME', '"a b"')],
  ['F(x, y)=((x)+(y))', macro('F', '((x)+(y))', ['x', 'y'])],
  ['9=1', undefined],
  ['A B', undefined],
])('-D%s', (text, expected) => {
  expect(macroOfFlag(text)).toEqual(expected);
});

describe('a target', () => {
  test.each([
    ['x86_64-linux-gnu', 64, 64, 32],
    ['aarch64-apple-darwin', 64, 64, 32],
    ['x86_64-linux-gnux32', 32, 32, 32],
    ['i686-linux-gnu', 32, 32, 32],
    ['arm-none-eabi', 32, 32, 32],
    ['x86_64-pc-windows-msvc', 32, 64, 16],
    ['i686-w64-mingw32', 32, 32, 16],
  ])('%s', (name, longBits, pointerBits, wideBits) => {
    expect(platformOf(name)?.dataModel).toEqual({ longBits, pointerBits, wideBits });
  });

  test('defines what its compiler defines, and nothing of other systems', () => {
    const linux = new Map(platformOf('x86_64-linux-gnu')?.predefined);
    const windows = new Map(platformOf('x86_64-pc-windows-msvc')?.predefined);
    expect([linux.get('__linux__'), windows.get('__linux__')]).toEqual(['one', 'none']);
    expect([linux.get('_WIN64'), windows.get('_WIN64')]).toEqual(['none', 'one']);
    expect([linux.get('__GNUC__'), windows.get('_MSC_VER')]).toEqual(['some', 'some']);
    expect([linux.get('__LP64__'), windows.get('__LP64__')]).toEqual(['one', 'none']);
  });

  const how: CompilerNames = { open: [], isMicrosoft: false, isStandard: false };
  const namesOf = (target: string, names?: CompilerNames) =>
    new Map(platformOf(target, names)?.predefined);

  test.each([
    ['i686-linux-gnu', 'one', 'none', 'none'],
    ['x86_64-linux-gnux32', 'one', 'none', 'none'],
    ['x86_64-linux-gnu', 'none', 'one', 'none'],
    ['aarch64-linux-gnu', 'none', 'one', 'one'],
    ['arm64-apple-darwin', 'none', 'one', 'none'],
    ['arm-linux-gnueabihf', 'open', 'none', 'one'],
    ['arm64_32-apple-watchos', 'open', 'none', 'none'],
    ['powerpc64le-linux-gnu', 'none', 'one', 'one'],
    ['mips64-linux-gnuabin32', 'open', 'none', 'none'],
    ['x86_64-w64-mingw32', 'none', 'none', 'none'],
    ['x86_64-pc-windows-msvc', 'none', 'none', 'open'],
  ])('%s says how wide types are, and whether `char` is unsigned', (target, ...expected) => {
    const names = namesOf(target);
    const shown = ['__ILP32__', '__LP64__', '__CHAR_UNSIGNED__'].map((name) => names.get(name));
    expect(shown).toEqual(expected);
  });

  test('names its machine and its width as compilers do', () => {
    expect(namesOf('powerpc64le-linux-gnu').get('__powerpc__')).toBe('one');
    expect(namesOf('x86_64-w64-mingw32').get('WIN64')).toBe('one');
    expect(namesOf('i686-w64-mingw32').get('WIN64')).toBe('none');
    expect(namesOf('x86_64-pc-windows-msvc').get('WIN64')).toBe('none');
    expect(namesOf('x86_64-unknown-netbsd').get('__unix')).toBe('none');
  });

  test('defines WIN32 and the like in the modes of GNU alone', () => {
    const modes = ['-std=gnu11', '-std=c11', '-ansi', '-std=c++17 -std=gnu++17'].map(
      (flags) => unitFlags(`gcc ${flags}`.split(' ')).isStandard,
    );
    expect(modes).toEqual([false, true, true, false]);
    const names = namesOf('x86_64-w64-mingw32', { ...how, isStandard: true });
    expect(['WIN32', 'WIN64', '_WIN32'].map((name) => names.get(name))).toEqual([
      ...['open', 'open', 'one'],
    ]);
    const linux = namesOf('x86_64-linux-gnu', { ...how, isStandard: true });
    expect(linux.get('WIN32')).toBe('none');
  });

  test("leaves names open, and those of machines are not defined by Microsoft's compiler", () => {
    const open = namesOf('x86_64-linux-gnu', { ...how, open: ['machine', 'size'] });
    expect(['__x86_64__', '__LP64__', '__linux__'].map((name) => open.get(name))).toEqual([
      ...['open', 'open', 'one'],
    ]);
    const windows = namesOf('x86_64-pc-windows-msvc', { ...how, isMicrosoft: true });
    expect(['__x86_64__', '_WIN64', '__ILP32__'].map((name) => windows.get(name))).toEqual([
      ...['none', 'one', 'none'],
    ]);
  });

  test('is not known by any word', () => {
    for (const name of [
      'avr',
      'msp430-elf',
      'nvptx64-nvidia-cuda',
      'wasm32-wasi',
      'x86_64-unknown-fuchsia',
    ])
      expect(platformOf(name)).toBeUndefined();
    expect(platformOf('linux')).toBeUndefined();
    expect(platformOf('pdp11-unix')).toBeUndefined();
  });
});
