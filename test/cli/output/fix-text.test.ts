import { expect, test } from '@jest/globals';
import { fixSummary, fixText } from '../../../src/cli/output/fix-text.ts';
import type { FixOutcome } from '../../../src/entry/fix/fix-findings.ts';
import { candidate } from '../../security/printers/example-report.ts';
import { madeFix } from '../../support/made-fix.ts';

const finding = {
  ...candidate({ gid: 1, id: 'C000001', pattern: 'unsafe_api' }),
  ...{ file: 'a.c', line: 3 },
};
const DIFF = '--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-\told\n+\tnew\u001b[2J\n \tsame\n';

const outcome = (kind: 'kept' | 'shown' | 'asks' | 'refused', why?: string): FixOutcome => {
  const fix = madeFix({ linted: { state: 'passed', detail: 'gcc' } });
  return { kind, finding, fix, diff: DIFF, ...(why === undefined ? {} : { why }) };
};

test('what was found out, the change and where it is are told line by line', () => {
  expect(fixText(outcome('kept'), false).replaceAll('\u001b', 'ESC').split('\n')).toEqual([
    'C000001 (1): unsafe_api at a.c:3',
    '  It checks the length.',
    '  built: yes, make',
    '  tested: not done, there are none',
    '  new warnings of the compiler: none',
    '  scanned again: the finding is gone, and none of its rank has come',
    '  impact: 1 line added, 2 deleted; risk low: one function; no caller',
    '    read_it (a.c): another body; called by none; tests that reach it: none',
    '',
    '--- a/a.c',
    '+++ b/a.c',
    '@@ -1 +1 @@',
    '-    old',
    expect.not.stringContaining('ESC'),
    '     same',
    '',
    '  kept, not committed; git restore a.c takes it back',
    '',
  ]);
});

test.each([
  ['shown', undefined, 'shown only: nothing was written'],
  ['asks', 'it is long', 'not kept: it is long; --yes keeps it all the same'],
  ['refused', 'a.c has changes', 'not kept: a.c has changes'],
] as const)('%s', (kind, why, end) => {
  expect(fixText(outcome(kind, why), false).trimEnd().split('\n').at(-1)).toBe(`  ${end}`);
});

test('there may be none, for a reason', () => {
  expect(fixText({ kind: 'none', finding, reason: 'no\nmodel' }, false)).toBe(
    'C000001 (1): unsafe_api at a.c:3\n  no fix: no model\n',
  );
});

test('on a terminal the head is bold, and lines have the colours of git', () => {
  const text = fixText(outcome('kept'), true);
  expect(text.startsWith('\u001b[1mC000001 (1): unsafe_api at a.c:3\u001b[22m\n')).toBe(true);
  expect(text).toContain('\u001b[31m-    old\u001b[39m');
  expect(text).toContain('\u001b[32m+    new');
  expect(text).toContain('\n     same\n');
});

test('a warning of the compiler says which', () => {
  const fix = madeFix({ linted: { state: 'failed', detail: 'gcc: x' } });
  const text = fixText({ kind: 'shown', finding, fix, diff: DIFF }, false);
  expect(text).toContain('  new warnings of the compiler: no, gcc: x\n');
  expect(fixText({ kind: 'shown', finding, fix: madeFix(), diff: DIFF }, false)).not.toContain(
    'warnings',
  );
});

test('functions that are not listed are counted', () => {
  const { impact } = madeFix();
  const fix = madeFix({ impact: { ...impact, more_functions: 2 } });
  expect(fixText({ kind: 'shown', finding, fix, diff: DIFF }, false)).toContain(
    '    and 2 more functions\n',
  );
});

test('outcomes are counted by what became of them', () => {
  const none: FixOutcome = { kind: 'none', finding, reason: 'x' };
  const all = [
    outcome('kept'),
    none,
    outcome('asks', 'x'),
    outcome('refused', 'x'),
    outcome('shown'),
  ];
  expect(fixSummary(all)).toBe('5 findings: 1 kept, 1 without a fix, 2 not kept, 1 shown');
  expect(fixSummary([none])).toBe('1 finding: 1 without a fix');
});
