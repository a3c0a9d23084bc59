import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ContentStore, VERDICTS } from '../../src/workspace/state/content-store.ts';
import { rustward } from '../support/command-line.ts';
import { addFiles, temporaryFolder } from '../support/temporary-folder.ts';

const ANSWER = `answers/0a/0a${'1'.repeat(62)}.json`;

/** A cache below a folder, with some of each kind. */
function filled() {
  const base = realpathSync(temporaryFolder());
  const folder = join(base, 'rustward');
  const store = new ContentStore(folder, Date.now());
  store.put('one', Buffer.alloc(1968));
  store.put('two', Buffer.alloc(968));
  store.part(VERDICTS).put('one', Buffer.alloc(68));
  store.evict();
  addFiles(folder, { [ANSWER]: '{}\n' });
  const env = { ...process.env, XDG_CACHE_HOME: base, RUSTWARD_MODEL_CACHE: '' };
  return { folder, base, cache: (...args: string[]) => rustward(['cache', ...args], base, env) };
}

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);

test('the folder is printed, also one that is not there', () => {
  const { folder, cache, base } = filled();
  expect(cache('path')).toMatchObject({ status: 0, stdout: `${folder}\n` });
  expect(cache('path', '--cache-dir', 'other').stdout).toBe(`${join(base, 'other')}\n`);
  expect(existsSync(join(base, 'other'))).toBe(false);
});

test('how much there is of each kind is printed, as a table and as data', () => {
  const { folder, cache } = filled();
  const { stdout } = cache('size');
  expect(stdout).toMatch(/^analyses {4}3\.0 kB {6}2 entries .*\nverdicts .*1 entries .*\nanswers /);
  expect(JSON.parse(cache('size', '--format', 'json').stdout)).toEqual([
    { kind: 'analyses', folder, entries: 2, bytes: 3000 },
    { kind: 'verdicts', folder: join(folder, 'verdicts'), entries: 1, bytes: 100 },
    { kind: 'answers', folder: join(folder, 'answers'), entries: 1, bytes: 3 },
  ]);
});

test('what can be made again is removed, and what was paid for stays until that is asked for, too', () => {
  const { folder, cache } = filled();
  const { status, stdout } = cache('clean');
  expect(status).toBe(0);
  expect(stdout).toBe(
    `removed 2 analyses (3.0 kB) from ${folder}\n` +
      `kept 1 verdict (100 B) in ${folder}/verdicts: models were paid for them; --answers removes them\n` +
      `kept 1 answer (3 B) in ${folder}/answers: models were paid for them; --answers removes them\n`,
  );
  expect(files(folder)).toHaveLength(3);
  expect(cache('clean', '--answers').stdout).toContain('removed 1 answer (3 B)');
  expect(files(folder)).toEqual(['swept']);
  expect(cache('clean').stdout).toBe(`removed 0 analyses (0 B) from ${folder}\n`);
});

test('a folder that holds anything else is refused, and nothing of it is removed', () => {
  const { folder, cache } = filled();
  addFiles(folder, { 'notes.txt': 'mine' });
  const before = files(folder);
  for (const args of [['clean'], ['clean', '--answers'], ['size']]) {
    const { status, stderr } = cache(...args);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `rustward: ${folder} is no cache of Rustward: "notes.txt" in it is none of its own; nothing is touched\n`,
    });
  }
  expect(files(folder)).toEqual(before);
});

test('one kind that is no cache keeps the others as they are', () => {
  const { folder, cache } = filled();
  addFiles(folder, { 'answers/notes.txt': 'mine' });
  const before = files(folder);
  expect(cache('clean').status).toBe(2);
  expect(files(folder)).toEqual(before);
});

test('files of other names and links in the folders of entries stay, and no link is followed', () => {
  const { folder, cache } = filled();
  const outside = temporaryFolder({ [`0a/${'b'.repeat(62)}`]: 'not ours' });
  mkdirSync(join(folder, 'ff'));
  writeFileSync(join(folder, 'ff', 'mine.txt'), '');
  symlinkSync(join(outside, '0a', 'b'.repeat(62)), join(folder, 'ff', 'c'.repeat(62)));
  expect(cache('clean').status).toBe(0);
  expect(files(join(folder, 'ff')).sort()).toEqual(['c'.repeat(62), 'mine.txt']);
  // In the place of a folder of entries, or of a kind.
  for (const name of ['0a', 'verdicts']) {
    const other = temporaryFolder();
    symlinkSync(outside, join(other, name));
    expect(cache('clean', '--answers', '--cache-dir', other).status).toBe(2);
  }
  expect(files(outside)).toEqual(['b'.repeat(62)]);
});

test('answers in the folder of analyses are told from them', () => {
  const { folder, base } = filled();
  addFiles(folder, { [`0a/0a${'2'.repeat(62)}.json`]: '{}\n' });
  const env = { ...process.env, XDG_CACHE_HOME: base, RUSTWARD_MODEL_CACHE: folder };
  const clean = rustward(['cache', 'clean'], base, env);
  expect(clean.status).toBe(0);
  expect(clean.stdout).toContain('removed 2 analyses');
  expect(clean.stdout).toContain('kept 1 answer ');
});
