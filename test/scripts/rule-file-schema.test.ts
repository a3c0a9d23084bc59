import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

test('schemas/rules.schema.json is what reads files of rules', () => {
  const program = join(root, 'scripts/rule-file-schema.ts');
  const args = ['--disable-warning=ExperimentalWarning', program];
  const made = execFileSync(process.execPath, args, { encoding: 'utf8' });
  // When this fails: npx node scripts/rule-file-schema.ts > schemas/rules.schema.json
  expect(readFileSync(join(root, 'schemas/rules.schema.json'), 'utf8')).toBe(made);
});
