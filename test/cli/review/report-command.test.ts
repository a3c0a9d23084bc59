import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { rustward } from '../../support/command-line.ts';
import { git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RECORDING = join(import.meta.dirname, '../../fixtures/recordings/archive-reader');
const EXAMPLES = join(import.meta.dirname, '../../../examples');

const reportSchema = z.object({
  candidates: z.array(
    z.object({
      file: z.string(),
      line: z.number(),
      pattern: z.string(),
      severity: z.string(),
      confidence: z.number(),
    }),
  ),
});

function example() {
  const folder = temporaryFolder();
  cpSync(join(EXAMPLES, 'archive-reader'), folder, { recursive: true });
  git(folder, 'init', '--quiet');
  git(folder, 'apply', '--', join(EXAMPLES, 'archive-reader.patch'));
  const home = temporaryFolder();
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    rustward(args, folder, { PATH: process.env['PATH'], HOME: home, ...env });
  return { folder, run };
}

test('it says what an earlier review has found out, and asks nobody', () => {
  const { folder, run } = example();
  const review = run(['review', '.'], { RUSTWARD_REPLAY: RECORDING });
  expect(review.stdout).toMatch(/^Models examined 10 candidates: 4 verified, 6 refuted/);
  const state = () => readFileSync(join(folder, '.rustward/sec/analysis.jsonl'), 'utf8');
  const before = state();
  const report = run(['report', '.']);
  expect(report.stdout).toBe(review.stdout);
  expect(report.status).toBe(1);
  expect(report.stderr).not.toContain('calls');
  expect(state()).toBe(before);
});

test('where no review has been, it is the scan that speaks', () => {
  const { run } = example();
  const { status, stdout } = run(['report', '.', '--fail-on', 'none']);
  expect(stdout).toMatch(
    /^No model was asked \(as asked for\): this is the static scan's own result\./,
  );
  expect(status).toBe(0);
});

test('the scan alone finds both defects that the change of the example brings', () => {
  const { folder, run } = example();
  run(['scan', '.', '--fail-on', 'none', '--format', 'json', '--output', 'report.json']);
  const { candidates } = reportSchema.parse(
    JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')),
  );
  const findings = candidates.filter(({ confidence }) => confidence >= 0.5);
  expect(
    findings.map(({ file, line, pattern, severity }) => `${file}:${line} ${pattern} ${severity}`),
  ).toEqual(['src/archive.c:100 boundary_funcs medium', 'src/filter.c:25 command_exec high']);
});
