import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';

const parser = await loadGrammars().parser('cpp');
const rules = C_RULES.filter(({ id }) => id === 'dangling_capture');

/** Whether a lambda that a function hands on is one that outlives what it captures. */
function isDangling(methods: string, body: string): boolean {
  const text = `#include <functional>
#include <vector>
using Handler = std::function<void(int)>;
extern std::vector<Handler> all_;
class Bus {
public:
${methods}
  std::vector<Handler> handlers_;
  Handler last_;
};
void watch(Bus &bus) {
  int seen = 0;
  ${body}
}
`;
  const { hits } = runCRules(parseSyntax(parser, text), 'cpp', parser, { path: 'a.cpp', rules });
  return hits.some(({ confidence }) => confidence >= 0.5);
}

const PASSED = 'bus.on([&seen](int) { ++seen; });';

test.each([
  ['adds it to a field', 'handlers_.push_back(handler);'],
  ['adds it to a field of this', 'this->handlers_.emplace_back(handler);'],
  ['adds what it was moved to', 'handlers_.push_back(std::move(handler));'],
  ['adds it to a global', 'all_.push_back(handler);'],
  ['puts it into a field', 'last_ = handler;'],
  ['puts it into an element of a field', 'handlers_[0] = std::move(handler);'],
])('a method that %s keeps it', (_, kept) => {
  expect(isDangling(`  void on(Handler handler) { ${kept} }`, PASSED)).toBe(true);
});

test.each([
  ['calls it', 'handler(1);'],
  ['has a field call it', 'last_.swap_with(handler);'],
  ['has elements call it', 'handlers_.for_each(handler);'],
  ['adds something else', 'handlers_.push_back(last_);'],
  ['adds what it makes of it', 'handlers_.push_back(wrap(handler, 1));'],
  ['puts it into a variable of its own', 'Handler own; own = handler;'],
  ['adds it to a variable of its own', 'std::vector<Handler> own; own.push_back(handler);'],
])('a method that %s does not', (_, other) => {
  expect(isDangling(`  void on(Handler handler) { ${other} }`, PASSED)).toBe(false);
});

test('each method of the name has to keep that argument', () => {
  const second = '  void on(int id, Handler handler) { handlers_.push_back(handler); }';
  expect(isDangling(second, 'bus.on(1, [&seen](int) { ++seen; });')).toBe(true);
  expect(isDangling(second, PASSED)).toBe(false);
});

test.each([
  ['named again, so that it may be taken out', `${PASSED} bus.clear();`],
  ['what is waited for', `${PASSED} wait_for(seen);`],
  ['of another variable than one outside', 'Bus own; own.on([&seen](int) { ++seen; });'],
])('a lambda is none that is %s', (_, body) => {
  expect(isDangling('  void on(Handler handler) { last_ = handler; }', body)).toBe(false);
});
