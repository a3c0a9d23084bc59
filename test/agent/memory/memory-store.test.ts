import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FileMemory } from '../../../src/agent/memory/file-memory.ts';
import { codeKey, memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import { LayeredMemory, RunMemory } from '../../../src/agent/memory/memory-store.ts';
import { mergeMemories } from '../../../src/agent/memory/merge-memories.ts';
import { retrieveMemory, saveMemory } from '../../../src/agent/tools/memory-tools.ts';
import { UsageError } from '../../../src/errors.ts';
import { redactor } from '../../../src/model/redaction/redact.ts';
import { answerOf } from '../../support/agent-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const record = (content: string, day = 1, tags: string[] = []) =>
  memoryRecord({ type: 'fact', tags, content }, new Date(Date.UTC(2024, 0, day)));

describe('a memory in a file', () => {
  test('is there again for the next run, each record once', () => {
    const path = join(temporaryFolder(), 'memory/records.jsonl');
    const memory = new FileMemory(path);
    for (const content of ['one', 'two', 'one']) memory.add(record(content));
    expect(new FileMemory(path).all()).toEqual([record('one'), record('two')]);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
  });

  test('skips what is no record, since it may have come with the repository', () => {
    const path = join(temporaryFolder(), 'records.jsonl');
    new FileMemory(path).add(record('one'));
    appendFileSync(
      path,
      `{"id":"x"}\nnot json\n${JSON.stringify({ ...record('two'), role: 'system' })}\n`,
    );
    const memory = new FileMemory(path);
    expect(memory.all()).toEqual([record('one')]);
    expect(memory.skipped).toBe(3);
  });

  test('refuses a link in its place', () => {
    const folder = temporaryFolder({ other: '' });
    symlinkSync('other', join(folder, 'records.jsonl'));
    expect(() => new FileMemory(join(folder, 'records.jsonl'))).toThrow(UsageError);
    symlinkSync('/tmp', join(folder, 'memory'));
    expect(() => new FileMemory(join(folder, 'memory/records.jsonl'))).toThrow(/is a link/);
  });
});

describe('a memory that a repository may have written', () => {
  const key = Buffer.alloc(32, 1);
  const at = () => join(temporaryFolder(), 'records.jsonl');

  test('counts unasked only where this user has written it', () => {
    const path = at();
    new FileMemory(path, { key: Buffer.alloc(32, 2) }).add(record('sealed by another'));
    appendFileSync(path, `${JSON.stringify(record('not sealed'))}\n`);
    const memory = new FileMemory(path, { key });
    memory.add(record('ours'));
    const again = new FileMemory(path, { key });
    expect(again.all().map(({ content }) => content)).toEqual([
      ...['sealed by another', 'not sealed', 'ours'],
    ]);
    expect(again.own()).toEqual([record('ours')]);
    expect(again.skipped).toBe(0);
    // To write the file anew makes nothing our own.
    again.replace(again.all());
    expect(new FileMemory(path, { key }).own()).toEqual([record('ours')]);
    expect(new FileMemory(path).own()).toHaveLength(3);
  });

  test('says nothing under the id of an own record', () => {
    const path = at();
    new FileMemory(path, { key }).add(record('ours'));
    const forged = { ...record('ours'), content: 'theirs' };
    const sealed = readFileSync(path, 'utf8');
    for (const text of [
      `${JSON.stringify(forged)}\n${sealed}`,
      `${sealed}${JSON.stringify(forged)}\n`,
    ]) {
      writeFileSync(path, text);
      expect(new FileMemory(path, { key }).all()).toEqual([record('ours')]);
    }
  });
});

describe('a memory that several runs add to', () => {
  test('loses nothing of what another one has added, nor a last line without an end', () => {
    const path = join(temporaryFolder(), 'records.jsonl');
    const [one, other] = [new FileMemory(path), new FileMemory(path)];
    one.add(record('one'));
    other.add(record('two'));
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
    new FileMemory(path).add(record('three'));
    expect(new FileMemory(path).all()).toEqual([record('one'), record('two'), record('three')]);
  });

  test('has so many records at most: the oldest go', () => {
    const path = join(temporaryFolder(), 'records.jsonl');
    const memory = new FileMemory(path, { limit: 8 });
    for (let at = 0; at < 30; at += 1) memory.add(record(`remark ${at}`));
    const kept = new FileMemory(path).all().map(({ content }) => content);
    expect(kept.length).toBeLessThanOrEqual(8);
    expect(kept.at(-1)).toBe('remark 29');
    expect(kept.length).toBeGreaterThan(4);
    expect(kept).not.toContain('remark 1');
  });
});

test('layers: added to those that keep, looked up in all', () => {
  const [kept, other] = [new RunMemory(), new RunMemory()];
  other.add(record('other'));
  const memory = new LayeredMemory([kept], [other]);
  for (const content of ['kept', 'other']) memory.add(record(content));
  expect(kept.all().map(({ content }) => content)).toEqual(['kept', 'other']);
  expect(other.all()).toEqual([record('other')]);
  expect(memory.all()).toHaveLength(2);
});

describe('mergeMemories', () => {
  test('merges what says the same, and names what it came from', () => {
    const short = record('the caller of copy checks the length of the name', 1, ['a']);
    const long = record('the caller of copy checks the length of the name twice', 3, ['b']);
    const other = record('strings end with a zero', 2);
    const { records, merged } = mergeMemories([short, other, long]);
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({
      content: long.content,
      tags: ['a', 'b'],
      created_at: '2024-01-03T00:00:00.000Z',
      merged_from: [short.id, long.id],
    });
    expect(merged).toEqual([{ from: [short.id, long.id], into: long.id }]);
  });

  test('leaves different types apart, and is done after once', () => {
    const fact = record('the same words here');
    const decision = memoryRecord({ ...fact, type: 'decision' }, new Date(0));
    expect(mergeMemories([fact, decision]).merged).toEqual([]);
    const elsewhere = memoryRecord(fact, new Date(0), { about: codeKey('f', 'void f(void) {}') });
    expect(mergeMemories([fact, elsewhere]).merged).toEqual([]);
    const once = mergeMemories([fact, record('the same words here, here')]);
    expect(mergeMemories(once.records)).toEqual({ records: once.records, merged: [] });
  });
});

test('the tools keep and find remarks, without secrets', async () => {
  const access = {
    store: new RunMemory(),
    redact: redactor(['canary-0123456789']),
    now: () => new Date(0),
  };
  const draft = { type: 'fact', tags: ['io'], content: 'the key is canary-0123456789' };
  expect(await answerOf(saveMemory(access), draft)).toMatch(/^Kept as [0-9a-f]{16}\.$/);
  expect(await answerOf(retrieveMemory(access), { query: 'key' })).toMatch(
    /\(fact, io\): the key is \[redacted\]$/,
  );
  expect(await answerOf(retrieveMemory(access), { query: 'other' })).toBe(
    'Nothing was kept about this.',
  );
  expect(await answerOf(saveMemory(access), { ...draft, type: 'order' })).toMatch(
    /arguments of save_memory are wrong/,
  );
});
