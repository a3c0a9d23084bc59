import { afterEach, expect, test } from '@jest/globals';
import { wantsColour } from '../../../src/cli/output/terminal-text.ts';

const { isTTY } = process.stdout;

afterEach(() => {
  process.stdout.isTTY = isTTY;
});

test.each([
  ['a terminal', true, undefined, true],
  ['a terminal whose user wants none', true, '1', false],
  ['a terminal and an empty variable, which says nothing', true, '', true],
  ['a file', false, undefined, false],
])('colours for %s', (_what, terminal, variable, expected) => {
  process.stdout.isTTY = terminal;
  delete process.env['NO_COLOR'];
  if (variable !== undefined) process.env['NO_COLOR'] = variable;
  expect(wantsColour()).toBe(expected);
});
