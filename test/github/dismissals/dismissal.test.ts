import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Dismissal,
  dismissalWords,
  parseDismissal,
} from '../../../src/github/dismissals/dismissal.ts';
import {
  entryMatches,
  suppressionEntry,
} from '../../../src/security/selection/suppression-file.ts';
import { candidate } from '../../security/printers/example-report.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

const RECORD: Dismissal = {
  ...{ key: '0123abcd', state: 'false-positive', rule: 'unsafe_api', file: 'src/a.c' },
  ...{ fingerprint: 'a1:1', reason: 'bounded', by: 'wanda', at: '2026-01-01T00:00:00Z' },
};

test('a record goes through the words of a marker unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 500 }), (reason) => {
      const words = dismissalWords({ ...RECORD, reason });
      expect(words.every((word) => /^[\w.:=]{1,100}$/.test(word))).toBe(true);
      fc.pre(reason.isWellFormed());
      expect(parseDismissal(words)).toEqual({ ...RECORD, reason });
    }),
  );
});

test.each([[[]], [['zz']], [['7b7d']]])('%j is no record', (words) => {
  expect(parseDismissal(words)).toBeUndefined();
});

/** Names as git can have them, with all that means something in a pattern. */
const name = fc
  .string({ unit: fc.constantFrom(...'ab.*?[]!#\\ -'), minLength: 1, maxLength: 8 })
  .filter((one) => !/^[.]{1,2}$/.test(one));
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

test('the entry of a record means its file and no other', () => {
  const at = (file: string) =>
    candidate({ gid: 1, id: 'C000001', pattern: RECORD.rule, file, fingerprint: 'a1:1' });
  fc.assert(
    fc.property(path, path, (file, other) => {
      const entry = suppressionEntry({ ...RECORD, file });
      expect(entryMatches(entry, at(file), () => undefined)).toBe(true);
      const below = other === file || other.startsWith(`${file}/`);
      expect(entryMatches(entry, at(other), () => undefined)).toBe(below);
    }),
  );
});
