import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/**
 * Conversations in which a person was the model and answered from the prompts alone. What is checked
 * is that Rustward makes of the answers what it should, and that the prompts still lead there.
 */
const RECORDINGS = join(import.meta.dirname, '../../fixtures/recordings');
const EXAMPLES = join(import.meta.dirname, '../../../examples');
const BZIP2 = join(import.meta.dirname, '../../../../shared/corpora/bzip2-1.0.8');

interface Found {
  readonly notice: string;
  readonly verdict: string;
  readonly candidates: readonly {
    readonly file: string;
    readonly line: number;
    readonly severity: string;
    readonly confidence: number;
    /** Missing where no model was to look. */
    readonly examination?: { readonly kind: string };
  }[];
}

function replay(folder: string, recording: string) {
  const report = join(temporaryFolder(), 'report.json');
  const result = rustward(['review', '.', '--no-state', '--report', `json=${report}`], folder, {
    PATH: process.env['PATH'],
    HOME: temporaryFolder(),
    RUSTWARD_REPLAY: join(RECORDINGS, recording),
  });
  const found: Found = JSON.parse(readFileSync(report, 'utf8'));
  const of = (kind: string) =>
    found.candidates
      .filter(({ examination }) => examination?.kind === kind)
      .map(({ file, line, severity }) => `${file}:${line} ${severity}`);
  return { ...result, found, of };
}

test('the example: three planted defects are verified, everything else is refuted', () => {
  const folder = temporaryFolder();
  cpSync(join(EXAMPLES, 'archive-reader'), folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commitAll(folder);
  git(folder, 'apply', '--', join(EXAMPLES, 'archive-reader.patch'));
  const { status, stderr, found, of } = replay(folder, 'archive-reader');
  expect(found.notice).toMatch(
    /^Models examined 10 candidates: 4 verified, 6 refuted\. Models looked for defects in 55 functions, and claimed 1 /,
  );
  expect(of('verified')).toEqual([
    'src/archive.c:100 high',
    'src/filter.c:25 high',
    'src/main.c:113 high',
    // The scan does not propose this place of the same defect; a model claims it.
    'src/archive.c:56 high',
  ]);
  expect([of('dismissed').length, of('refuted').length]).toEqual([0, 6]);
  expect([status, found.verdict]).toEqual([1, 'findings']);
  expect(stderr).toMatch(/all +0 calls and 30 from before, 0 tokens in/);
});

const onBzip2 = existsSync(BZIP2) ? test : test.skip;

onBzip2('two files of bzip2: one off-by-one and two races of names are verified', () => {
  const folder = temporaryFolder();
  for (const file of ['bzip2.c', 'bzip2recover.c']) cpSync(join(BZIP2, file), join(folder, file));
  const { status, found, of } = replay(folder, 'bzip2');
  expect(found.notice).toMatch(/^Models examined 39 candidates: 3 verified, 36 refuted\. /);
  expect(of('verified')).toEqual([
    'bzip2.c:1263 medium',
    'bzip2.c:1440 medium',
    'bzip2recover.c:409 high',
  ]);
  expect([of('dismissed').length, of('refuted').length]).toEqual([12, 24]);
  expect(status).toBe(1);
});
