import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readSourceText, TEXT_LIMITS } from '../../../src/workspace/files/source-text.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LIMITS = { maxBytes: 100, maxLineBytes: 20 };

function read(content: string | Buffer) {
  return readSourceText(temporaryFolder({ 'a.c': content }), 'a.c', LIMITS);
}

describe('readSourceText', () => {
  test('reads text as it is, a byte order mark kept', () => {
    expect(read('\uFEFFint é;\n')).toEqual({ text: '\uFEFFint é;\n', replaced: false });
    expect(read('')).toEqual({ text: '', replaced: false });
  });

  test('replaces bytes that are not UTF-8, and says so', () => {
    const bytes = Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]);
    expect(read(bytes)).toEqual({ text: '//\uFFFD\n', replaced: true });
  });

  test.each([
    [Buffer.from([0x7f, 0x45, 0, 1]), 'is binary', true],
    [Buffer.alloc(18), 'is binary', true],
    [Buffer.from(`int x;\n${'\0'.repeat(18)}`), 'is binary', true],
    ['x\n'.repeat(51), 'has 102 bytes, more than the 100 that are read', true],
    [`a\n${'b'.repeat(21)}`, 'has a line of more than 20 bytes', true],
  ])('skips %#: %j', (content, reason, failed) => {
    expect(read(content)).toEqual({ skip: { file: 'a.c', reason, failed } });
  });

  test('takes a NUL in a source for a space, as compilers do', () => {
    expect(read('int/*\0*/x;\n')).toEqual({ text: 'int/* */x;\n', replaced: false });
  });

  test('reads UTF-16, with a byte order mark or without', () => {
    const bytes = Buffer.from('int x;\n', 'utf16le');
    expect(read(bytes)).toEqual({ text: 'int x;\n', replaced: false });
    expect(read(Buffer.from(bytes).swap16())).toEqual({ text: 'int x;\n', replaced: false });
    const marked = Buffer.from('\uFEFFint x;', 'utf16le');
    expect(read(marked)).toEqual({ text: '\uFEFFint x;', replaced: false });
  });

  test('half a byte order mark is none', () => {
    for (const first of [0xfe, 0xff]) {
      const bytes = Buffer.from([first, ...Buffer.from('int x;\0\n')]);
      expect(read(bytes)).toEqual({ text: '\uFFFDint x; \n', replaced: true });
    }
  });

  test('a NUL makes any other file a binary', () => {
    const folder = temporaryFolder({ 'a.o': 'a\0b' });
    expect(readSourceText(folder, 'a.o', LIMITS)).toEqual({
      skip: { file: 'a.o', reason: 'is binary', failed: true },
    });
  });

  test('skips what was deleted, replaced by a link, or is no file', () => {
    const folder = temporaryFolder({ 'a.c': '' });
    symlinkSync('a.c', join(folder, 'link.c'));
    const reason = (file: string) => {
      const source = readSourceText(folder, file, TEXT_LIMITS);
      return 'skip' in source ? source.skip.reason : source;
    };
    expect(reason('gone.c')).toBe('was deleted during the scan');
    expect(reason('link.c')).toBe('became a symbolic link during the scan');
    expect(reason('.')).toBe('is not a regular file');
    expect(reason('a.c/b.c')).toContain('cannot be read');
  });
});
