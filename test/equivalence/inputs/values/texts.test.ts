import { expect, test } from '@jest/globals';
import { interestingTexts } from '../../../../src/equivalence/inputs/values/texts.ts';

const texts = (characters: readonly number[]) =>
  interestingTexts({ integers: [10n, 4096n, 7n], floats: [], words: [], characters }).map((text) =>
    Buffer.from(text).toString('latin1'),
  );

test('where digits are read, constants are written out, and those beside them', () => {
  const found = texts([0x30, 0x39]);
  for (const number of ['4096', '4097', '4095', '-4096', '10', '11', '9']) {
    expect(found).toContain(number);
  }
});

test('where no digits are read, they are not', () => {
  expect(texts([0x2c])).not.toContain('4096');
});
