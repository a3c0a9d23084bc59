import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { runOf, validate } from '../../support/sarif-validator.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIXTURES = new URL('../../security/import/fixtures/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, FIXTURES), 'utf8');
const SOURCE = fixture('record.c');
const SCANNERS = ['codeql', 'cppcheck', 'gcc', 'semgrep'];

/** A project, and beside it what four scanners wrote about it. */
function project() {
  const root = temporaryFolder({ 'src/record.c': SOURCE });
  const logs = SCANNERS.map((name) => [
    `${name}.sarif`,
    fixture(`${name}.sarif`).replace('/ROOT/', `${root}/`),
  ]);
  const folder = temporaryFolder(Object.fromEntries(logs));
  return { root, files: SCANNERS.map((name) => join(folder, `${name}.sarif`)) };
}

/** The real command line; the state stays where it was. */
function scan(root: string, files: readonly string[], ...options: readonly string[]) {
  const imports = files.flatMap((file) => ['--import-sarif', file]);
  return rustward(['scan', root, '--no-state', '--no-cache', ...imports, ...options]);
}

interface Row {
  readonly line: number;
  readonly pattern: string;
  readonly sources: readonly string[];
}

function rows(json: string): Row[] {
  const report: { candidates: Row[] } = JSON.parse(json);
  return report.candidates.map(({ line, pattern, sources }) => ({ line, pattern, sources }));
}

describe('the results of four scanners', () => {
  test('are merged with ours, the same in any order, and what is left out is counted', () => {
    const { root, files } = project();
    const { stdout, stderr } = scan(root, files, '--format', 'json');
    const found = rows(stdout);
    expect(found).toContainEqual({
      line: 17,
      pattern: 'use_after_free',
      sources: ['codeql', 'cppcheck', 'gcc', 'rustward'],
    });
    expect(found).toContainEqual({
      line: 10,
      pattern: 'unsafe_api',
      sources: ['codeql', 'rustward', 'semgrep'],
    });
    expect(found).toContainEqual({
      line: 22,
      pattern: 'gcc/-Wformat-overflow=',
      sources: ['gcc'],
    });
    expect(stderr).toContain('codeql.sarif: 3 results were imported and 2 left out: 1 suppressed');
    expect(stderr).toContain('gcc.sarif: 2 results were imported and 1 left out: 1 outside');
    expect(stderr).toContain('cppcheck.sarif: 2 results were imported and 1 left out: 1 without');
    expect(stderr).not.toContain('semgrep.sarif');
    expect(scan(root, files.toReversed(), '--format', 'json').stdout).toBe(stdout);
  });

  test('name their scanner in every report', () => {
    const { root, files } = project();
    const all = 'codeql, cppcheck, gcc, rustward';
    expect(scan(root, files).stdout).toContain(`by ${all}`);
    expect(scan(root, files, '--format', 'markdown').stdout).toContain(`found by \`${all}\``);
    expect(scan(root, files, '--format', 'html').stdout).toContain(`<dt>Found by</dt><dd>${all}`);
  });

  test('give SARIF that the validator accepts', () => {
    const { root, files } = project();
    const text = scan(root, files, '--format', 'sarif').stdout;
    expect(validate(text).filter((line) => !line.includes('SARIF2005'))).toEqual([]);
    const { results, tool } = runOf(text);
    const ids = tool.driver.rules?.map(({ id }) => id);
    expect(ids).toContain('gcc/-Wformat-overflow=');
    const merged = results.find(({ ruleId }) => ruleId === 'use_after_free');
    expect(merged?.properties?.['sources']).toEqual(['codeql', 'cppcheck', 'gcc', 'rustward']);
  });

  test('are placed wherever their paths start', () => {
    const { root, files } = project();
    const args = files.flatMap((file) => ['--import-sarif', file]);
    const options = ['--no-state', '--no-cache', '--format', 'json', '--quiet'];
    const { stdout } = rustward(['scan', 'src', ...options, ...args], root);
    expect(rows(stdout)).toContainEqual({
      line: 17,
      pattern: 'use_after_free',
      sources: ['codeql', 'cppcheck', 'gcc', 'rustward'],
    });
  });
});

test('a file that is no SARIF is refused on one line', () => {
  const { root } = project();
  const { status, stdout, stderr } = scan(root, [join(root, 'src/record.c')]);
  expect(stderr).toMatch(/^rustward: cannot import [^\n]*record\.c: it is not JSON\n$/);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

const hasClang = spawnSync('clang', ['--version']).status === 0;

/** Jest names a test that is skipped for want of clang. */
(hasClang ? test : test.skip)('what clang itself writes is merged with ours (needs clang)', () => {
  const { root } = project();
  const file = join(temporaryFolder(), 'clang.sarif');
  const options = ['--analyze', '--analyzer-output', 'sarif', '-o', file, 'src/record.c'];
  expect(spawnSync('clang', options, { cwd: root }).status).toBe(0);
  const { stdout } = scan(root, [file], '--format', 'json');
  expect(rows(stdout)).toContainEqual({
    line: 17,
    pattern: 'use_after_free',
    sources: ['clang', 'rustward'],
  });
});
