import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { folderCache } from '../../../src/model/calls/call-cache.ts';
import { callKey } from '../../../src/model/calls/call-key.ts';
import { Secret } from '../../../src/model/configuration/secret.ts';
import { question, settings, TOOL } from '../../support/served-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ANSWER = {
  content: 'fine',
  toolCalls: [{ name: 'read_code', arguments: '{}' }],
  finish: 'stop' as const,
  usage: { input: 1, cached: 0, output: 2, estimated: false },
};

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();

describe('folderCache', () => {
  test('gives back what was put in, and leaves no other file', () => {
    const folder = temporaryFolder();
    const cache = folderCache(folder, fail, NOW);
    expect(cache.get(settings(), question(), 100)).toBeUndefined();
    cache.put(settings(), question(), 100, ANSWER);
    expect(folderCache(folder, fail, NOW).get(settings(), question(), 100)).toEqual(ANSWER);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.includes('.'))).toHaveLength(1);
  });

  test('a damaged entry counts as missing', () => {
    const folder = temporaryFolder();
    const cache = folderCache(folder, fail, NOW);
    cache.put(settings(), question(), 100, ANSWER);
    const key = callKey(settings(), question(), 100);
    const file = join(folder, key.slice(0, 2), `${key}.json`);
    for (const text of ['', '{"content":', '{"content": 3}', readFileSync(file, 'utf8').slice(9)]) {
      writeFileSync(file, text);
      expect(cache.get(settings(), question(), 100)).toBeUndefined();
    }
  });

  test('answers that were not read for a month are evicted, and nothing else', () => {
    const folder = temporaryFolder({ 'ab/notes.json': 'mine', 'notes/0000': 'mine' });
    const cache = folderCache(folder, fail, NOW);
    cache.put(settings(), question(), 100, ANSWER);
    cache.put(settings(), question(), 200, ANSWER);
    const old = (NOW - 31 * DAY) / 1000;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
    for (const file of files) utimesSync(file, old, old);
    expect(cache.get(settings(), question(), 200)).toEqual(ANSWER);
    cache.evict();
    expect(cache.get(settings(), question(), 100)).toBeUndefined();
    expect(cache.get(settings(), question(), 200)).toEqual(ANSWER);
    expect(readFileSync(join(folder, 'ab/notes.json'), 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, 'notes/0000'), 'utf8')).toBe('mine');
  });

  test('a folder that cannot be written loses no answer, and is told of once', () => {
    const folder = temporaryFolder({ answers: 'a file' });
    const problems: string[] = [];
    const cache = folderCache(join(folder, 'answers'), (line) => problems.push(line), NOW);
    cache.put(settings(), question(), 100, ANSWER);
    cache.put(settings(), question(), 200, ANSWER);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('answers are not kept for a second run');
    expect(cache.get(settings(), question(), 100)).toBeUndefined();
  });
});

test('the key depends on everything that the answer depends on, and on nothing else', () => {
  const key = callKey(settings(), question(), 100);
  const other = { role: 'other', subject: 'b.c', turn: 7 };
  expect(callKey(settings({ name: 'alias', key: new Secret('another') }), question(), 100)).toBe(
    key,
  );
  expect(callKey(settings(), question({ conversation: other, tier: 'smart' }), 100)).toBe(key);
  const different = [
    callKey(settings({ model: 'x' }), question(), 100),
    callKey(settings({ baseUrl: 'http://localhost/v1' }), question(), 100),
    callKey(settings({ parameters: { temperature: 0 } }), question(), 100),
    callKey(settings(), question({ messages: [] }), 100),
    callKey(settings(), question({ tools: [TOOL] }), 100),
    callKey(settings(), question({ answerSchema: { name: 'x', schema: {} } }), 100),
    callKey(settings(), question(), 101),
  ];
  expect(new Set([key, ...different]).size).toBe(different.length + 1);
});

function fail(line: string): void {
  throw new Error(line);
}
