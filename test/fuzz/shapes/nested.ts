import type { Language } from '../corpus.ts';
import { anySize, type Random } from '../random.ts';
import { oneOf, type Shape } from './shape.ts';

/** What is written a number of times, what is within, and what ends each of them. */
type Nest = readonly [before: string, open: string, within: string, close: string, after: string];

const C: Readonly<Record<string, Nest>> = {
  parentheses: ['int f(int x) { return ', '(', 'x', ')', '; }'],
  braces: ['void f(void) ', '{', ';', '}', ''],
  brackets: ['int f(int *a) { return ', 'a[', '0', ']', '; }'],
  calls: ['int f(int x) { return ', 'f(', 'x', ')', '; }'],
  casts: ['int f(int x) { return ', '(int)', 'x', '', '; }'],
  signs: ['int f(int x) { return ', '-~!', 'x', '', '; }'],
  stars: ['int f(int ', '*', 'x', '', ') { return 0; }'],
  derefs: ['int f(int *x) { return ', '*&', '*x', '', '; }'],
  'a sum': ['int f(int x) { return ', 'x+', 'x', '', '; }'],
  assignments: ['int f(int x) { return ', 'x=', 'x', '', '; }'],
  commas: ['int f(int x) { return ', 'x,', 'x', '', '; }'],
  conditions: ['int f(int x) { return ', 'x&&', 'x', '', '; }'],
  choices: ['int f(int x) { return ', 'x?', 'x', ':x', '; }'],
  'else choices': ['int f(int x) { return ', 'x?x:', 'x', '', '; }'],
  ifs: ['void f(int x) { ', 'if(x)', ';', '', ' }'],
  'if else': ['void f(int x) { ', 'if(x){}else ', ';', '', ' }'],
  'ifs with else': ['void f(int x) { ', 'if(x)', ';', ' else ;', ' }'],
  loops: ['void f(int x) { ', 'for(;x;x--)', ';', '', ' }'],
  'do loops': ['void f(int x) { ', 'do{', 'x--;', '}while(x);', ' }'],
  switches: ['void f(int x) { ', 'switch(x){case 1:', ';', '}', ' }'],
  cases: ['void f(int x) { switch(x){ ', 'case 1:', ';', '', '} }'],
  labels: ['void f(int x) { ', 'l:', ';', '', ' }'],
  structs: ['', 'struct{', 'int a;', '}x;', ''],
  initialisers: ['int a[] = ', '{', '1', '}', ';'],
  dimensions: ['int a', '[2]', '', '', ';'],
  declarators: ['int ', '(*', 'f', ')(void)', ';'],
  members: ['struct s{struct s*n;}; int f(struct s*x) { return x', '->n', '', '', '!=0; }'],
  sizes: ['unsigned long n = ', 'sizeof(', '1', ')', ';'],
  literals: ['const char *s = ', '"a"', '""', '', ';'],
  'statement expressions': ['int f(int x) { return ', '({', 'x;', '})', '; }'],
  compounds: ['int f(void) { return ', '(int){', '1', '}', '; }'],
  conditionals: ['\n', '#if A\n', 'int x;\n', '#endif\n', ''],
  'else conditionals': ['\n#if A\n', '#elif B\n', 'int x;\n', '', '#endif\n'],
  'generic selections': ['int f(int x) { return ', '_Generic(x, int:', 'x', ')', '; }'],
  attributes: ['', '__attribute__((unused)) ', 'int x', '', ';'],
  pointers: ['int f(int x) { return ', '&*', '&x', '', '!=0; }'],
};

const CPP: Readonly<Record<string, Nest>> = {
  templates: ['template<class T> struct A{}; ', 'A<', 'int', '>', ' x;'],
  lambdas: ['int f() { return ', '[&]{return ', '1', ';}()', '; }'],
  classes: ['', 'struct A{', 'int x;', '};', ''],
  namespaces: ['', 'namespace a{', 'int x;', '}', ''],
  'nested names': ['', 'namespace a', '{}', '', ''],
  tries: ['void f() { ', 'try{', ';', '}catch(...){}', ' }'],
  streams: ['void f(S &s) { s', '<<1', '', '', '; }'],
  'template parameters': ['', 'template<class>', 'void f();', '', ''],
  parameters: ['template<', 'template<class>class,', 'class', '', '> struct B;'],
  scopes: ['int x = ', 'a::', 'b', '', ';'],
  news: ['auto p = ', 'new A(', '1', ')', ';'],
  'initialiser lists': ['auto p = ', 'A{', '1', '}', ';'],
};

const RUST: Readonly<Record<string, Nest>> = {
  parentheses: ['pub fn f(x: u8) -> u8 { ', '(', 'x', ')', ' }'],
  blocks: ['pub fn f(x: u8) -> u8 { ', '{', 'x', '}', ' }'],
  'unsafe blocks': ['pub fn f(x: u8) -> u8 { ', 'unsafe{', 'x', '}', ' }'],
  ifs: ['pub fn f(x: bool) { ', 'if x {', '', '}', ' }'],
  'else ifs': ['pub fn f(x: bool) { ', 'if x {} else ', '{}', '', ' }'],
  matches: ['pub fn f(x: u8) -> u8 { ', 'match x { _ => ', 'x', '}', ' }'],
  closures: ['pub fn f() { let _ = ', '|x: u8| ', 'x', '', '; }'],
  generics: ['pub type T = ', 'Vec<', 'u8', '>', ';'],
  references: ['pub type T = ', "&'static ", 'u8', '', ';'],
  tuples: ['pub type T = ', '(', 'u8', ',)', ';'],
  arrays: ['pub const A: u8 = ', '[', '1', ']', ';'],
  methods: ['pub fn f(x: S) { x', '.a()', '', '', '; }'],
  questions: ['pub fn f(x: S) { x', '?', '', '', '; }'],
  macros: ['pub fn f() { ', 'vec!(', '1', ')', '; }'],
  comments: ['', '/*', ' ', '*/', ''],
  attributes: ['', '#[allow(unused)]', 'fn f(){}', '', ''],
  modules: ['', 'mod a{', '', '}', ''],
  functions: ['', 'fn f(){', '', '}', ''],
  loops: ['fn f(){', 'loop{', '', '}', '}'],
  signs: ['fn f(x:i8)->i8{', '-!', 'x', '', '}'],
  sums: ['fn f(x:i8)->i8{', 'x+', 'x', '', '}'],
  casts: ['fn f(x:i8)->i8{x', ' as i8', '', '', '}'],
};

const ALL: Readonly<Record<Language, Readonly<Record<string, Nest>>>> = {
  c: C,
  cpp: CPP,
  rust: RUST,
};

/** Something within itself, as deep as up to 30,000 levels. */
export function nested(random: Random): Shape {
  const language = random.pick<Language>(['c', 'c', 'cpp', 'rust']);
  const [name, [before, open, within, close, after]] = oneOf(random, ALL[language]);
  const depth = anySize(random, 32_768);
  // Now and then it is not closed as often as it is opened.
  const closed = random.percent(80) ? depth : random.below(depth + 1);
  const text = before + open.repeat(depth) + within + close.repeat(closed) + after;
  return { idea: `${depth} nested ${name}`, language, text, isClosed: closed === depth };
}
