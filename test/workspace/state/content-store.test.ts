import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ContentStore } from '../../../src/workspace/state/content-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.UTC(2026, 0, 31);
const DAY = 24 * 60 * 60 * 1000;

/** The only entry of a store. */
function entryIn(folder: string): string {
  const [subfolder = ''] = readdirSync(folder).filter((name) => name.length === 2);
  return join(folder, subfolder, readdirSync(join(folder, subfolder))[0] ?? '');
}

function put(folder: string): ContentStore {
  const store = new ContentStore(folder, NOW);
  store.put('key', Buffer.from('bytes'));
  return store;
}

test('gives back what was put there, to another run, too, and to its owner only', () => {
  const folder = join(temporaryFolder(), 'not', 'made');
  put(folder);
  const later = new ContentStore(folder, NOW);
  expect(later.get('key')?.toString()).toBe('bytes');
  expect(later.get('another key')).toBeUndefined();
  expect(statSync(entryIn(folder)).mode & 0o777).toBe(0o600);
});

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['changed', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  ['empty', () => Buffer.alloc(0)],
])('an entry that was %s is none', (_what, damage) => {
  const folder = temporaryFolder();
  const store = put(folder);
  writeFileSync(entryIn(folder), damage(readFileSync(entryIn(folder))));
  expect(store.get('key')).toBeUndefined();
});

test('a place that cannot be written is a store of nothing', () => {
  const folder = temporaryFolder({ file: '' });
  const store = new ContentStore(join(folder, 'file', 'below'), NOW);
  store.put('key', Buffer.from('bytes'));
  expect(store.get('key')).toBeUndefined();
  store.evict();
});

test('evicts entries that were not read for a month, once a day', () => {
  const folder = temporaryFolder();
  const store = put(folder);
  const age = (days: number) => {
    const time = (NOW - days * DAY) / 1000;
    utimesSync(entryIn(folder), time, time);
  };
  age(31);
  store.evict();
  expect(store.get('key')).toBeUndefined();
  put(folder);
  age(31);
  store.evict();
  expect(readFileSync(entryIn(folder)).length).toBeGreaterThan(0);
});

test('an entry that is read stays', () => {
  const folder = temporaryFolder();
  const store = put(folder);
  utimesSync(entryIn(folder), (NOW - 31 * DAY) / 1000, (NOW - 31 * DAY) / 1000);
  expect(store.get('key')?.toString()).toBe('bytes');
  store.evict();
  expect(store.get('key')?.toString()).toBe('bytes');
});

test('a folder that may only be read is still read', () => {
  const folder = temporaryFolder();
  put(folder);
  chmodSync(folder, 0o500);
  expect(new ContentStore(folder, NOW).get('key')?.toString()).toBe('bytes');
  chmodSync(folder, 0o700);
});
