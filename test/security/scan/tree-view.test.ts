import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { NO_BUILDS } from '../../../src/security/scan/build/tree-builds.ts';
import { NameDigestPool } from '../../../src/security/scan/name-digests.ts';
import { newStateOf } from '../../../src/security/scan/scan-rounds.ts';
import { surveyFile } from '../../../src/security/scan/survey-file.ts';
import type { SurveyedFile } from '../../../src/security/scan/surveyed-file.ts';
import { isSeenAlike, type TreeView, viewOfFile } from '../../../src/security/scan/tree-view.ts';
import { TEXT_LIMITS } from '../../../src/workspace/files/source-text.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  'size.h': '#define SIZE 8\nint fill(char *to, int n);\n',
  'fill.c': '#include "size.h"\nint fill(char *to, int n) {\n  to[0] = 0;\n  return n;\n}\n',
  'use.c': '#include "size.h"\nint use(void) {\n  char b[SIZE];\n  return fill(b, SIZE);\n}\n',
  'apart.c': 'static int one(void) { return 1; }\nint two(void) { return one() + 1; }\n',
};

/** Two versions of a project share the digests of names where a review looks at both. */
async function viewOf(files: Record<string, string>, pool: NameDigestPool): Promise<TreeView> {
  const surveys = await surveysOf(files, await surveysOf(files));
  return {
    root: temporaryFolder(files),
    limits: TEXT_LIMITS,
    builds: NO_BUILDS,
    state: newStateOf(surveys, pool),
  };
}

async function surveysOf(files: Record<string, string>, known: readonly SurveyedFile[] = []) {
  const { knowledge } = newStateOf(known);
  const grammars = loadGrammars();
  const surveys: SurveyedFile[] = [];
  for (const [file, text] of Object.entries(files)) {
    const surveyed = await surveyFile(file, text, grammars, knowledge);
    if (surveyed !== undefined) surveys.push(surveyed);
  }
  return surveys;
}

const CHANGES: readonly [string, Partial<typeof FILES>, readonly string[]][] = [
  ['nothing', {}, []],
  ['where a function is', { 'fill.c': `\n\n${FILES['fill.c']}` }, ['fill.c']],
  [
    'what a function does',
    { 'fill.c': FILES['fill.c'].replace('to[0]', 'to[n]') },
    ['fill.c', 'use.c'],
  ],
  // What `use` passes is smaller, too.
  [
    'what a name stands for',
    { 'size.h': FILES['size.h'].replace('8', '4') },
    ['fill.c', 'size.h', 'use.c'],
  ],
  [
    'what a file asks for',
    { 'use.c': FILES['use.c'].replace('fill(b, SIZE)', 'b[0]') },
    ['fill.c', 'use.c'],
  ],
];

test.each(CHANGES)(
  'the files that see another version differently: %s',
  async (_, change, seen) => {
    const pool = new NameDigestPool();
    const [head, base] = [await viewOf({ ...FILES, ...change }, pool), await viewOf(FILES, pool)];
    const differing = Object.keys(FILES).filter((file) => !isSeenAlike(file, head, base));
    expect(differing.sort()).toEqual([...seen].sort());
    const apart = [await viewOf({ ...FILES, ...change }, new NameDigestPool()), base] as const;
    const byDigest = Object.keys(FILES).filter((file) => {
      const [here, there] = apart.map((view) => viewOfFile(file, view));
      return here !== there;
    });
    expect(byDigest.sort()).toEqual([...seen].sort());
  },
);

test('versions whose files define the same names share the digests of them', async () => {
  const pool = new NameDigestPool();
  const digests = async (files: Record<string, string>) => {
    const surveys = await surveysOf(files);
    const ofNames = surveys.map(({ survey, digests: { names } }) => [survey.file, names] as const);
    return pool.digestsOf(newStateOf(surveys).knowledge, ofNames);
  };
  const first = await digests(FILES);
  const body = FILES['fill.c'].replace('to[0]', 'to[n]');
  expect(await digests({ ...FILES, 'fill.c': body })).toBe(first);
  expect(await digests({ ...FILES, 'size.h': '#define SIZE 9\n' })).not.toBe(first);
  expect(await digests({ ...FILES, 'fill.c': `${body}int more(void) { return 1; }\n` })).not.toBe(
    first,
  );
});
