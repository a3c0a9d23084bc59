import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { UsageError } from '../../../src/errors.ts';
import { mergeReports } from '../../../src/security/merge-reports.ts';
import { runSecurity } from '../../../src/security/pipeline.ts';
import { PRINTERS } from '../../../src/security/printers/printers.ts';
import type { Report } from '../../../src/security/report/report.ts';
import type { SecurityRequest } from '../../../src/security/security-request.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { sarifLog, sarifResult } from '../../support/sarif-log.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';
import { WORD_RULE } from '../scan/fixtures/word-rule.ts';

async function run(path: string, changes: Partial<SecurityRequest> = {}) {
  const warnings: string[] = [];
  const request: SecurityRequest = {
    scan: { path, threads: 0 },
    includeExisting: false,
    minConfidence: 0.4,
    failOn: 'high',
    state: 'none',
    version: '0.1.0',
    ...changes,
  };
  const report = await runSecurity(request, {
    rules: [WORD_RULE],
    grammars: loadGrammars(),
    moreRules: [WORD_RULE],
    threadScript: new URL('../scan/fixtures/word-thread.ts', import.meta.url),
    onWarning: (line) => warnings.push(line),
  });
  return { report, warnings };
}

/** A file outside of the tree with alarms of `lint` on these lines of `a.c`. */
function imported(...lines: readonly number[]): string {
  const results = lines.map((line) => sarifResult('a.c', line, { level: 'error' }));
  const rules = [
    {
      id: 'rule',
      properties: { tags: ['external/cwe/cwe-476'], precision: 'very-high' },
      defaultConfiguration: { level: 'error' as const },
    },
  ];
  const text = sarifLog(results, { tool: { driver: { name: 'Lint', rules } } });
  return join(temporaryFolder({ 'lint.sarif': text }), 'lint.sarif');
}

/** What is said of each imported result: its line, and why it has no other decision. */
function decisions({ imported: all = [] }: Report): string[] {
  return all.map(({ line, reason }) => `${line}: ${reason}`);
}

describe('imported alarms', () => {
  test('stand in the report with their rules, and in its first line', async () => {
    const { report } = await run(temporaryFolder({ 'a.c': 'one\ndefect\n' }), {
      imports: [imported(1)],
    });
    expect(report.verdict).toBe('findings');
    expect(report.notice).toMatch(/Results of other scanners were imported: lint\.$/);
    expect(report.rules.map(({ id }) => id)).toEqual([WORD_RULE.id, 'lint/rule']);
    expect(report.candidates.map(({ gid, pattern, severity }) => [gid, pattern, severity])).toEqual(
      [
        [1, 'lint/rule', 'high'],
        [2, WORD_RULE.id, 'high'],
      ],
    );
  });

  test('are suppressed by a comment and by the suppression file', async () => {
    const folder = temporaryFolder({
      'a.c': 'one; // rustward-ignore: lint/rule checked\ntwo;\n',
      '.rustward/suppressions.json5': "[{ rule: 'lint/rule', file: 'a.c', reason: 'agreed' }]",
    });
    const { report, warnings } = await run(folder, { imports: [imported(1, 2)] });
    expect(report.candidates.map(({ suppression }) => suppression)).toEqual([
      { kind: 'inSource', reason: 'checked' },
      { kind: 'external', reason: 'agreed' },
    ]);
    expect(warnings).toEqual([]);
    expect(report.verdict).toBe('clean');
    expect((await run(folder)).warnings).toEqual([]);
  });

  test.each(['json', 'sarif'] as const)('are known from a baseline in %s', async (format) => {
    const folder = temporaryFolder({ 'a.c': 'one\ntwo\n' });
    const { report: before } = await run(folder, { imports: [imported(1, 2)] });
    addFiles(folder, { 'a.c': 'zero\none\n' });
    const old = temporaryFolder({ old: PRINTERS[format](before) });
    const baseline = join(old, 'old');
    const { report } = await run(folder, {
      imports: [imported(1, 2)],
      baseline,
      includeExisting: true,
    });
    expect(
      report.candidates.map(({ line, baseline: state, cwe, sources }) => [
        line,
        state,
        cwe,
        sources,
      ]),
    ).toEqual([
      [1, 'new', [476], ['lint']],
      [2, 'unchanged', [476], ['lint']],
      [2, 'absent', [476], ['lint']],
    ]);
    // Without that scanner's results, nobody knows what has become of them.
    expect((await run(folder, { baseline })).report.candidates).toEqual([]);
  });

  test('in a review are those that the change concerns', async () => {
    const folder = gitRepository({ 'a.c': 'one\ntwo\n' });
    addFiles(folder, { 'a.c': 'one\nchanged\n' });
    const { report } = await run(folder, { imports: [imported(1, 2)], base: 'main' });
    expect(report.candidates.map(({ line }) => line)).toEqual([2]);
    expect(decisions(report)).toEqual([
      '1: the change does not concern it',
      '2: no model was asked',
    ]);
  });

  test('that are not reported have the reason', async () => {
    const folder = gitRepository({ 'a.c': 'one\ntwo\n', 'b.c': 'one\n' });
    const imports = [imported(1)];
    const weak = await run(folder, { imports, minConfidence: 0.95 });
    expect(decisions(weak.report)).toEqual([
      '1: its confidence, 0.9, is below the least that is reported, 0.95',
    ]);
    const other = await run(folder, { imports, only: ['b.c'] });
    expect(decisions(other.report)).toEqual(['1: this run does not report on its file']);
    addFiles(folder, { 'a.c': 'one\nchanged\n' });
    const all = { imports: [imported(1, 2)], base: 'main', includeExisting: true };
    expect(decisions((await run(folder, all)).report)).toEqual([
      '1: the change does not concern it',
      '2: no model was asked',
    ]);
  });

  test('are each in the report of one shard', async () => {
    const folder = temporaryFolder({ 'a.c': 'one\ntwo\n' });
    const imports = [imported(1, 2)];
    const shards = [1, 2].map((index) => run(folder, { imports, shard: { index, count: 2 } }));
    const parts = await Promise.all(shards);
    const whole = (await run(folder, { imports })).report.imported;
    expect(whole).toHaveLength(2);
    expect(parts.filter(({ report }) => report.imported !== undefined)).toHaveLength(1);
    expect(mergeReports(parts.map(({ report }) => report)).imported).toEqual(whole);
  });

  test('that cannot be read stop the run before the work', async () => {
    const folder = temporaryFolder({ 'a.c': 'throw', 'bad.sarif': '{}' });
    const imports = [join(folder, 'bad.sarif')];
    await expect(run(folder, { imports })).rejects.toThrow(UsageError);
  });
});
