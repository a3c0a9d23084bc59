import { describe, expect, test } from '@jest/globals';
import { platformOf } from '../../../../src/security/scan/build/platform.ts';
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
      defined: [macro('A', '1'), macro('C', '2')],
      undefined: ['B', 'D'],
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

  test.each([
    ['cc -m32', { width: 32, target: undefined }],
    ['clang --target=armv7-linux-gnueabihf', { target: 'armv7-linux-gnueabihf' }],
    ['clang -target x86_64-pc-windows-msvc', { target: 'x86_64-pc-windows-msvc' }],
    ['clang -arch arm64', { target: 'arm64-apple-darwin' }],
    ['clang -isysroot /SDK', { target: 'x86_64-apple-darwin' }],
    ['/usr/bin/arm-linux-gnueabihf-gcc-12', { target: 'arm-linux-gnueabihf' }],
    ['i686-w64-mingw32-g++', { target: 'i686-w64-mingw32' }],
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

  test('is not known by any word', () => {
    expect(platformOf('linux')).toBeUndefined();
    expect(platformOf('pdp11-unix')).toBeUndefined();
  });
});
