import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import {
  CONFIGURATION_KEYS,
  DEFAULT_CONFIGURATION,
} from '../../src/github/configuration/configuration.ts';
import { parseConfiguration } from '../../src/github/configuration/parse-configuration.ts';

const root = join(import.meta.dirname, '../..');
const schema = readFileSync(join(root, 'schemas/rustward.schema.json'), 'utf8');
const sample = readFileSync(join(root, 'docs/workflows/rustward.yml'), 'utf8');
const check = new Ajv().compile(JSON.parse(schema));

test('schemas/rustward.schema.json is what reads the file', () => {
  const program = join(root, 'scripts/configuration-schema.ts');
  const args = ['--disable-warning=ExperimentalWarning', program];
  const made = execFileSync(process.execPath, args, { encoding: 'utf8' });
  // When this fails: npx node scripts/configuration-schema.ts > schemas/rustward.schema.json
  expect(schema).toBe(made);
});

test('the sample fits the schema, and says what counts without a file', () => {
  expect([check(parse(sample)), check.errors]).toEqual([true, null]);
  const { origins, ...settings } = parseConfiguration(sample);
  expect(settings).toEqual(DEFAULT_CONFIGURATION);
  expect(origins).toEqual({ failOn: '.github/rustward.yml', failAbove: {} });
  expect(sample).toMatch(
    /^# yaml-language-server: \$schema=\S+\/schemas\/rustward\.schema\.json\n/,
  );
});

test('the sample names every key', () => {
  for (const key of [...CONFIGURATION_KEYS.values()].flat()) {
    expect(sample).toMatch(new RegExp(`^[ #]*${key}:`, 'm'));
  }
});

test('the schema refuses what the program refuses', () => {
  expect(check({ review: { model: 'mine' } })).toBe(false);
  expect(check({ review: { max_comments: 51 } })).toBe(false);
});
