import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { publicationPlanOf } from '../../src/github/publication-plan/publication-plan-of.ts';
import { commentBody } from '../../src/github/publish/review-text.ts';
import { fixedLines, fixSentence } from '../../src/security/report/fix-sentence.ts';
import type { Report } from '../../src/security/report/report.ts';
import { withFixes } from '../../src/security/with-fixes.ts';
import { rustward } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { candidate, reportOf } from './printers/example-report.ts';

const FORMATS = ['json', 'markdown', 'html', 'sarif', 'text'] as const;
const grammars = loadGrammars();

/** A report with findings of `scanf_no_width` in line 4 of a file. */
function found(more: object = {}): Report {
  const one = { gid: 1, id: 'C000001', pattern: 'scanf_no_width', file: 'a.c', line: 4, column: 3 };
  return reportOf([candidate({ ...one, ...more })]);
}

async function fixIn(
  text: string | Buffer,
  more: object = {},
  others: Readonly<Record<string, string>> = {},
) {
  const root = temporaryFolder({ 'a.c': text, ...others });
  const files = ['a.c', ...Object.keys(others)];
  const { candidates } = await withFixes(found(more), { root, files }, grammars);
  return candidates[0]?.fix;
}

const READS = '#include <stdio.h>\nvoid f(void) {\n  char word[8];\n  scanf("%s", word);\n}\n';
const FIX = {
  title: 'Read no more than fits, by a width',
  start_line: 4,
  end_line: 4,
  replacement: '  scanf("%7s", word);',
};

test('a fix in two places is shown as these, without the lines between them', async () => {
  const text = '#include <string.h>\nvoid f(const char *s) {\n  char a[8];\n\n  strcpy(a, s);\n}\n';
  const fix = await fixIn(text, { pattern: 'unsafe_api', line: 5 });
  if (fix === undefined) throw new Error('there is no fix');
  expect(fix.pieces).toEqual([
    { start_line: 1, end_line: 0, replacement: '#include <stdio.h>' },
    { start_line: 5, end_line: 5, replacement: expect.stringContaining('snprintf(') },
  ]);
  expect(fixSentence(fix)).toContain(', in front of line 1 and in place of line 5');
  expect(fixedLines(fix)).toMatch(/^#include <stdio\.h>\n…\n {2}snprintf\(.*$/);
});

test('every report has the fix that the syntax shows, and GitHub offers to commit it', () => {
  const root = temporaryFolder({ 'a.c': READS });
  const out = temporaryFolder();
  const reports = FORMATS.flatMap((format) => ['--report', `${format}=${join(out, format)}`]);
  rustward(['scan', root, '--no-state', '--no-cache', ...reports]);
  const text = (format: (typeof FORMATS)[number]) => readFileSync(join(out, format), 'utf8');
  const report: Report = JSON.parse(text('json'));
  const one = report.candidates.find(({ pattern }) => pattern === 'scanf_no_width');
  expect(one?.fix).toEqual(FIX);
  expect(text('markdown')).toContain('in place of line 4:\n\n```c\n  scanf("%7s", word);\n```');
  expect(text('html')).toContain('<pre class="listing">  scanf(&quot;%7s&quot;, word);</pre>');
  expect(text('text')).toContain('fix: Read no more than fits, by a width, in place of line 4\n');
  const { results } = JSON.parse(text('sarif')).runs[0];
  const [fix] = results.flatMap(({ fixes = [] }: { fixes?: unknown[] }) => fixes);
  expect(fix.artifactChanges[0].replacements).toEqual([
    { deletedRegion: { startLine: 4, endLine: 4 }, insertedContent: { text: FIX.replacement } },
  ]);
  const audience = { repositoryUrl: 'https://github.com/ada/demo', head: 'a'.repeat(40) };
  const plan = publicationPlanOf(report, { ...audience, seconds: 1, sarif: false });
  const finding = plan.findings.find(({ suggestion }) => suggestion !== undefined);
  if (finding === undefined) throw new Error('no finding has a suggestion');
  const seal = { key: new Uint8Array(32), repository: 1, number: 1, author: 1 };
  const body = commentBody({ finding, suggests: true }, seal);
  expect(body).toContain(
    'Read no more than fits, by a width. This follows from the syntax alone, and was not built:\n\n```suggestion\n  scanf("%7s", word);\n```',
  );
});

describe('a finding has no fix', () => {
  test.each([
    ['that people have settled', READS, { suppression: { kind: 'inSource', reason: 'known' } }],
    ['that is gone', READS, { baseline: 'absent' }],
    ['that is only to look at', READS, { confidence: 0.45 }],
    ['of a rule without such fixes', READS, { pattern: 'double_free' }],
    ['in a file whose lines end in carriage returns', READS.replaceAll('\n', '\r\n'), {}],
    [
      'in a file that is not UTF-8',
      Buffer.from(READS.replace('void f', '/*\xe9*/ void f'), 'latin1'),
      {},
    ],
    [
      'where its line has a secret',
      READS.replace('word);', 'word); // ghp_0123456789abcdefghijABCDEFGHIJ012345'),
      {},
    ],
    ['where the file has changed', 'int x;\n', {}],
  ])('%s', async (_name, text, more) => {
    expect(await fixIn(text, more)).toBeUndefined();
  });

  test('and has one otherwise', async () => {
    expect(await fixIn(READS)).toEqual(FIX);
  });
});

describe('a header of the project may have a meaning of its own for a name that the fix uses', () => {
  const INCLUDES = `#include "own.h"\n${READS.replace('#include <stdio.h>\n', '')}`;

  test.each([
    ['a macro', '#  define scanf read_words\n'],
    ['a function', 'int scanf(const char *format, ...);\n'],
    ['a function that gives a pointer', 'char *scanf (int);\n'],
    ['a header that the header includes', '#include <sub/more.h>\n'],
  ])('%s', async (_name, header) => {
    const others = {
      'include/own.h': header,
      'include/sub/more.h': 'struct s { int scanf(int); };\n',
    };
    expect(await fixIn(INCLUDES, {}, others)).toBeUndefined();
  });

  test('a header that only calls it has none', async () => {
    const header =
      'static inline int get(int *n) { return scanf("%d", n); }\nextern int scanf_all;\n';
    expect(await fixIn(INCLUDES, {}, { 'own.h': header })).toEqual(FIX);
  });

  test('neither has one that is not included', async () => {
    expect(await fixIn(READS, {}, { 'own.h': '#define scanf read_words\n' })).toEqual(FIX);
  });
});
