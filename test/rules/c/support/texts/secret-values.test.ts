import { describe, expect, test } from '@jest/globals';
import {
  isPasswordName,
  isSecretName,
} from '../../../../../src/rules/c/support/texts/secret-names.ts';
import {
  isPlausibleSecret,
  knownSecret,
} from '../../../../../src/rules/c/support/texts/secret-values.ts';

describe('names of secrets', () => {
  test.each(['db_password', 'userPasswd', 'API_KEY', 'secretKey', 'sessionToken'])(
    '%s holds one',
    (name) => expect(isSecretName(name)).toBe(true),
  );
  test.each([
    'password_length',
    'token',
    'next_token',
    'public_key',
    'keyboard',
    'passenger',
    'ERRCODE_INVALID_PASSWORD',
    'PASSWORD_CHARSET',
  ])('%s holds none', (name) => expect(isSecretName(name)).toBe(false));
  test('a hash of a password is no password', () => {
    expect(isPasswordName('password')).toBe(true);
    expect(isPasswordName('password_hash')).toBe(false);
  });
});

describe('texts that may be secrets', () => {
  test.each(['hunter2', 'open-sesame', '9f86d081884c7d65', 'S3cr3t!'])('%s may', (text) =>
    expect(isPlausibleSecret(text)).toBe(true),
  );
  test.each([
    '',
    'Password:',
    'password',
    'API_TOKEN',
    '%s',
    'changeme',
    '/etc/app/key.pem',
    '<key>',
  ])('%p may not', (text) => expect(isPlausibleSecret(text)).toBe(false));
  test('some are known by their look', () => {
    expect(knownSecret(`AKIA${'Q'.repeat(16)}`)).toBe('an AWS access key');
    expect(knownSecret('postgres://app:hunter2@db/main')).toBe('a URL with a password');
    expect(knownSecret('https://example.org/path')).toBeUndefined();
  });
});
