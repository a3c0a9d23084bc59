import { expect, test } from '@jest/globals';
import { scoreOf, severityOf } from '../../../src/security/candidates/severity.ts';

test.each([
  [0.95, 'high', 'high'],
  [0.8, 'high', 'high'],
  [0.79, 'high', 'medium'],
  [0.67, 'high', 'medium'],
  [0.66, 'high', 'low'],
  [0.95, 'medium', 'medium'],
  [0.95, 'low', 'low'],
  [0.66, 'medium', 'low'],
] as const)(
  'a confidence of %d of a rule of severity %s earns %s',
  (confidence, ceiling, severity) => {
    expect(severityOf(confidence, ceiling)).toBe(severity);
  },
);

test.each([
  [0.9, 'high', 2.7],
  [0.65, 'medium', 1.3],
  [0.45, 'low', 0.45],
  [0.333, 'high', 1],
] as const)('a confidence of %d at severity %s scores %d', (confidence, severity, score) => {
  expect(scoreOf(confidence, severity)).toBe(score);
});
