import { expect, test } from '@jest/globals';
import { DEFAULT_CONFIGURATION } from '../../../src/github/configuration/configuration.ts';
import { findNotes } from '../../../src/github/configuration/find-notes.ts';

function notesOf(notes: string, files: Readonly<Record<string, string>>) {
  const review = { ...DEFAULT_CONFIGURATION.review, notes, notes_files: ['A.md', 'B.md'] };
  return findNotes({ ...DEFAULT_CONFIGURATION, review }, (file) => files[file]);
}

test('a file of notes that is not there says nothing', async () => {
  expect(await notesOf('', {})).toBeUndefined();
  expect(await notesOf('Names are ours.', { 'B.md': 'All input is checked.' })).toEqual({
    text: '.github/rustward.yml:\nNames are ours.\n\nB.md:\nAll input is checked.',
    cut: [],
  });
});
