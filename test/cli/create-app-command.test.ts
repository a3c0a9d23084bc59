import { expect, test } from '@jest/globals';
import { addCreateAppCommand } from '../../src/cli/create-app-command.ts';
import { commandWith } from '../support/parsed-options.ts';

const URL_OPTION = ['create', '--url', 'https://app.test'];

/** What the command line is refused with before anything is done. */
const given = (...args: string[]) => commandWith(addCreateAppCommand, args);

test.each(['0', '-1', '65536', '80.5', 'http', '', 'NaN', 'Infinity'])('%j is no port', (port) => {
  expect(() => given(...URL_OPTION, `--port=${port}`)).toThrow(/--port.*from 1 to 65535/);
});

test('where GitHub reaches the App must be said', () => {
  expect(() => given('create', '--port', '8080')).toThrow('--url');
});
