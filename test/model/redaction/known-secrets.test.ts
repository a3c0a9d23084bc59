import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import { Secret } from '../../../src/model/configuration/secret.ts';
import { knownSecrets } from '../../../src/model/redaction/known-secrets.ts';
import { redactor } from '../../../src/model/redaction/redact.ts';
import { redactRequest } from '../../../src/model/redaction/redact-request.ts';
import { question } from '../../support/served-model.ts';

const NONE = { kind: 'unconfigured', reason: '' } as const;

test('the environment holds secrets where names say so', () => {
  const env = {
    GITHUB_TOKEN: 'abc123def456',
    DB_PASSWORD: ' with blanks 1 ',
    API_KEY: 'allletterspasswordlong',
    SECRET_KEY: 'production',
    SORT_KEY: '12345',
    TOKEN: undefined,
    HOME: '/home/user1',
    KEYBOARD: 'us-intl-2',
  };
  expect(knownSecrets(env, NONE)).toEqual([
    'abc123def456',
    'with blanks 1',
    'allletterspasswordlong',
  ]);
});

test('a secret is printed only when it is asked for by name', () => {
  const secret = new Secret('abc123def456');
  const seen = [String(secret), JSON.stringify({ secret }), inspect({ secret }), `${secret}`];
  expect(seen.join()).not.toContain('abc123');
  expect(secret.reveal()).toBe('abc123def456');
});

test('a history is clean in every part', () => {
  const secret = 'abc123def456';
  const request = question({
    conversation: { role: 'tester', subject: secret, turn: 1 },
    messages: [
      { role: 'user', content: secret },
      {
        role: 'assistant',
        content: secret,
        toolCalls: [{ id: 'a', name: 'read_code', arguments: `{"x":"${secret}"}` }],
      },
      { role: 'tool', toolCallId: 'a', content: secret },
    ],
  });
  const clean = redactRequest(request, redactor([secret]));
  expect(JSON.stringify(clean)).not.toContain(secret);
  expect(clean.messages).toHaveLength(3);
});
