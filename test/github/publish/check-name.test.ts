import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CHECK_NAME } from '../../../src/github/publish/check-name.ts';

test('the check has the name that the documentation tells people to look for', () => {
  expect(readFileSync('docs/install-app.md', 'utf8')).toContain(`**${CHECK_NAME}**`);
  expect(CHECK_NAME).toContain('Rustward');
});
