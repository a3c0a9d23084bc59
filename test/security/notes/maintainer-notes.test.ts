import { describe, expect, test } from '@jest/globals';
import { maintainerNotes } from '../../../src/security/notes/maintainer-notes.ts';

describe('what maintainers note', () => {
  test('is one text, each file under its name; empty files are none', () => {
    const notes = maintainerNotes([
      { file: '.github/rustward.yml', text: 'The socket is local.\n' },
      { file: 'AGENTS.md', text: ' \n' },
      { file: 'docs/review.md', text: 'Look at sizes.' },
    ]);
    expect(notes).toEqual({
      text: '.github/rustward.yml:\nThe socket is local.\n\ndocs/review.md:\nLook at sizes.',
      cut: [],
    });
  });

  test('is nothing where no file says anything', () => {
    expect(maintainerNotes([{ file: 'AGENTS.md', text: '' }])).toBeUndefined();
  });

  test('is cut at the end of a line, and says what is left out', () => {
    const texts = [
      { file: 'a.md', text: 'first\nsecond\nthird' },
      { file: 'b.md', text: 'fourth' },
    ];
    const notes = maintainerNotes(texts, 14);
    expect(notes?.text).toBe(
      'a.md:\nfirst\nsecond\n[The last 6 of 18 characters are left out.]\n\n' +
        'b.md:\nfo\n[The last 4 of 6 characters are left out.]',
    );
    expect(notes?.cut).toEqual([
      'models do not get the last 6 of 18 characters of the notes in a.md',
      'models do not get the last 4 of 6 characters of the notes in b.md',
    ]);
  });

  test('has no blank line before what is said of the rest', () => {
    const notes = maintainerNotes([{ file: 'a.md', text: 'first\n\nsecond' }], 10);
    expect(notes?.text).toBe('a.md:\nfirst\n[The last 8 of 13 characters are left out.]');
  });

  test('is never much longer than the limit, nor ends in half a character', () => {
    const long = maintainerNotes([{ file: 'a.md', text: '\u{1F980}'.repeat(20_000) }]);
    expect(long?.text.length).toBeLessThan(8100);
    expect(long?.text.isWellFormed()).toBe(true);
    expect(maintainerNotes([{ file: 'a.md', text: 'x\u{1F980}' }], 2)?.text).toMatch(
      /^a\.md:\nx\n/,
    );
  });
});
