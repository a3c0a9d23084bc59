import { describe, expect, test } from '@jest/globals';
import { asSentence, shortSentence } from '../../../src/github/text/short-text.ts';

describe('as a sentence', () => {
  test.each([
    ['the length is not compared', 'The length is not compared.'],
    ['this points into a temporary string', 'This points into a temporary string.'],
    ['nothing limits the size `n`', 'Nothing limits the size `n`.'],
    ['everybody knows the name', 'Everybody knows the name.'],
    ['its constructor does not set `left_`', 'Its constructor does not set `left_`.'],
    ['input is stored in `text` without a limit', 'Input is stored in `text` without a limit.'],
    ['memory of one type is taken for another', 'Memory of one type is taken for another.'],
    ['argument 2 of `memcpy` is a number', 'Argument 2 of `memcpy` is a number.'],
    ['mode 0666 lets every user write to it', 'Mode 0666 lets every user write to it.'],
    ['bytes are taken for an object here', 'Bytes are taken for an object here.'],
    ['takes `a` while `b` is held', 'Takes `a` while `b` is held.'],
    ['all writes are checked!', 'All writes are checked!'],
  ])('%s: prose has a capital', (text, sentence) => {
    expect(asSentence(text)).toBe(sentence);
  });

  test.each([
    'fgets writes past the end of `line`.',
    'strcpy copies text of any length into `name`.',
    'read returns what is not checked.',
    'draw can write past the end of `line`.',
    'main reaches this through `parse`.',
    'isMark reads past the end.',
    'read_all writes past the end.',
    'memcpy() writes past the end.',
    '`fgets` writes past the end.',
  ])('%s: a name stays as the code has it', (text) => {
    expect(asSentence(text)).toBe(text);
  });

  test('in comments as well', () => {
    expect(shortSentence('fgets writes past the end', 100)).toBe('fgets writes past the end.');
  });
});
