import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { namedWorth, shownWorth } from '../../support/rules.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };

function toldOf(rule: string, text: string, language: 'c' | 'cpp'): string[] {
  const parser = parsers[language];
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), language, parser, options);
  return hits.filter((hit) => hit.rule === rule).map((hit) => shownWorth(C_RULES, hit));
}

test('a method that is called on an object which was deleted', () => {
  const code = `struct Box {
  int *held;
  Box() : held(new int(4)) {}
  ~Box() { delete held; }
  int get() const { return *held; }
};
int made() {
  Box *box = new Box;
  delete box;
  return box->get(); // use_after_free high 0.86
}
void given(Box *box) {
  box->get();
  delete box;
  box->get(); // use_after_free high 0.86
}
int again(Box *box) {
  delete box;
  box = new Box;
  int is = box->get();
  delete box;
  return is;
}`;
  expect(toldOf('use_after_free', code, 'cpp')).toEqual(namedWorth(code));
});

test.each(['c', 'cpp'] as const)('a sum that begins with nothing, in %s', (language) => {
  const code = `int total(const int *of, int n) {
  int sum;
  for (int i = 0; i < n; i++) sum += of[i]; // uninitialized_use medium 0.78
  return sum;
}
int counted(void) {
  int count;
  double mean;
  for (int i = 0; i < 10; i++) {
    count++; // uninitialized_use medium 0.78
    mean = i;
  }
  return count + (int)mean;
}
int begun(const int *of, int n) {
  int sum, product = 1, rest;
  sum = 0;
  rest = n;
  for (int i = 0; i < n; i++) {
    sum += of[i];
    product *= of[i];
  }
  while (rest-- > 0) sum++;
  return sum + product;
}`;
  const named = namedWorth(code);
  const told = toldOf('uninitialized_use', code, language);
  expect(told.filter((one) => /^(?:3|10) /.test(one)).sort()).toEqual(named);
  expect(told.filter((one) => Number(one.split(' ')[0]) > 14)).toEqual([]);
});
