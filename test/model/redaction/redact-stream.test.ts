import { expect, test } from '@jest/globals';
import { redactor } from '../../../src/model/redaction/redact.ts';
import { redactStream } from '../../../src/model/redaction/redact-stream.ts';

function streaming(...secrets: string[]) {
  const texts: string[] = [];
  const stream = redactStream(redactor(secrets), (text) => texts.push(text));
  return { stream, texts };
}

test('a line goes on as soon as it has ended', () => {
  const { stream, texts } = streaming();
  stream.push('one\ntw');
  expect(texts).toEqual(['one\n']);
  stream.push('o\nthree\nfour');
  expect(texts).toEqual(['one\n', 'two\nthree\n']);
  stream.end();
  expect(texts.join('')).toBe('one\ntwo\nthree\nfour');
});

test('a secret that arrives in pieces is redacted', () => {
  const { stream, texts } = streaming('canary-0123456789');
  for (const piece of ['key: cana', 'ry-01234', '56789\n', 'end']) stream.push(piece);
  stream.end();
  expect(texts.join('')).toBe('key: [redacted]\nend');
});

test('what may be a secret of several lines waits for its end', () => {
  const { stream, texts } = streaming();
  stream.push('before\n-----BEGIN PRIVATE KEY-----\nAAAA\nBBBB\n');
  expect(texts).toEqual(['before\n']);
  stream.push('-----END PRIVATE KEY-----\n');
  stream.end();
  expect(texts.join('')).not.toMatch(/AAAA|BBBB/);
});
