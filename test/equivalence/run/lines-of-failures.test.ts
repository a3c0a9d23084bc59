import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { linesThatGoOn } from '../../../src/equivalence/run/lines-of-failures.ts';

const SOURCE = `
int other(int x) { return x; }
int parse(const char *s, int *out) {
  int rc = 0, v = 0;
  log(s);
  switch (*s++) {
    case 'a':
      v = 1;
      break;
    case 'b':
      v = 2;
      goto failed;
    default:
      return -1;
  }
  if (*s != 0) {
    if (v == 2) {
      log("two");
    }
    rc = -2;
  }
  for (; *s != 0; s++) {
    v++;
  }
  *out = v;
  return rc;
failed:
  log("failed");
  return -1;
}
`;

test('lines go on that lead to no jump out, and set nothing that is returned', async () => {
  const tree = await loadGrammars().tree('c', SOURCE);
  const all = SOURCE.split('\n').map((_, at) => at + 1);
  // The case that breaks, and the body of the loop; not what leads to a jump, nor what each call reaches.
  expect(linesThatGoOn(tree, 'parse', all)).toEqual([8, 23]);
  expect(linesThatGoOn(tree, 'missing', all)).toEqual([]);
});
