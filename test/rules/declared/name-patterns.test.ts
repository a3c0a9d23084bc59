import { expect, test } from '@jest/globals';
import { matchesNames } from '../../../src/rules/declared/name-patterns.ts';

test.each([
  ['legacy_log', 'legacy_log', true],
  ['legacy_log', 'legacy_logger', false],
  ['legacy_log', 'old::legacy_log', true],
  ['acme_*', 'acme_read', true],
  ['acme_*', 'my_acme_read', false],
  ['*_raw', 'log_raw', true],
  ['old::*', 'old::log', true],
  ['old::*', 'crate::old::log', true],
  ['old::*', 'bold::log', false],
  ['Reader::parse', 'net::Reader::parse', true],
  ['Reader::parse', 'parse', false],
  ['*', '', false],
])('%s and the name %s', (pattern, name, expected) => {
  expect(matchesNames([pattern])(name)).toBe(expected);
});
