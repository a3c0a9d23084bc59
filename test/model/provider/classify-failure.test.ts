import { describe, expect, test } from '@jest/globals';
import { APIError } from 'openai';
import { classifyFailure } from '../../../src/model/provider/classify-failure.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

function ofStatus(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  error: object = {},
) {
  return classifyFailure(
    APIError.generate(status, { error }, undefined, new Headers(headers)),
    NOW,
    undefined,
  );
}

describe('classifyFailure', () => {
  test.each([
    [429, 'busy'],
    [500, 'broken'],
    [503, 'broken'],
    [529, 'broken'],
    [408, 'broken'],
    [400, 'unfit'],
    [422, 'unfit'],
    [413, 'too-long'],
    [401, 'refused'],
    [402, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [301, 'refused'],
  ])('status %i is %s', (status, kind) => {
    expect(ofStatus(status)).toMatchObject({ kind, received: undefined });
  });

  test('a code says more than the status', () => {
    expect(ofStatus(429, {}, { code: 'insufficient_quota' }).kind).toBe('refused');
    expect(ofStatus(400, {}, { code: 'context_length_exceeded' }).kind).toBe('too-long');
  });

  test.each([
    [
      'the server of llama.cpp',
      { type: 'exceed_context_size_error', message: 'try increasing it' },
    ],
    ['Anthropic', { message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
  ])('%s says in its own way that a question does not fit', (_who, error) => {
    expect(ofStatus(400, {}, error).kind).toBe('too-long');
  });

  test('who speaks of prompts in another failure says nothing of their length', () => {
    expect(ofStatus(500, {}, { message: 'prompt is too long' }).kind).toBe('broken');
    expect(ofStatus(400, {}, { message: 'prompt is not too long' }).kind).toBe('unfit');
  });

  test.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{}, undefined],
  ])('%j asks to wait %j ms', (headers: Record<string, string>, milliseconds) => {
    expect(ofStatus(429, headers).retryAfter).toBe(milliseconds);
  });

  test('what arrived before a connection broke is kept', () => {
    const broken = new TypeError('terminated', { cause: new Error('other side closed') });
    expect(classifyFailure(broken, NOW, 12)).toMatchObject({
      kind: 'broken',
      received: 12,
      message: 'broke off in the middle of its answer (other side closed)',
    });
    expect(classifyFailure(broken, NOW, undefined).message).toBe(
      'cannot be reached (other side closed)',
    );
  });

  test('a long text of a provider is cut, and stands on one line', () => {
    const { message } = ofStatus(500, {}, { message: 'line\n'.repeat(500) });
    expect(message.length).toBeLessThan(330);
    expect(message).not.toContain('\n');
  });
});
