import { describe, expect, test } from '@jest/globals';
import {
  assumedConfig,
  configHeader,
  settingsOf,
} from '../../../src/security/reproduce/config-header.ts';

function made(template: string, name = 'config.h', file = 'config.h.in'): string | undefined {
  return configHeader(name, [file], () => template)?.text;
}

describe('a template of autoconf', () => {
  test.each([
    ['#undef HAVE_UNISTD_H', '#define HAVE_UNISTD_H 1'],
    ['#undef HAVE_SYS_TYPES_H', '#define HAVE_SYS_TYPES_H 1'],
    ['#undef HAVE_WINDOWS_H', '/* #undef HAVE_WINDOWS_H */'],
    ['# undef HAVE_STRDUP', '#define HAVE_STRDUP 1'],
    ['#undef HAVE_LIBZ', '/* #undef HAVE_LIBZ */'],
    // A comment behind it would end the one around it.
    ['#undef HAVE_LIBZ /* zlib */', '/* #undef HAVE_LIBZ /* zlib  */'],
    ['#undef SIZEOF_LONG', '#define SIZEOF_LONG 8'],
    ['#undef PROJ_SIZEOF_UNSIGNED_INT', '#define PROJ_SIZEOF_UNSIGNED_INT 4'],
    ['#define PLAIN 3\r', '#define PLAIN 3'],
  ])('%j becomes %j', (line, filled) => {
    expect(made(`${line}\nint x;`)).toBe(`${filled}\nint x;`);
  });
});

describe('a template of CMake', () => {
  test.each([
    ['#cmakedefine HAVE_STRING_H 1', '#define HAVE_STRING_H 1'],
    ['#cmakedefine PROJ_HAVE_STRING_H', '#define PROJ_HAVE_STRING_H 1'],
    ['#cmakedefine01 HAVE_PNG_H', '#define HAVE_PNG_H 0'],
    ['#cmakedefine01 HAVE_STDIO_H', '#define HAVE_STDIO_H 1'],
    ['#define VERSION "@PROJ_VERSION@"', '#define VERSION "0"'],
    ['#if @WITH_XPATH@', '#if 1'],
    ['#if @WITH_ZLIB@', '#if 0'],
    ['  @INT16_T_CODE@', ''],
    ['#define ICONV_CONST @ICONV_CONST@', '#define ICONV_CONST '],
  ])('%j becomes %j', (line, filled) => {
    expect(made(line, 'opj_config.h', 'src/opj_config.h.cmake.in')).toBe(filled);
  });
});

test('a header has the template of its own folder', () => {
  const files = ['x/config.h.in', 'src/config.h.in'];
  expect(configHeader('src/config.h', files, (file) => file)?.template).toBe('src/config.h.in');
  expect(configHeader('other.h', files, (file) => file)).toBeUndefined();
});

test('without a template, what the sources ask for is assumed', () => {
  const text = '#ifdef HAVE_STRING_H\n#if HAVE_MAGIC && SIZEOF_INT == 4\n';
  expect(assumedConfig('config.h', [text])?.text).toBe(
    '#define HAVE_STRING_H 1\n#define SIZEOF_INT 4\n',
  );
  expect(assumedConfig('version.h', [text])).toBeUndefined();
});

test('what a template leaves to the configure step', () => {
  const text =
    '#undef HAVE_UNISTD_H\n#undef SIGNAL_TYPE\n#cmakedefine01 WITH_PNG\n#define PLAIN 3\n';
  const header = configHeader('config.h', ['config.h.in'], () => text);
  const assumed = assumedConfig('other_config.h', ['HAVE_STRDUP']);
  expect([...settingsOf([header, assumed].flatMap((one) => one ?? []))]).toEqual([
    ['HAVE_UNISTD_H', { value: '1' }],
    ['SIGNAL_TYPE', { value: undefined }],
    ['WITH_PNG', { value: '0' }],
    ['PLAIN', { value: '3' }],
  ]);
});
