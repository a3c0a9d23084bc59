import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import type { Check } from '../../../src/security/fix/fix-plan.ts';
import { impactOf } from '../../../src/security/fix/impact.ts';
import { scan } from '../../../src/security/scan/scan.ts';
import { SourceIndex } from '../../../src/security/slice/source-index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const grammars = loadGrammars();
const PASSED: Check = { state: 'passed', detail: 'make test' };

const C = {
  'src/size.c':
    '#include "size.h"\n\nint clamp(int n)\n{\n    return n < 0 ? 0 : n;\n}\n\nint twice(int n)\n{\n    return 2 * clamp(n);\n}\n',
  'src/size.h': 'int clamp(int n);\nint twice(int n);\n',
  'src/main.c':
    '#include "size.h"\n\nint main(void)\n{\n    return clamp(-1) + twice(2);\n}\n\nint (*hook)(int) = twice;\n',
  'tests/size.c':
    '#include "../src/size.h"\n\nint test_twice(void)\n{\n    return twice(2) != 4;\n}\n',
};

/** What a change of some files reaches. */
async function impact(
  files: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>>,
  tested = PASSED,
) {
  const index = async (all: Readonly<Record<string, string>>) => {
    const root = temporaryFolder(all);
    const threadScript = new URL('../../../src/security/scan/scan-thread.ts', import.meta.url);
    const outcome = await scan(
      { path: root, threads: 0 },
      { rules: RULES, grammars, threadScript },
    );
    return new SourceIndex({ ...outcome, root }, grammars);
  };
  const changed = Object.entries(change).map(([path, content]) => {
    return { path, old: files[path] ?? '', content };
  });
  const [before, after] = [await index(files), await index({ ...files, ...change })];
  return impactOf({ changed, before, after, tested });
}

const swap = (path: keyof typeof C, from: string, to: string) => ({
  [path]: C[path].replace(from, to),
});

describe('impactOf', () => {
  test('a body: who calls it, and the tests from which calls lead there', async () => {
    const found = await impact(C, swap('src/size.c', 'n < 0 ? 0 : n', 'n < 0 ? -n : n'));
    expect(found).toEqual({
      functions: [
        {
          ...{ name: 'clamp', file: 'src/size.c', how: 'changed', other_signature: false },
          callers: { count: 2, first: ['main (src/main.c)', 'twice (src/size.c)'] },
          tests: { count: 1, first: ['test_twice (tests/size.c)'] },
        },
      ],
      ...{ more_functions: 0, deleted_lines: 1, added_lines: 1 },
      risk: {
        level: 'low',
        reasons: ['signatures stay, the tests pass, and at most 2 functions call what is changed'],
      },
    });
  });

  test('another signature of what other files call is a high risk, a header a medium one', async () => {
    const found = await impact(C, {
      ...swap('src/size.c', 'int clamp(int n)', 'long clamp(long n)'),
      ...swap('src/size.h', 'int clamp(int n);', 'long clamp(long n);'),
    });
    expect(found.risk).toEqual({
      level: 'high',
      reasons: [
        'clamp has another signature, and main (src/main.c) calls it',
        'every file that includes src/size.h sees it',
      ],
    });
  });

  test('what is gone is said, and a new function has the callers of the new tree', async () => {
    const renamed = C['src/size.c'].replaceAll('clamp', 'clip');
    const { functions, risk } = await impact(C, { 'src/size.c': renamed });
    expect(functions).toMatchObject([
      { name: 'clamp', how: 'gone', callers: { count: 2 } },
      { name: 'twice', how: 'changed', pointer: 'src/main.c:8' },
      { name: 'clip', how: 'new', callers: { count: 1, first: ['twice (src/size.c)'] } },
    ]);
    expect(risk.reasons[0]).toBe('clamp is gone: main (src/main.c) called it');
  });

  test('what nobody tested is at least a medium risk', async () => {
    const untested: Check = { state: 'not run', detail: 'the build has no tests' };
    const { risk } = await impact(C, swap('src/size.c', '2 * clamp', '3 * clamp'), untested);
    expect(risk).toEqual({
      level: 'medium',
      reasons: ['it was not tested: the build has no tests'],
    });
  });

  test('a deletion of many lines is counted, and is a high risk', async () => {
    const long = `int f(void)\n{\n${'    g();\n'.repeat(230)}    return 0;\n}\n`;
    const short = 'int f(void)\n{\n    return 0;\n}\n';
    const { deleted_lines, added_lines, risk } = await impact({ 'a.c': long }, { 'a.c': short });
    expect([deleted_lines, added_lines]).toEqual([230, 0]);
    expect(risk).toMatchObject({ level: 'high', reasons: ['it deletes 230 lines'] });
  });

  test('tests of Rust are known by their attribute', async () => {
    const lib = (body: string) =>
      `pub fn two() -> i32 { ${body} }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn is_two() { assert_eq!(super::two(), 2); }\n\n    fn other() -> i32 { super::two() }\n}\n`;
    const { functions } = await impact({ 'src/lib.rs': lib('2') }, { 'src/lib.rs': lib('1 + 1') });
    expect(functions).toMatchObject([
      { name: 'two', tests: { count: 1, first: ['is_two (src/lib.rs)'] } },
    ]);
  });
});
