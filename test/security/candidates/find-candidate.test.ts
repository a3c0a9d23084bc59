import { expect, test } from '@jest/globals';
import { findCandidate } from '../../../src/security/candidates/find-candidate.ts';

const place = { file: 'a.c', line: 1 };
const CANDIDATES = [
  { gid: 1, id: 'C0a1b2c', ...place },
  { gid: 2, id: 'C0a9999', ...place },
  { gid: 3, id: 'R123456', ...place },
  { gid: 4, id: 'R123456', ...place },
];

test.each([
  ['C0a1b2c', 1],
  ['c0A1', 1],
  ['2', 2],
  ['4', 4],
])('%s is %i', (name, gid) => {
  expect(findCandidate(name, CANDIDATES).gid).toBe(gid);
});

test.each([
  ['C0a', 'C0a means 2 findings: C0a1b2c (1, a.c:1), C0a9999 (2, a.c:1); write more of it'],
  ['R1', 'R1 means 2 findings: R123456 (3, a.c:1), R123456 (4, a.c:1); use the number'],
  ['R2', 'there is no finding R2; near are R123456 (3, a.c:1), R123456 (4, a.c:1), '],
  ['5', 'there is no finding 5; near are R123456 (4, a.c:1), R123456 (3, a.c:1), '],
  ['', 'there is no finding ; near are C0a1b2c (1, a.c:1), '],
])('%j is refused', (name, message) => {
  expect(() => findCandidate(name, CANDIDATES)).toThrow(message);
});

test('where there is nothing, nothing is near', () => {
  expect(() => findCandidate('1', [])).toThrow('there is no finding 1, nor any other');
});
