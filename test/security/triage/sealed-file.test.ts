import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { SealedFile } from '../../../src/security/triage/sealed-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KEY = Buffer.alloc(32, 1);
const schema = z.object({ n: z.number(), text: z.string() });
const open = (path: string, key = KEY) => new SealedFile(path, schema, key);

const ENTRIES = [
  { n: 1, text: 'one' },
  { n: 2, text: 'two\nlines' },
];

function written(): string {
  const path = join(temporaryFolder(), 'state.jsonl');
  open(path).append(ENTRIES);
  return path;
}

test('what was appended is read again, in its order', () => {
  const path = written();
  open(path).append([{ n: 3, text: '' }]);
  expect(open(path).entries).toEqual([...ENTRIES, { n: 3, text: '' }]);
  expect(open(path).unsealedCount).toBe(0);
});

describe('does not count:', () => {
  test('a line of another key', () => {
    expect(open(written(), Buffer.alloc(32, 2))).toMatchObject({ entries: [], unsealedCount: 2 });
  });

  test('a line that was changed', () => {
    const path = written();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"one"', '"won"'));
    expect(open(path)).toMatchObject({ entries: [ENTRIES[1]], unsealedCount: 1 });
  });

  test('a line of another file', () => {
    const path = written();
    const other = join(temporaryFolder(), 'other.jsonl');
    writeFileSync(other, readFileSync(path));
    expect(open(other).unsealedCount).toBe(2);
  });

  test('a line without a seal, or of another form', () => {
    const path = written();
    appendFileSync(path, '{"n":3,"text":"x"}\n[]\nnull\nnonsense\n');
    expect(open(path)).toMatchObject({ entries: ENTRIES, unsealedCount: 4 });
  });
});

test('a line that a killed run left unfinished is left out, and the next one stands by itself', () => {
  const whole = readFileSync(written(), 'utf8');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length }), (length) => {
      const path = written();
      truncateSync(path, length);
      const file = open(path);
      file.append([{ n: 9, text: 'after' }]);
      const kept = open(path).entries;
      expect(kept.at(-1)).toEqual({ n: 9, text: 'after' });
      expect(ENTRIES).toEqual(expect.arrayContaining(kept.slice(0, -1)));
    }),
    // With all but its end, the last line is whole and the file is not.
    { numRuns: 60, examples: [[whole.length - 1]] },
  );
});

test('a link or a folder in its place is refused', () => {
  const folder = temporaryFolder({ 'real.jsonl': '' });
  symlinkSync(join(folder, 'real.jsonl'), join(folder, 'link.jsonl'));
  mkdirSync(join(folder, 'folder.jsonl'));
  expect(() => open(join(folder, 'link.jsonl'))).toThrow('is no plain file');
  expect(() => open(join(folder, 'folder.jsonl'))).toThrow('is no plain file');
});
