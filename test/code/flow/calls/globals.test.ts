import { expect, test } from '@jest/globals';
import { analyseUnit, surveyUnit } from '../../../../src/code/flow/project/analyse-unit.ts';
import { joinSurveys } from '../../../../src/code/flow/project/join-surveys.ts';
import { NO_PROJECT } from '../../../../src/code/flow/project/project-knowledge.ts';
import { lower, rangesInUnit } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';

test.each([
  ['directly', 'static void h(void) { unseen(); }'],
  ['by another function', 'static void g1(void) { unseen(); } static void h(void) { g1(); }'],
  [
    'in a recursion',
    'static int g1(int n) { return n > 3 ? g1(n - 1) : unseen(n); } static void h(void) { g1(9); }',
  ],
])('code that a callee calls may call the project back: %s', (_, helper) => {
  const text = `int n; static int last;
static void noted(int code) { last = code; }
void init(void) { set_handler(noted); }
${helper}
void f(void) { last = 0; n = 0; h(); see(last); see(n); }`;
  expect(rangesInUnit(text)).toEqual([ANY, ANY]);
});

test('what a global held before a call is not what it holds behind it', () => {
  const text = `int errors; static void h(void) { report(); }
void f(void) { int before = errors; h(); if (errors > before) see(1); }`;
  expect(rangesInUnit(text)).toEqual(['1..1']);
});

test('functions of which only one writes a global leave it as it was, perhaps', () => {
  const text = `int n;
#if ONE
int h(void) { n = 5; return 0; }
#else
int h(void) { return 1; }
#endif
void f(void) { n = 3; h(); see(n); }`;
  expect(rangesInUnit(text)).not.toEqual(['5..5']);
});

test('a static variable of another file is not the one of the same name', () => {
  const other =
    'static int state; void other(void) { state = 5; }\nint read_state(void) { return state; }\n';
  const mine =
    'static int state; void other(void); void f(void) { state = 3; other(); see(state); }\n';
  const project = joinSurveys(
    [
      ['other.c', other],
      ['mine.c', mine],
    ].map(([file = '', text = '']) => surveyUnit(lower(text), file, NO_PROJECT)),
  );
  const ranges: string[] = [];
  const hear = (text: string, file: string): void => {
    analyseUnit(
      lower(text),
      file,
      {
        call({ call, args: [first] }, facts) {
          if (call.name === 'see' && first) ranges.push(`${facts.range(first).lo}`);
        },
      },
      project,
    );
  };
  hear(mine, 'mine.c');
  expect(ranges).toEqual(['3']);
});

test('a name that no file declares is a variable that others write', () => {
  expect(
    rangesInUnit('void f(void) { unknown_count = 0; unseen(); see(unknown_count == 0); }'),
  ).toEqual(['0..1']);
});

test('a volatile global may change between any two statements', () => {
  const text = `volatile int stop; volatile int *at; static int run;
void f(void) { run = 1; stop = 0; see(run); stop = 0; see(stop); }`;
  expect(rangesInUnit(text)).toEqual(['1..1', ANY]);
});
