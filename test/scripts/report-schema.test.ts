import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { toJson } from '../../src/security/printers/json.ts';
import { reportSchema } from '../../src/security/report/report-schema.ts';
import { exampleReport } from '../security/printers/example-report.ts';
import { examinedReport } from '../security/printers/triaged-report.ts';

const root = join(import.meta.dirname, '../..');
const schema = readFileSync(join(root, 'schemas/report.schema.json'), 'utf8');
const check = new Ajv().compile(JSON.parse(schema));

test('schemas/report.schema.json is what reads a report', () => {
  const program = join(root, 'scripts/report-schema.ts');
  const args = ['--disable-warning=ExperimentalWarning', program];
  const made = execFileSync(process.execPath, args, { encoding: 'utf8' });
  // When this fails: npx node scripts/report-schema.ts > schemas/report.schema.json
  expect(schema).toBe(made);
});

describe('the schema', () => {
  test.each([
    ['of a scan', exampleReport],
    ['that models have examined', examinedReport],
  ])('takes a report %s', (_name, report) => {
    expect([check(JSON.parse(toJson(report))), check.errors]).toEqual([true, null]);
  });

  test.each([
    ['without a verdict', { verdict: undefined }],
    ['of another mode', { mode: 'guess' }],
    ['whose candidate has no place', { candidates: [{ id: 'C000001' }] }],
  ])('refuses one %s', (_name, change) => {
    const report = { ...JSON.parse(toJson(exampleReport)), ...change };
    expect(check(JSON.parse(JSON.stringify(report)))).toBe(false);
  });
});

test('docs/json-report.md names every key', () => {
  const page = readFileSync(join(root, 'docs/json-report.md'), 'utf8');
  const { summary, candidates, rules } = reportSchema.shape;
  const keys = [reportSchema, summary, candidates.element, rules.element].flatMap((part) =>
    Object.keys(part.shape),
  );
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});
