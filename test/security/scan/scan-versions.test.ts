import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { runSecurity } from '../../../src/security/pipeline.ts';
import { scan } from '../../../src/security/scan/scan.ts';
import { scanVersions } from '../../../src/security/scan/scan-versions.ts';
import { type SurveyedTree, surveyTree } from '../../../src/security/scan/survey-tree.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const deps = {
  rules: RULES,
  grammars: loadGrammars(),
  threadScript: new URL('absent.ts', import.meta.url),
  onWarning: () => {},
};

const HEADER = '#ifndef BUF_H\n#define BUF_H\nvoid *make(int n);\nint used(void *p);\n#endif\n';
const FILES: Record<string, string> = {
  'buf.h': HEADER,
  'make.c': `#include <stdlib.h>
#include "buf.h"
void *make(int n) {
  if (n < 1)
    return malloc(1);
  return malloc(n);
}
`,
  'caller.c': `#include <stdlib.h>
#include "buf.h"
int use(int n) {
  char *p = make(n);
  p[0] = 1;
  free(p);
  return 0;
}
`,
  'apart.c': `#include <string.h>
void copy(const char *text) {
  char buf[4];
  strcpy(buf, text);
}
`,
  'through.c': `#include "buf.h"
int use(int n);
int again(int n) { return use(n) + 1; }
`,
};

const CHANGES: [string, Record<string, string>][] = [
  [
    'a callee frees what it returns',
    {
      'make.c': `#include <stdlib.h>
#include "buf.h"
void *make(int n) {
  void *p = malloc(n);
  free(p);
  return p;
}
`,
    },
  ],
  ['a comment', { 'apart.c': `/* A copy. */\n${FILES['apart.c'] ?? ''}` }],
  ['a line above a function', { 'make.c': `/* Makes memory. */\n${FILES['make.c'] ?? ''}` }],
  ['a prototype in a header', { 'buf.h': HEADER.replace('int used', 'long used') }],
  [
    'a new file that calls an old function with too much',
    {
      'more.c': '#include <string.h>\nvoid more(void) { char b[2]; strcpy(b, "too long"); }\n',
    },
  ],
];

test.each(CHANGES)('a review finds the same with all files examined: %s', async (_, change) => {
  const folder = gitRepository(FILES);
  addFiles(folder, change);
  const introduced = async (whole: boolean) => {
    const report = await runSecurity(
      {
        scan: { path: folder, threads: 0 },
        ...{ base: 'main', whole, includeExisting: false, minConfidence: 0.4, failOn: 'high' },
        ...{ state: 'none', version: '1.2.3' },
      },
      deps,
    );
    const { verdict, candidates, summary, known, comparison } = report;
    const { scanned_files: files, scanned_lines: lines } = summary;
    return {
      verdict,
      candidates: candidates.map(({ gid: _, ...one }) => one),
      files,
      lines,
      known,
      comparison,
    };
  };
  const [lazy, whole] = [await introduced(false), await introduced(true)];
  expect(lazy).toEqual(whole);
});

/** Files of which models need more than a survey tells. */
const MORE_FILES = {
  'lib.rs': 'pub fn twice(n: u8) -> u8 { same(n) * 2 }\nfn same(n: u8) -> u8 { n }\n',
  'settled.c': `#include <string.h>
void settled(const char *text) {
  char buf[4];
  strcpy(buf, text); // rustward-ignore: strcpy the caller gives three characters
}
`,
};

/** The files that are examined in head and in base, and what is found, after a change. */
async function examinedAfter(
  change: Record<string, string>,
  forModels = false,
  more: Record<string, string> = {},
) {
  const files = { ...FILES, ...(forModels ? MORE_FILES : {}), ...more };
  const folder = gitRepository(files);
  const before = temporaryFolder(files);
  addFiles(folder, change);
  const differences = await (await openRepository(folder)).differences('main');
  const trees: SurveyedTree[] = [];
  const examined: string[][] = [];
  for (const path of [folder, before]) {
    const tree = await surveyTree({ path, threads: 0 }, deps);
    const own: string[] = [];
    examined.push(own);
    trees.push({
      ...tree,
      examine: (files) => {
        own.push(...files.map((file) => file.path));
        return tree.examine(files);
      },
    });
  }
  const [head, base] = trees;
  if (head === undefined || base === undefined) throw new Error('no trees');
  const both = await scanVersions(head, base, differences, forModels);
  await Promise.all(trees.map((tree) => tree.close()));
  return { examined: examined.map((files) => files.toSorted()), both };
}

test('files that see the same in both versions are not examined, but for callers of what changed', async () => {
  const { examined, both } = await examinedAfter({
    'make.c': `${FILES['make.c'] ?? ''}`.replace('malloc(1)', 'malloc(2)'),
  });
  expect(examined).toEqual([
    ['caller.c', 'make.c'],
    ['caller.c', 'make.c'],
  ]);
  expect(both.head.files.map(({ file, language }) => [file, language])).toEqual(
    both.base.files.map(({ file, language }) => [file, language]),
  );
  expect(both.head.candidates.some(({ file }) => file === 'apart.c')).toBe(false);
});

test('a file with a function of its own of that name is no caller of the one that changed', async () => {
  const own = 'static int size(int n) { return n; }\nint both(int n) { return size(n); }\n';
  const { examined } = await examinedAfter(
    {
      'size.c': 'static int size(int n) { return n + 1; }\nint sized(int n) { return size(n); }\n',
    },
    false,
    {
      'size.c': 'static int size(int n) { return n; }\nint sized(int n) { return size(n); }\n',
      'own.c': own,
    },
  );
  expect(examined).toEqual([['size.c'], ['size.c']]);
});

test('files that see functions on other lines, and nothing else, are not examined', async () => {
  const { examined } = await examinedAfter({
    'make.c': `/* Makes memory. */\n${FILES['make.c'] ?? ''}`,
  });
  expect(examined).toEqual([['make.c'], ['make.c']]);
});

test('for models the outcome tells of every file what it defines, and what is settled in it', async () => {
  const { examined, both } = await examinedAfter(
    { 'make.c': `${FILES['make.c'] ?? ''}`.replace('malloc(1)', 'malloc(2)') },
    true,
  );
  const whole = temporaryFolder({ ...FILES, ...MORE_FILES });
  const all = await scan({ path: whole, threads: 0 }, deps);
  const told = (files: typeof all.files) =>
    files.map(({ file, functions, suppressions }) => ({ file, functions, suppressions }));
  expect(told(both.head.files)).toEqual(told(all.files));
  expect(examined).toEqual([
    ['caller.c', 'lib.rs', 'make.c', 'settled.c'],
    ['caller.c', 'make.c'],
  ]);
  // What was found in them is in both versions, and the base was not asked for it.
  expect(both.head.candidates.some(({ file }) => file === 'settled.c')).toBe(false);
});

/** What a review of a change to `a.c` finds, as lines and whether they are findings. */
async function reviewed(base: string, head: string): Promise<(readonly [number, boolean])[]> {
  const root = gitRepository({ 'a.c': base });
  addFiles(root, { 'a.c': head });
  const report = await runSecurity(
    {
      scan: { path: root, threads: 0 },
      base: 'HEAD',
      includeExisting: false,
      minConfidence: 0.4,
      failOn: 'high',
      state: 'none',
      version: '1.2.3',
    },
    deps,
  );
  return report.candidates.map(({ line, confidence }) => [line, confidence >= 0.5]);
}

const COPIES = (...copies: readonly string[]) => `#include <string.h>
int main(int argc, char **argv) {
  char b[8], c[8], d[8];
${copies.join('\n')}
  return b[0] + c[0];
}
`;

test('a defect beside an old one of the same source is introduced', async () => {
  const base = COPIES('strcpy(b, argv[1]);');
  const head = COPIES('strcpy(b, argv[1]);', 'strcpy(c, argv[2]);', 'strcpy(d, argv[3]);');
  expect(await reviewed(base, head)).toEqual([
    [5, true],
    [6, false],
  ]);
});

test('so it is beside one that a person has settled', async () => {
  const settled = 'strcpy(b, argv[1]); // rustward-ignore: unsafe_api the launcher limits it';
  const found = await reviewed(COPIES(settled), COPIES(settled, 'strcpy(c, argv[2]);'));
  expect(found).toEqual([[5, true]]);
});

test('a further use of a result that was tested nowhere before is none', async () => {
  const uses = (otherwise: string) => `#include <stdlib.h>
int *make(int zero) {
  int *made = malloc(8);
  if (zero)
    made[0] = 0;
  else
    ${otherwise};
  return made;
}
`;
  expect(await reviewed(uses('zero = 1'), uses('made[0] = 1'))).toEqual([]);
});
