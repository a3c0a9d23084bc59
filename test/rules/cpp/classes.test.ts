import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { markedLines } from '../../support/rules.ts';

const parser = await loadGrammars().parser('cpp');

/** The lines of findings, but for those of which the scan is hardly sure. */
function foundLines(text: string): number[] {
  const options = { path: 'src/main.cpp', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'cpp', parser, options);
  const lines = hits.filter(({ confidence }) => confidence >= 0.5).map(({ location }) => location);
  return [...new Set(lines.map(({ line }) => line))].sort((a, b) => a - b);
}

/** What is known of classes, beside sound code that looks like it. */
const CASES: readonly (readonly [what: string, code: string])[] = [
  [
    'memory is lost where an exception leaves the function',
    `#include <stdexcept>
#include <string>
struct Item { std::string text; int weight = 0; };
Item *parse(const std::string &line) {
  Item *item = new Item; // defect
  if (line.empty()) throw std::invalid_argument("an empty line");
  item->weight = 1;
  return item;
}
Item *handled(const std::string &line) {
  Item *item = new Item;
  try {
    if (line.empty()) throw std::invalid_argument("an empty line");
    item->weight = 1;
  } catch (const std::exception &) {
    delete item;
    return nullptr;
  }
  return item;
}
Item *freed(const std::string &line) {
  Item *item = new Item;
  if (line.empty()) {
    delete item;
    throw std::invalid_argument("an empty line");
  }
  return item;
}`,
  ],
  [
    'fields of the class around, and of its bases, have their types',
    `#include <string>
#include <vector>
class Base {
protected:
  std::vector<int> numbers_;
};
class Log : public Base {
public:
  int grow();
  int steady();
private:
  std::vector<std::string> lines_;
};
int Log::grow() {
  int &first = numbers_.front();
  numbers_.push_back(2);
  return first; // defect
}
int Log::steady() {
  int &first = numbers_.front();
  lines_.push_back("x");
  std::vector<int> numbers_ = {1};
  numbers_.push_back(2);
  return first;
}`,
  ],
  [
    'methods of another class have the types that it declares',
    `#include <string>
#include <string_view>
class Store {
public:
  std::string name(int id) const;
  const std::string &title() const;
  int both(int id) const;
  std::string both(const std::string &id) const;
};
size_t use(const Store &store) {
  std::string_view title = store.title();
  std::string_view name = store.name(3); // defect
  return title.size() + name.size() + store.both(2);
}`,
  ],
  [
    'an object is lost that a smart pointer gives away to nobody',
    `#include <memory>
struct Page { int number; };
void take(Page *page);
bool store(Page *page);
class Book {
public:
  void detach();
  void hand_over();
  Page *out();
private:
  std::unique_ptr<Page> page_;
};
void Book::detach() {
  page_.release(); // defect
}
void Book::hand_over() {
  if (store(page_.get())) page_.release();
}
Page *Book::out() { return page_.release(); }
struct Shelf { std::unique_ptr<Page> first; };
void tidy(Shelf &shelf) { shelf.first.release(); }
void drop(std::unique_ptr<Page> page, std::unique_ptr<Page> other) {
  Page *raw = page.release(); // defect
  if (raw != nullptr) raw->number = 0;
  Page *given = other.release();
  given->number = 1;
  take(given);
}`,
  ],
];

test.each(CASES)('%s', (_what, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});
