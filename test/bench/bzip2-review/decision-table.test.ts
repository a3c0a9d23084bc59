import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { decidedPlaces, decisionTable } from '../../../bench/bzip2-review/decision-table.ts';
import { sarifOf } from '../../../bench/bzip2-review/listed-places.ts';
import { parseSarif } from '../../../src/security/import/parse-sarif.ts';

const LIST = [
  { file: 'a.c', line: 3, kind: 'unchecked-append', cwe: 120, claim: 'it may not fit' },
  { file: 'b.c', line: 9, kind: 'null-argument', cwe: 476, claim: 'it may be null' },
];

test('a list becomes a log, and each of its places a line with what was decided', () => {
  const log = sarifOf(JSON.stringify(LIST));
  const places = decidedPlaces(log, [
    {
      ...{ rule: 'chapter/unchecked-append', file: 'a.c', line: 3 },
      ...{ decision: 'refuted', reason: 'a.c:1\nhas room for all' },
    },
    { rule: 'chapter/other', file: 'b.c', line: 9, decision: 'verified', reason: 'another rule' },
  ]);
  expect(places.map(({ decision }) => decision)).toEqual(['refuted', undefined]);
  expect(decisionTable(places).split('\n')).toEqual([
    'a.c:3  unchecked-append: it may not fit  refuted      a.c:1 has room for all',
    'b.c:9  null-argument: it may be null     NO DECISION  the report does not name it',
    '',
  ]);
});

test('a log stays as it is, and a list with other entries is refused', () => {
  const log = sarifOf(JSON.stringify(LIST));
  expect(sarifOf(log)).toBe(log);
  expect(() => sarifOf('[{ "file": "a.c" }]')).toThrow();
});

test('the places of bzip2 are a list that imports take in', () => {
  const file = new URL('../../../bench/bzip2-review/places.json', import.meta.url);
  const [run] = parseSarif(sarifOf(readFileSync(file, 'utf8')));
  expect(run?.results).toHaveLength(10);
});
