import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { UsageError } from '../../src/errors.ts';
import { parseCandidates } from '../../src/security/candidates/candidates-text.ts';
import { runSecurity } from '../../src/security/pipeline.ts';
import { PRINTERS } from '../../src/security/printers/printers.ts';
import type { SecurityRequest } from '../../src/security/security-request.ts';
import { commitAll, git, gitRepository } from '../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../support/temporary-folder.ts';
import { WORD_RULE } from './scan/fixtures/word-rule.ts';

async function run(path: string, changes: Partial<SecurityRequest> = {}) {
  const warnings: string[] = [];
  const report = await runSecurity(
    {
      scan: { path, threads: 0 },
      includeExisting: false,
      minConfidence: 0.4,
      failOn: 'high',
      state: 'root',
      version: '0.1.0',
      ...changes,
    },
    {
      rules: [WORD_RULE],
      grammars: loadGrammars(),
      moreRules: [WORD_RULE],
      threadScript: new URL('scan/fixtures/word-thread.ts', import.meta.url),
      onWarning: (line) => warnings.push(line),
    },
  );
  return { report, warnings };
}

describe('runSecurity', () => {
  test('leaves the candidates beside the sources, the same bytes each time', async () => {
    const folder = temporaryFolder({ 'b.c': 'defect\n', 'a.c': 'x\ndefect\n' });
    const { report } = await run(folder);
    expect(report).toMatchObject({ verdict: 'findings', mode: 'scan', summary: { total: 2 } });
    expect(report.notice).toContain("No model was asked: this is the static scan's own result.");
    const artifact = join(folder, '.rustward/sec/candidates.jsonl');
    const first = readFileSync(artifact, 'utf8');
    expect(parseCandidates(first).map(({ file, gid }) => [file, gid])).toEqual([
      ['a.c', 1],
      ['b.c', 2],
    ]);
    await run(folder);
    expect(readFileSync(artifact, 'utf8')).toBe(first);
    expect(readdirSync(join(folder, '.rustward/sec'))).toEqual(['.gitignore', 'candidates.jsonl']);
  });

  test('keeps no state where it must not or cannot', async () => {
    const folder = temporaryFolder({ 'a.c': 'defect\n' });
    await run(folder, { state: 'none' });
    await run(join(folder, 'a.c'));
    expect(readdirSync(folder)).toEqual(['a.c']);
    addFiles(folder, { '.rustward': 'a file\n' });
    const { report, warnings } = await run(folder);
    expect(report.summary.total).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/^no state is kept: .*is not a folder$/)]);
    await expect(run(folder, { state: { folder } })).rejects.toThrow(UsageError);
  });

  test('suppressed candidates stay in the report and fail nothing', async () => {
    const folder = temporaryFolder({ 'a.c': 'defect // rustward-ignore: test_rule checked\n' });
    const { report } = await run(folder, { state: 'none' });
    expect(report.verdict).toBe('clean');
    expect(report.candidates[0]?.suppression).toEqual({ kind: 'inSource', reason: 'checked' });
  });

  test("a stranger's change silences nothing of its own", async () => {
    const known = 'defect(); // rustward-ignore: test_rule checked\n';
    const folder = gitRepository({ 'old.c': known, 'a.c': 'int x;\n' });
    addFiles(folder, { 'a.c': `int x;\n${known}`, 'old.c': `${known}int y;\n` });
    const review = { base: 'main', state: 'none' } as const;
    const trusted = await run(folder, review);
    expect(trusted.report.verdict).toBe('clean');
    const { report, warnings } = await run(folder, { ...review, strangersChange: true });
    expect(report.verdict).toBe('findings');
    expect(report.candidates.map(({ file, suppression }) => [file, suppression])).toEqual([
      ['a.c', undefined],
    ]);
    expect(warnings).toEqual([
      'a.c:2: a rustward-ignore that the change itself brings is not believed',
    ]);
    // The reason was given for other code.
    addFiles(folder, { 'old.c': known.replace('()', '(2)') });
    const changed = await run(folder, { ...review, strangersChange: true });
    expect(changed.report.candidates.map(({ file }) => file)).toEqual(['a.c', 'old.c']);
    expect(changed.report.candidates.every((one) => one.suppression === undefined)).toBe(true);
  });

  test('suppressions that the caller brings stand in place of those of the tree', async () => {
    const file = `[{ rule: 'test_rule', reason: 'says the tree' }]`;
    const folder = temporaryFolder({ 'a.c': 'defect\n', '.rustward/suppressions.json5': file });
    const own = await run(folder, { state: 'none' });
    expect(own.report.verdict).toBe('clean');
    const none = await run(folder, { state: 'none', suppressions: [] });
    expect(none.report.verdict).toBe('findings');
    const settled = [{ rule: 'test_rule', file: '/a.c', reason: 'says the base' }];
    const { report } = await run(folder, { state: 'none', suppressions: settled });
    expect(report.candidates[0]?.suppression?.reason).toBe('says the base');
  });

  test('compares with an earlier report, and with a commit', async () => {
    const folder = gitRepository({ 'a.c': 'defect();\n', 'gone.c': 'defect();\n' });
    const { report: before } = await run(folder, { state: 'none' });
    const file = join(temporaryFolder({ 'old.json': PRINTERS.json(before) }), 'old.json');
    git(folder, 'rm', '--quiet', 'gone.c');
    addFiles(folder, { 'a.c': 'int x;\ndefect();\nint y; defect(1);\n' });
    for (const baseline of [file, 'main']) {
      const all = { state: 'none', baseline, includeExisting: true } as const;
      const { report } = await run(folder, all);
      expect(report.known).toEqual({ existing: 1, fixed: 1, included: true });
      expect(report.candidates.map(({ file, line, baseline }) => [file, line, baseline])).toEqual([
        ['a.c', 2, 'unchanged'],
        ['a.c', 3, 'new'],
        ['gone.c', 1, 'absent'],
      ]);
      const { report: fresh } = await run(folder, { state: 'none', baseline });
      expect(fresh.candidates.map(({ line }) => line)).toEqual([3]);
      expect(fresh.known).toEqual({ existing: 1, fixed: 1, included: false });
    }
  });

  test('a review reports changed lines, and says what it compared', async () => {
    const folder = gitRepository({ 'a.c': 'defect();\n', 'b.c': 'defect();\n' });
    git(folder, 'checkout', '--quiet', '-b', 'work');
    addFiles(folder, { 'a.c': 'defect();\ndefect(2);\n', 'new.c': 'defect(3);\n' });
    commitAll(folder);
    const { report } = await run(folder, { base: 'main', state: 'none' });
    expect(report.candidates.map(({ file, line }) => [file, line])).toEqual([
      ['a.c', 2],
      ['new.c', 1],
    ]);
    expect(report.comparison).toEqual({ base: 'main', changed_files: 2, changed_functions: [] });
    expect(report.revision).toEqual({
      commit: git(folder, 'rev-parse', 'HEAD').trim(),
      branch: 'work',
    });
    await expect(run(folder, { base: 'absent' })).rejects.toThrow('git knows no commit "absent"');
  });

  test('a file that failed makes a scan inconclusive, and a review only where it changed', async () => {
    const folder = gitRepository({ 'a.c': 'throw', 'b.c': 'fine\n' });
    addFiles(folder, { 'b.c': 'int fine;\n' });
    expect((await run(folder, { state: 'none' })).report.verdict).toBe('inconclusive');
    const { report } = await run(folder, { state: 'none', base: 'main' });
    expect(report.verdict).toBe('clean');
    addFiles(folder, { 'c.c': 'throw' });
    const { report: second } = await run(folder, { state: 'none', base: 'main' });
    expect(second.verdict).toBe('inconclusive');
  });

  test('a changed source that is left out on purpose is listed', async () => {
    const folder = gitRepository({ 'a.c': 'fine\n', 'vendor/v.c': 'fine\n', 'x.c': 'fine\n' });
    addFiles(folder, { 'vendor/v.c': 'defect\n', 'x.c': 'defect\n', 'notes.txt': 'n\n' });
    const scan = { path: folder, threads: 0, select: { exclude: ['x.c'] } };
    const { report } = await run(folder, { state: 'none', base: 'main', scan });
    expect(report.verdict).toBe('clean');
    expect(report.summary.skipped.map(({ file }) => file)).toEqual([
      'vendor/',
      'vendor/v.c',
      'x.c',
    ]);
  });

  test('what could not be fetched is listed, and counts where the change concerns it', async () => {
    const folder = gitRepository({ 'a.c': 'fine\n', 'gone.c': 'fine\n' });
    addFiles(folder, { 'a.c': 'int fine;\n' });
    const review = { state: 'none', base: 'main' } as const;
    for (const failed of [false, true]) {
      const leftOut = [{ file: 'gone.c', reason: 'is too large', failed }];
      const { report } = await run(folder, { ...review, leftOut });
      expect(report.verdict).toBe(failed ? 'inconclusive' : 'clean');
      expect(report.summary.skipped).toEqual([{ file: 'gone.c', reason: 'is too large' }]);
    }
  });
});
