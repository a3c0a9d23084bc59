import { expect, test } from '@jest/globals';
import { progressBar } from '../../../src/cli/output/progress-bar.ts';

function stream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 80, written, write: (text: string) => written.push(text) };
}

test('a terminal gets a bar that is removed at the end', () => {
  const terminal = stream(true);
  const bar = progressBar(terminal, false);
  bar.update(1, 2);
  bar.update(1, 2);
  bar.clear();
  expect(terminal.written).toEqual([
    `\r\u001b[2K${'█'.repeat(15)}${'░'.repeat(15)} 50%  1 of 2 passes over files`,
    '\r\u001b[2K',
  ]);
});

test.each([
  [false, false],
  [true, true],
])('terminal %s, quiet %s: nothing', (isTTY, quiet) => {
  const pipe = stream(isTTY);
  const bar = progressBar(pipe, quiet);
  bar.update(1, 2);
  bar.clear();
  expect(pipe.written).toEqual([]);
});
