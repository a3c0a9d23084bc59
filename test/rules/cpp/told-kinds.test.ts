import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { namedWorth, shownWorth } from '../../support/rules.ts';

const parser = await loadGrammars().parser('cpp');

/** What is said of a file that a change brings, as `line rule severity confidence`. */
function toldOf(text: string): string[] {
  const options = { path: 'src/main.cpp', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'cpp', parser, options);
  return hits.map((hit) => shownWorth(C_RULES, hit)).sort();
}

/** Kinds of defect, each in forms that programmers write, between sound code that looks like them. */
const KINDS: readonly (readonly [kind: string, code: string])[] = [
  [
    'a smart pointer without an object',
    `#include <memory>
struct S { int v; int get() const { return v; } };
void fill(std::unique_ptr<S> &out);
int fresh() {
  std::unique_ptr<S> p;
  return p->v; // absent_value_use high 0.88
}
int given(bool more) {
  std::unique_ptr<S> p;
  if (more) p = std::make_unique<S>();
  return p->get(); // absent_value_use low 0.65
}
int reset() {
  auto p = std::make_shared<S>();
  p.reset();
  return (*p).v; // absent_value_use high 0.88
}
int released() {
  auto p = std::make_unique<S>();
  std::unique_ptr<S> q(p.release());
  return p->v + q->v; // absent_value_use high 0.88
}
int nothing() {
  std::unique_ptr<S> p(nullptr);
  return p->v; // absent_value_use high 0.88
}
int sound(bool more) {
  std::unique_ptr<S> p, q;
  p.reset(new S{1});
  fill(q);
  std::shared_ptr<S> both;
  auto set = [&] { both = std::make_shared<S>(); };
  set();
  std::unique_ptr<S> some;
  if (more) some = std::make_unique<S>();
  if (!some) return 0;
  std::unique_ptr<S> other;
  if (more) other = std::make_unique<S>();
  else other = std::make_unique<S>();
  return p->v + q->v + both->v + some->v + other->v;
}`,
  ],
  [
    'an algorithm that writes past an array',
    `#include <algorithm>
#include <vector>
void use(const void *p);
void copied() {
  int a[4], b[6] = {1, 2, 3, 4, 5, 6};
  std::copy(b, b + 6, a); // boundary_funcs high 0.82
  std::copy(std::begin(b), std::end(b), a); // boundary_funcs high 0.82
  std::copy_n(b, 5, a); // boundary_funcs high 0.82
  std::copy_n(b, 4, a);
  std::copy(b, b + 4, std::begin(a));
  use(a);
}
int filled() {
  int a[4];
  std::fill(a, a + 5, 0); // boundary_funcs high 0.82
  std::fill_n(a, 6, 0); // boundary_funcs high 0.82
  std::fill(std::begin(a), std::end(a), 0);
  std::fill_n(a, std::size(a), 0);
  return a[3];
}
void vectors(const std::vector<int> &v) {
  std::vector<int> all(v.size());
  std::copy(v.begin(), v.end(), all.begin());
  std::fill(all.begin(), all.end(), 0);
  use(all.data());
}
namespace own { void copy(int *from, int *end, int *to); }
void others(int *from) {
  int a[2];
  own::copy(from, from + 9, a);
  use(a);
}`,
  ],
  [
    'what a stream is asked for, and gives',
    `#include <cstdlib>
#include <fstream>
#include <iostream>
void use(const char *text);
void asked(const char *name) {
  char b[16];
  std::ifstream in(name);
  std::cin.read(b, 32); // boundary_funcs high 0.82
  std::cin.getline(b, 17); // boundary_funcs high 0.82
  in.read(b, sizeof b);
  in.get(b, sizeof b);
  use(b);
}
void given(const char *name) {
  char b[64];
  std::ifstream in(name, std::ios::binary);
  unsigned length;
  in.read((char *)&length, sizeof length);
  in.read(b, length); // boundary_funcs high 0.83
  in.read((char *)&length, sizeof length);
  if (length <= sizeof b) in.read(b, length);
  std::cin.getline(b, sizeof b);
  std::system(b); // command_exec high 0.84
}
struct Reader { void read(char *to, int n); };
void other(Reader &reader) {
  char b[4];
  reader.read(b, 9);
  use(b);
}`,
  ],
  [
    'a local variable that may change at any time',
    `void wait() {
  volatile int stopped = 1;
  while (stopped) {}
  int a[2] = {0};
  a[2] = 1; // out_of_bounds_write high 0.81
}
int *pointed(volatile int *status) {
  int *none = nullptr;
  if (status != nullptr) *status = 1;
  return none;
}`,
  ],
];

test.each(KINDS)('%s', (_, code) => {
  expect(toldOf(code)).toEqual(namedWorth(code));
});
