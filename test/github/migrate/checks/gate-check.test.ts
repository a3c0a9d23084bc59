import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { GATE_NAME } from '../../../../src/github/migrate/checks/gate-check.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');

/** Rules of branches name the check: under another name it would hold up every pull request. */
test.each(['migration-ci.md', 'migration-github.md'])('%s names the check as it is', (page) => {
  expect(readFileSync(join(DOCS, page), 'utf8')).toContain(`**${GATE_NAME}**`);
  expect(GATE_NAME).not.toBe('');
});
