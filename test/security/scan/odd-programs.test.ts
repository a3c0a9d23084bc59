import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { type ScanOutcome, scan } from '../../../src/security/scan/scan.ts';
import { git } from '../../support/git-repository.ts';
import { type OddProgram, oddPrograms } from '../../support/odd-programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DEPS = {
  rules: RULES,
  grammars: loadGrammars(),
  threadScript: new URL('fixtures/word-thread.ts', import.meta.url),
};

/** What a scan says of the defect of a program. */
type Word = 'found' | 'place to look at' | 'inconclusive' | 'named' | 'nothing';

/** The least confidence of a finding. */
const FINDING = 0.5;

test('no scan of an odd program ends clean without a word about its defect', async () => {
  const words = new Map<Word, string[]>();
  for (const program of oddPrograms()) {
    const word = wordOf(program, await scan({ path: folderOf(program), threads: 0 }, DEPS));
    words.set(word, [...(words.get(word) ?? []), program.name]);
  }
  const count = (word: Word) => words.get(word)?.length ?? 0;
  expect(words.get('nothing') ?? []).toEqual([]);
  expect(count('found') + count('place to look at')).toBeGreaterThanOrEqual(270);
  expect(count('inconclusive') + count('named')).toBeLessThanOrEqual(35);
});

function folderOf({ name, files, link, isTracked }: OddProgram): string {
  const folder = temporaryFolder(files);
  if (link !== undefined) symlinkSync(link, join(folder, name));
  if (isTracked) {
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--force', '.');
  }
  return folder;
}

function wordOf({ name, marks }: OddProgram, { candidates, skips }: ScanOutcome): Word {
  const found = candidates.filter(({ file, line }) =>
    marks.some((mark) => mark.file === file && mark.line === line),
  );
  if (found.some(({ confidence }) => confidence >= FINDING)) return 'found';
  if (found.length > 0) return 'place to look at';
  const said = skips.filter(({ file, lines }) =>
    [{ file: name, line: 0 }, ...marks].some((mark) => {
      const isFile = file === mark.file || (file.endsWith('/') && mark.file.startsWith(file));
      const isLine = lines?.some(({ first, last }) => first <= mark.line && mark.line <= last);
      return isFile && (isLine ?? true);
    }),
  );
  if (said.some(({ failed }) => failed)) return 'inconclusive';
  return said.length > 0 ? 'named' : 'nothing';
}
