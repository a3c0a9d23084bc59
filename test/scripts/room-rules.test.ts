import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AREAS, roomRules } from '../../scripts/room-rules.js';

const root = join(import.meta.dirname, '../..');

describe('roomRules', () => {
  test('lets a room import itself, what it names, and leaves', () => {
    const rules = roomRules({
      'src/x': { reason: 'So.', leaves: ['leaf'], rooms: { low: [], high: ['low'] } },
    });
    expect(rules.map((rule) => [rule.name, 'to' in rule ? rule.to.pathNot : undefined])).toEqual([
      ['src/x/low', ['^src/x/(low)/', '^src/x/(leaf)[.]ts$']],
      ['src/x/high', ['^src/x/(high|low)/', '^src/x/(leaf)[.]ts$']],
      ['src/x-leaves', ['^src/x/(leaf)[.]ts$']],
    ]);
  });

  test.each([
    ['a cycle', { a: ['b'], b: ['a'] }],
    ['a room that does not exist', { a: ['gone'] }],
  ])('refuses %s', (_what, rooms) => {
    expect(() => roomRules({ 'src/x': { reason: 'So.', rooms } })).toThrow('rooms of src/x');
  });
});

test.each(Object.entries(AREAS))('%s names all of its rooms', (folder, { rooms }) => {
  const folders = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
    .map(({ name }) => name);
  const named = Object.keys(rooms);
  // Rules in `src/rules/c` are files of one room; what they share has an area of its own.
  expect(folders.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !folders.includes(name))).toEqual([]);
});
