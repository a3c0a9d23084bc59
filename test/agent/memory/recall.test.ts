import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rankByBm25, termsOf } from '../../../src/agent/memory/bm25.ts';
import { memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import { recall } from '../../../src/agent/memory/recall.ts';

describe('rankByBm25', () => {
  test('prefers rare terms, and short texts among equals', () => {
    const texts = [
      'the buffer is checked by the caller',
      'the index of the buffer comes from the header of the file and is not checked',
      'the caller checks the index',
      'strlen of the name',
    ];
    expect(rankByBm25(texts, 'index')).toEqual([2, 1]);
    expect(rankByBm25(texts, 'buffer index')).toEqual([1, 2, 0]);
    // Twice in 15 terms scores 1.07 times the weight, once in 4 terms 1.24 times.
    expect(rankByBm25(texts, 'nothing of it')).toEqual([3, 1]);
    expect(rankByBm25([], 'x')).toEqual([]);
  });

  test('counts how often a term stands in a text, and how long the text is', () => {
    expect(rankByBm25(['a b c', 'a'], 'a')).toEqual([1, 0]);
    expect(rankByBm25(['a a b c', 'a b b b'], 'a')).toEqual([0, 1]);
  });

  test('finds names by their parts', () => {
    expect(termsOf('read_all readAll')).toEqual([
      'read_all',
      'read',
      'all',
      'readall',
      'read',
      'all',
    ]);
  });

  test('names exactly the texts that share a term', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(fc.array(text), text, (texts, query) => {
        const wanted = new Set(termsOf(query));
        const sharing = texts.flatMap((one, at) =>
          termsOf(one).some((term) => wanted.has(term)) ? [at] : [],
        );
        expect(rankByBm25(texts, query).sort((left, right) => left - right)).toEqual(sharing);
      }),
    );
  });
});

describe('recall', () => {
  const record = (content: string, tags: string[] = []) =>
    memoryRecord({ type: 'fact', tags, content }, new Date(0));
  const records = [
    record('the parser limits the depth', ['parser']),
    record('lengths are checked in read_all', ['io']),
    record('the parser trusts the length', ['parser', 'io']),
  ];

  test('by words, by tags, by both', () => {
    expect(recall(records, { query: 'depth', tags: [], limit: 5 })).toEqual([records[0]]);
    expect(recall(records, { query: '', tags: ['io'], limit: 5 })).toEqual([
      records[2],
      records[1],
    ]);
    expect(recall(records, { query: 'parser', tags: ['io'], limit: 5 })).toEqual([records[2]]);
  });

  test('no more than are asked for: the best by words, the latest without', () => {
    expect(recall(records, { query: 'parser depth', tags: [], limit: 1 })).toEqual([records[0]]);
    expect(recall(records, { query: 'parser depth', tags: [], limit: 2 })).toHaveLength(2);
    expect(recall(records, { query: ' ', tags: [], limit: 1 })).toEqual([records[2]]);
  });
});
