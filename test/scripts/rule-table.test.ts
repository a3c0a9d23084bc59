import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

test('docs/rules.md is what the rules say', () => {
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/rule-table.ts')];
  const made = execFileSync(process.execPath, args, { encoding: 'utf8' });
  // When this fails: npx node scripts/rule-table.ts > docs/rules.md
  expect(readFileSync(join(root, 'docs/rules.md'), 'utf8')).toBe(made);
});
