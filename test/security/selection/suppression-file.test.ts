import { expect, test } from '@jest/globals';
import { parseSuppressionFile } from '../../../src/security/selection/suppression-file.ts';

const ENTRY = { rule: 'double_free', reason: 'freed by the caller' };

test.each([
  ['a file', { file: 'src/gen/*.c' }],
  ['a fingerprint', { fingerprint: '0f2b9c4d7e6a5b31' }],
  ['an id', { id: 'double_free-0f2b9c4d' }],
  ['a day', { until: '2027-01-31' }],
])('an entry may say where it holds, and until when: %s', (_what, more) => {
  const entry = { ...ENTRY, ...more };
  expect(parseSuppressionFile(JSON.stringify([entry]))).toEqual([entry]);
});

test.each([
  ['rule', { rule: '' }],
  ['file', { file: '' }],
  ['fingerprint', { fingerprint: '' }],
  ['id', { id: '' }],
  ['reason', { reason: ' ' }],
  ['until', { until: 'tomorrow' }],
])('an entry is refused whose %s says nothing', (key, wrong) => {
  const text = JSON.stringify([{ ...ENTRY, ...wrong }]);
  expect(() => parseSuppressionFile(text)).toThrow(
    new RegExp(`suppressions\\.json5:1: entries\\.0\\.${key}: `),
  );
});

test('all that is wrong is told, each with its line', () => {
  const text = `// settled
[
  { rule: 'double_free', reson: 'x' },
  { rule: 3, reason: 'y' },
  { rule: 'double_free',
    reason: 'z' },
]`;
  expect(() => parseSuppressionFile(text)).toThrow(
    `.rustward/suppressions.json5:3: there is no key "reson" in entries.0; did you mean "reason"?
.rustward/suppressions.json5:4: entries.1.rule: expected string, found number`,
  );
  expect(() => parseSuppressionFile('[\n  ?')).toThrow(
    ".rustward/suppressions.json5:2: this is not JSON5: invalid character '?', column 3",
  );
});
