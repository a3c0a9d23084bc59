import { describe, expect, test } from '@jest/globals';
import type { ClangFunction } from '../../../src/code/clang/unit.ts';
import {
  isFolderIn,
  mayEndProcess,
  mayPrint,
  mayUseFiles,
} from '../../../src/equivalence/plan/process-effects.ts';
import { clangFunction } from '../../support/clang-function.ts';

/** A function that calls these, and uses these variables. */
function calling(calls: readonly string[], globals: readonly string[] = []): ClangFunction {
  return clangFunction({ calls, globals });
}

describe('what is known of a function by what it calls', () => {
  const names = (is: (reached: readonly ClangFunction[]) => boolean, all: readonly string[]) =>
    all.filter((name) => is([calling([]), calling(['other', name])]));

  test('it prints', () => {
    const printing = ['printf', 'vprintf', 'puts', 'putchar', 'perror', 'err', 'vwarnx', 'getopt'];
    expect(names(mayPrint, printing)).toEqual(printing);
    expect(names(mayPrint, ['sprintf', 'fprintf', 'printf_like', 'my_puts'])).toEqual([]);
    expect(mayPrint([calling([], ['stderr'])])).toBe(true);
    expect(mayPrint([calling([], ['stdin'])])).toBe(false);
  });

  test('it ends the process', () => {
    const ending = ['exit', '_exit', '_Exit', 'abort', 'quick_exit', 'errx', '__assert_fail'];
    expect(names(mayEndProcess, ending)).toEqual(ending);
    expect(names(mayEndProcess, ['atexit', 'exit_code', 'warnx', 'pthread_exit'])).toEqual([]);
  });

  test('it uses files by their names', () => {
    const using = [
      'fopen',
      'open',
      'openat',
      'stat',
      'lstat',
      'unlink',
      'rename',
      'mkstemp',
      'chdir',
    ];
    expect(names(mayUseFiles, using)).toEqual(using);
    expect(names(mayUseFiles, ['read', 'fclose', 'strstr', 'reopen', 'is_open'])).toEqual([]);
  });

  test('a descriptor is one of a folder where files are looked for below it, and it is not read or written', () => {
    const at = [calling(['openat'])];
    expect(isFolderIn(at, 'return openat(dir, name, 0);', 'dir')).toBe(true);
    expect(isFolderIn(at, 'read(fd, b, 1); return openat(dir, name, 0);', 'fd')).toBe(false);
    expect(isFolderIn(at, 'read(fd, b, 1); return openat(dir, name, 0);', 'dir')).toBe(true);
    expect(isFolderIn([calling(['open'])], 'return open(name, 0);', 'dir')).toBe(false);
    expect(isFolderIn([calling(['strcat'])], 'strcat(a, b)', 'dir')).toBe(false);
  });
});
