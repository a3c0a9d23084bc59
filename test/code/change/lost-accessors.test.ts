import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { lostAccessors } from '../../../src/code/change/lost-accessors.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

const BEGIN = ` #include <assert.h>
 int table[8][8], line[8]; struct s { int at; };
 int cell(int x, int y) { if (x < 0 || x >= 8 || y < 0 || y >= 8) return 0; return table[y][x]; }
 int sure(int x) { assert(x < 8); return line[x]; }
 int last(int x) { int at = x - 1; return x > 0 && x <= 8 ? line[at] : 0; }
`;

/** The elements that a change of a body reaches by itself, each with what is not tested. */
function lostIn(body: string): string[] {
  const { base, head } = versionsOf(
    `${BEGIN} int f(struct s *s, int i, int j, unsigned char small) {\n${body}\n }`,
  );
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    lostAccessors(change, pair).map(
      ({ element, index }) => `${expressionText(element)} ${expressionText(index)}`,
    ),
  );
}

test.each([
  ['both indices', '-return cell(i, j);\n+return table[j][i];', 'table[j][i] i'],
  ['a member', '-return cell(s->at, 2);\n+return table[2][s->at];', 'table[2][s->at] s->at'],
  [
    'one of two, where the other is tested',
    '-return cell(i, j);\n+return i < 8 ? table[j][i] : 0;',
    'table[j][i] j',
  ],
  ['what the index was computed from', '-return last(i);\n+return line[i];', 'line[i] i'],
])('%s without a test', (_what, body, expected) => {
  expect(lostIn(body)).toEqual([expected]);
});

test.each([
  ['a test in head', '-return cell(i, 1);\n+if (i > 7) return 0;\n+return table[1][i];'],
  ['a constant', '-return cell(1, 2);\n+return table[2][1];'],
  ['a value within limits', '-return cell(i % 8, 2);\n+return table[2][i % 8];'],
  ['a byte', '-return cell(small, 2);\n+return table[2][small];'],
  ['an assertion alone', '-return sure(i);\n+return line[i];'],
  ['another index', '-return cell(i, 1);\n+return table[1][j];'],
  [
    'an element that was reached before',
    ' int k = table[1][i];\n-return cell(i, 1);\n+return table[1][i] + k;',
  ],
])('%s is none', (_what, body) => {
  expect(lostIn(body)).toEqual([]);
});
