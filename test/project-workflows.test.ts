import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();

const workflowSchema = z.object({
  permissions: z.strictObject({}),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.int(),
      environment: z.string().optional(),
      permissions: z.record(z.string(), z.enum(['read', 'write'])),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).default({}),
        }),
      ),
    }),
  ),
});

test('the project has what it teaches: CI and releases', () => {
  expect(files).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml']);
});

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const { jobs } = workflowSchema.parse(parse(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('names actions by a commit, keeps no credentials, and puts nothing into a shell', () => {
    for (const { uses, run = '', with: given } of steps) {
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@(?!0{40})[0-9a-f]{40}$/);
      if (uses?.startsWith('actions/checkout@')) expect(given['persist-credentials']).toBe(false);
      expect(run).not.toContain('${{');
    }
  });

  test('what reads or runs sources writes nothing, and what writes waits for a person', () => {
    for (const { permissions, steps: own, environment } of Object.values(jobs)) {
      const writes = Object.values(permissions).includes('write');
      const hasSources = own.some(({ uses = '' }) => uses.startsWith('actions/checkout@'));
      expect(writes && hasSources).toBe(false);
      expect(environment).toBe(writes ? 'release' : undefined);
    }
  });

  test('names no host of a registry', () => {
    expect(text).not.toMatch(/registry\.|https?:\/\//);
  });
});

test('the documents that people look for are there', () => {
  for (const name of ['SECURITY.md', 'CODE_OF_CONDUCT.md', 'CHANGELOG.md', 'LICENSE']) {
    expect(readFileSync(join(ROOT, name), 'utf8').length).toBeGreaterThan(500);
  }
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT });
  for (const form of forms) expect(parse(readFileSync(join(ROOT, form), 'utf8'))).toBeTruthy();
  expect(forms).toHaveLength(4);
  expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toMatch(/^## \d+\.\d+\.\d+ - /m);
});
