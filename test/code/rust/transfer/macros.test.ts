import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTemplate } from '../../../../src/code/rust/transfer/format-template.ts';

test('finds holes, names, traits and escaped braces', () => {
  expect(parseTemplate('{{{}}} {name:?} {0:>8x}')).toEqual({
    text: '{\0} \0 \0',
    holes: [
      { argument: '', spec: '' },
      { argument: 'name', spec: '?' },
      { argument: '0', spec: 'x' },
    ],
  });
});

test('marks each hole once, whatever the text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z{}:?]*$/), (source) => {
      const { text, holes } = parseTemplate(source);
      expect(text.split('\0').length - 1).toBe(holes.length);
    }),
  );
});
