import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseInputs } from '../../action/inputs/inputs.ts';
import { cargoWorkflow } from '../../src/github/migrate/gate/cargo-workflow.ts';
import { parseWorkflow } from '../in-memory-github/actions/workflow-file.ts';

const ROOT = join(import.meta.dirname, '../..');
const manifest = z
  .object({ version: z.string(), repository: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const OWN = `${manifest.repository.replace(/^github:/, '')}@v${manifest.version}`;
const OURS = new RegExp(`^${OWN.replaceAll('.', '\\.')}$`);

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const permissionsSchema = z.record(z.string(), z.enum(['read', 'write']));
const stepSchema = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), scalar).optional(),
  with: z.record(z.string(), scalar).default({}),
});
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.unknown(),
  permissions: z.strictObject({}),
  concurrency: z.unknown().optional(),
  defaults: z.unknown().optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      needs: z.string().optional(),
      if: z.string().optional(),
      'runs-on': z.literal('ubuntu-latest'),
      'timeout-minutes': z.int(),
      permissions: permissionsSchema,
      strategy: z.unknown().optional(),
      steps: z.array(stepSchema),
    }),
  ),
});
const metadata = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string() })),
    outputs: z.record(z.string(), z.object({ description: z.string() })),
  })
  .parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')));

/** What our step may want of a job that has it. */
const ALLOWED = ['contents', 'checks', 'pull-requests', 'security-events', 'issues'];

afterEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('INPUT_')) delete process.env[name];
  }
});

/** All but the configuration, which is no workflow. */
const files = globSync('docs/workflows/*.yml', { cwd: ROOT })
  .filter((file) => basename(file) !== 'rustward.yml')
  .sort();

test('there are samples', () => {
  expect(files.map((file) => basename(file))).toEqual([
    ...['cargo.yml', 'fork-safe.yml', 'migrate.yml', 'pull-request.yml', 'scheduled-scan.yml'],
    'sharded.yml',
  ]);
});

describe.each(files)('%s', (file) => {
  const { jobs } = workflowSchema.parse(parse(readFileSync(join(ROOT, file), 'utf8')));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('names actions by a commit, and keeps no credentials', () => {
    const used = steps.flatMap(({ uses, with: given }) => (uses ? [{ uses, given }] : []));
    // The build of a migrated crate is the repository's own, and needs nothing of ours.
    expect(used.some(({ uses }) => OURS.test(uses))).toBe(basename(file) !== 'cargo.yml');
    for (const { uses, given } of used) {
      if (!OURS.test(uses)) expect(uses).toMatch(/^actions\/[a-z-]+@(?!0{40})[0-9a-f]{40}$/);
      if (uses.startsWith('actions/checkout@')) expect(given['persist-credentials']).toBe(false);
    }
  });

  test('runs as it is copied, in a merge queue as well, and at an odd minute', () => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    expect(text).not.toMatch(/OWNER|0{40}|in the place of|example\.org/);
    const { on } = z.object({ on: z.record(z.string(), z.unknown()) }).parse(parse(text));
    expect('merge_group' in on).toBe('pull_request' in on);
    for (const [, minute] of text.matchAll(/cron: (\d+) /g)) expect(Number(minute) % 5).not.toBe(0);
  });

  test('puts nothing of an event into a line of a shell', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  test('gives our step inputs that it knows, and takes', () => {
    for (const { uses = '', with: given } of steps) {
      if (!OURS.test(uses)) continue;
      for (const [name, value] of Object.entries(given)) {
        expect(Object.keys(metadata.inputs)).toContain(name);
        const text = String(value)
          .replace(/^\$\{\{ matrix\.shard \}\}$/, '2/4')
          .replace(/^\$\{\{ inputs\.functions \}\}$/, 'parse, src/a.c:print');
        process.env[`INPUT_${name.toUpperCase()}`] = text;
      }
      process.env['INPUT_TOKEN'] = 'x';
      expect(parseInputs()).toMatchObject({ mode: given['mode'] ?? 'review' });
      for (const name of Object.keys(given)) delete process.env[`INPUT_${name.toUpperCase()}`];
    }
  });

  test('gives jobs no permission that nothing in them uses', () => {
    for (const { permissions, steps: own } of Object.values(jobs)) {
      const ours = own.filter(({ uses = '' }) => OURS.test(uses));
      const comments = ours.some(({ with: given }) => given['comment'] === true);
      const migrates = ours.some(({ with: given }) => given['mode'] === 'migrate');
      const uploads = ours.some(
        ({ with: { mode, shard, 'upload-sarif': upload } }) =>
          mode !== 'migrate' && upload !== 'off' && shard === undefined,
      );
      const writes = Object.keys(permissions).filter((name) => permissions[name] === 'write');
      expect(Object.keys(permissions).filter((name) => !ALLOWED.includes(name))).toEqual([]);
      expect(writes.includes('checks')).toBe(comments);
      expect(writes.includes('pull-requests')).toBe(comments || migrates);
      expect(writes.includes('security-events')).toBe(uploads);
      expect(writes.includes('issues')).toBe(own.some(({ run = '' }) => run.includes('gh issue')));
      const checksOut = own.some(({ uses = '' }) => uses.startsWith('actions/checkout@'));
      const read = checksOut ? 'read' : undefined;
      expect(permissions['contents']).toBe(migrates ? 'write' : read);
    }
  });

  test('lets no failed job hide the one that says so', () => {
    for (const { needs, if: condition } of Object.values(jobs)) {
      if (needs !== undefined) expect(condition).toBe('always()');
    }
  });
});

test('the gate of a migration finds cargo in the sample, which no path can skip', () => {
  const { on, jobs } = parseWorkflow(readFileSync(join(ROOT, 'docs/workflows/cargo.yml'), 'utf8'));
  // A required check whose workflow a filter skips stays pending for ever.
  expect(Object.fromEntries(on)).toEqual({
    ...{ pull_request: null, merge_group: null },
    push: { branches: ['main'] },
  });
  const commands = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => ('run' in step ? [step.run] : [])),
  );
  expect(commands).toEqual(['cargo build --all-targets', 'cargo test']);
});

test('the App tells people of the same workflow', () => {
  const sample = parse(readFileSync(join(ROOT, 'docs/workflows/cargo.yml'), 'utf8'));
  expect(parse(cargoWorkflow('rust', 'main'))).toEqual(sample);
});

test('docs/action.md names every input and output, and no others', () => {
  const text = readFileSync(join(ROOT, 'docs/action.md'), 'utf8');
  const chapter = (title: string) =>
    text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0]?.split('\n') ?? [];
  const named = (title: string) =>
    chapter(title)
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)])
      .map(([, name]) => name);
  expect(named('Inputs').sort()).toEqual(Object.keys(metadata.inputs).sort());
  expect(named('Outputs').sort()).toEqual(Object.keys(metadata.outputs).sort());
});
