import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type AllowedUse, bannedUses } from './support/banned-words.ts';

const root = join(import.meta.dirname, '..');

const PICTURE = 'a class of the published picture';
const QUESTION = 'part of a question to a model, whose answers are recorded';

/** Each is needed: one that nothing uses fails the test below. */
const ALLOWED: readonly AllowedUse[] = [
  { file: 'src/github/migrate/dashboard/print-dashboard.ts', word: 'unproven', reason: PICTURE },
  { file: 'src/github/migrate/dashboard/progress-svg.ts', word: 'proven', reason: PICTURE },
  { file: 'src/github/migrate/dashboard/progress-svg.ts', word: 'unproven', reason: PICTURE },
  { file: 'src/github/migrate/dashboard/status-answer.ts', word: 'proven', reason: PICTURE },
  { file: 'src/github/migrate/dashboard/status-answer.ts', word: 'unproven', reason: PICTURE },
  { file: 'src/github/migrate/dashboard/tally.ts', word: 'proven', reason: PICTURE },
  { file: 'src/github/migrate/dashboard/tally.ts', word: 'unproven', reason: PICTURE },
  { file: 'README.md', word: 'proven', reason: 'the name of a golden file' },
  { file: 'README.md', word: 'unproven', reason: 'the name of a golden file' },
  { file: 'assets/c-driver/runtime.c', word: 'alarm', reason: 'the function of POSIX' },
  { file: 'src/github/migrate/pulls/labels.ts', word: 'unproven', reason: 'the published label' },
  { file: 'src/migration/steps/library-steps.ts', word: 'carried over', reason: QUESTION },
  { file: 'src/rules/c/unchecked-io.ts', word: 'nobody', reason: QUESTION },
  {
    file: 'src/security/report/triage-view.ts',
    word: 'unproven',
    reason: 'the published kind of a result of triage',
  },
  {
    file: 'src/security/report/report-schema.ts',
    word: 'unproven',
    reason: 'the published kind of a result of triage',
  },
  { file: 'src/security/slice/call-paths.ts', word: 'handed on', reason: QUESTION },
  { file: 'src/security/slice/caller-excerpts.ts', word: 'hands on', reason: QUESTION },
];

const files = globSync(
  [
    'README.md',
    'CONTRIBUTING.md',
    'action.yml',
    'app.yml',
    'src/**/*.ts',
    'action/**/*.ts',
    'assets/**/*.{c,h,rs,css,js}',
    'docs/**/*.{md,yml}',
  ],
  { cwd: root, exclude: ['action/dist/**'] },
).sort();

const isAllowed = (file: string, word: string) =>
  ALLOWED.some((one) => one.file === file && one.word === word);

test('no file uses a word that the glossary has another one for', () => {
  const uses = files.flatMap((file) =>
    bannedUses(readFileSync(join(root, file), 'utf8'))
      .filter(({ word }) => !isAllowed(file, word))
      .map(({ line, word, instead }) => `${file}:${line}: "${word}": write ${instead}`),
  );
  expect(uses).toEqual([]);
});

test('every exception is needed', () => {
  const unused = ALLOWED.filter(({ file, word }) => {
    const uses = files.includes(file) ? bannedUses(readFileSync(join(root, file), 'utf8')) : [];
    return !uses.some((one) => one.word === word);
  });
  expect(unused).toEqual([]);
});

test('many files are looked at', () => {
  expect(files.length).toBeGreaterThan(1000);
});

describe('a banned word is found', () => {
  test.each([
    ['in a comment', '// Nobody checked this.', 'nobody'],
    ['in a string', "say('it was carried over');", 'carried over'],
    ['with words between', 'It carries C functions over to Rust.', 'carries c functions over'],
    ['as an identifier', 'const shelf = open();', 'shelf'],
    ['in a sentence', 'The fixer mends it.', 'mends'],
  ])('%s', (_where, text, word) => {
    expect(bannedUses(`fine\n${text}\n`).map((use) => [use.line, use.word])).toEqual([[2, word]]);
  });

  test('and what only looks like one is left alone', () => {
    const text =
      'recommend, amend, approve, provenance, improved, comments, the overcarry, bookshelf';
    expect(bannedUses(text)).toEqual([]);
  });
});
