import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';
import { migratedProject } from '../support/migrated-project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const NAMES = [
  'compilation',
  ...[
    'hardening',
    'interface',
    'library-replacements',
    'link-report',
    'mapping',
    'migration-config',
    'optimize-report',
    'progress',
    'symbol-map',
  ],
  ...['symbols', 'translation-order', 'types'],
];

function checker(name: string): ValidateFunction {
  const schema: unknown = JSON.parse(
    readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8'),
  );
  if (typeof schema !== 'object' || schema === null) throw new Error(`${name} is no schema`);
  return new Ajv({ strictTypes: false }).compile(schema);
}

test('the schemas are what reads the files', () => {
  const folder = temporaryFolder();
  const program = join(root, 'scripts/artifact-schemas.ts');
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder]);
  expect(readdirSync(folder).sort()).toEqual(NAMES.map((name) => `${name}.schema.json`));
  for (const file of readdirSync(folder)) {
    // When this fails: npx node scripts/artifact-schemas.ts
    expect(readFileSync(join(root, 'schemas', file), 'utf8')).toBe(
      readFileSync(join(folder, file), 'utf8'),
    );
  }
});

test('what a migration writes fits them', () => {
  const files = Object.entries(migratedProject());
  const checked: string[] = [];
  const schemaOf = [
    ['symbols', /symbols\.jsonl$/],
    ['translation-order', /translation_order\.jsonl$/],
    ['symbol-map', /symbol_map\/.*\.json$/],
    ['progress', /progress\.json$/],
  ] as const;
  for (const [name, pattern] of schemaOf) {
    const check = checker(name);
    for (const [path, text] of files.filter(([one]) => pattern.test(one))) {
      const values = path.endsWith('l') ? text.trim().split('\n') : [text];
      for (const value of values) {
        expect([path, check(JSON.parse(value)), check.errors]).toEqual([path, true, null]);
        checked.push(name);
      }
    }
  }
  expect(new Set(checked).size).toBe(schemaOf.length);
});

test('they refuse what the program refuses', () => {
  const config = checker('migration-config');
  expect(config({ replace: { min_confidence: 0.9, delay_entries: ['serve'] } })).toBe(true);
  expect(config({ replace: { min_confidence: 2 } })).toBe(false);
  expect(config({ replace: { sure: 0.9 } })).toBe(false);
  const mapping = checker('mapping');
  const result = { ok: '*out', success: 0, errors: [{ error: 'Fault::Empty', return: '0xFF' }] };
  expect(mapping({ c: { n: { role: 'length', of: 'data' } }, result })).toBe(true);
  expect(mapping({ c: { n: { role: 'size' } } })).toBe(false);
});
