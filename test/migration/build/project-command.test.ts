import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { parseProjectCommand } from '../../../src/migration/build/project-command.ts';

test('a command line is taken apart as a shell does, and nothing is expanded', () => {
  expect(parseProjectCommand('--build', 'make "TARGET=a b" $HOME')).toEqual([
    'make',
    'TARGET=a b',
    '$HOME',
  ]);
});

test.each(['', '  ', 'make "x'])('%j names no program', (line) => {
  expect(() => parseProjectCommand('--test', line)).toThrow(UsageError);
});
