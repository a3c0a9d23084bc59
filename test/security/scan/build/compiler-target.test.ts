import { expect, test } from '@jest/globals';
import {
  compilerOf,
  isNative,
  isOfMicrosoft,
  takesMicrosoftOptions,
  targetOfCompiler,
} from '../../../../src/security/scan/build/compiler-target.ts';

test.each([
  [['gcc', '-c', 'a.c'], 'gcc'],
  [['ccache', '/usr/bin/clang', '-c'], '/usr/bin/clang'],
  [['distcc', 'ccache.exe', 'arm-none-eabi-gcc'], 'arm-none-eabi-gcc'],
  [['/opt/sccache', 'cc'], 'cc'],
  [[], ''],
])('%j runs the compiler %s', (command, compiler) => {
  expect(compilerOf(command)).toBe(compiler);
});

/** What it makes programs for; undefined for the machine itself, or where nothing tells. */
test.each([
  ['gcc', undefined],
  ['/usr/bin/g++-12', undefined],
  ['clang++-18.1', undefined],
  ['musl-gcc', undefined],
  ['mpicc', undefined],
  ['icpx', undefined],
  ['c99', undefined],
  ['afl-clang', undefined],
  ['gcc-mp-12', undefined],
  ['arm-linux-gnueabihf-gcc', 'arm-linux-gnueabihf'],
  ['/opt/bin/arm-linux-gnueabihf-gcc-12', 'arm-linux-gnueabihf'],
  ['aarch64-linux-gnu-g++', 'aarch64-linux-gnu'],
  ['arm-none-eabi-gcc.exe', 'arm-none-eabi'],
  ['x86_64-w64-mingw32-gcc-posix', 'x86_64-w64-mingw32'],
  ['i686-w64-mingw32-g++-12-win32.exe', 'i686-w64-mingw32'],
  ['riscv64-unknown-elf-clang', 'riscv64-unknown-elf'],
  ['emcc', 'wasm32-unknown-emscripten'],
  ['em++.bat', 'wasm32-unknown-emscripten'],
  ['gcc.exe', 'x86_64-w64-mingw32'],
  ['C:\\msys64\\mingw32\\bin\\gcc.exe', 'i686-w64-mingw32'],
  ['C:/msys64/ucrt64/bin/g++.exe', 'x86_64-w64-mingw32'],
  ['clang.exe', 'x86_64-pc-windows-msvc'],
  ['clang-cl.exe', 'x86_64-pc-windows-msvc'],
  ['cl', 'x86_64-pc-windows-msvc'],
  ['C:\\VS\\VC\\Tools\\MSVC\\14.3\\bin\\Hostx64\\x86\\cl.exe', 'x86-pc-windows-msvc'],
  ['C:\\VS\\VC\\Tools\\MSVC\\14.3\\bin\\Hostx64\\x64\\cl.exe', 'x86_64-pc-windows-msvc'],
  ['C:\\VS\\VC\\Tools\\MSVC\\14.3\\bin\\Hostx64\\ARM64\\cl.exe', 'arm64-pc-windows-msvc'],
  ['C:\\VS\\VC\\bin\\amd64_arm\\cl.exe', 'arm-pc-windows-msvc'],
  ['C:\\VS\\VC\\bin\\cl.exe', 'x86-pc-windows-msvc'],
  ['ld', undefined],
  ['my-tool', undefined],
])('%s is for %s', (compiler, target) => {
  expect(targetOfCompiler(compiler)).toBe(target);
});

test('what is named plainly is for the machine that it runs on', () => {
  const names = ['gcc', '/usr/bin/CC', 'c++', 'tcc', 'nvcc', 'arm-linux-gnueabihf-gcc', 'clang-cl'];
  expect(names.filter(isNative)).toEqual(['gcc', '/usr/bin/CC', 'c++', 'tcc', 'nvcc']);
});

test('of the compilers that take the options of Microsoft, one is of Microsoft', () => {
  const names = ['cl', 'C:\\bin\\CL.EXE', 'clang-cl', 'clang', 'tcl', 'clang-cl-18'];
  expect(names.filter(takesMicrosoftOptions)).toEqual(['cl', 'C:\\bin\\CL.EXE', 'clang-cl']);
  expect(names.filter(isOfMicrosoft)).toEqual(['cl', 'C:\\bin\\CL.EXE']);
});
