import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { arrayAccess, checkTransfer, outOfBoundsMessage, reachesEnd } from './container-access.ts';
import { followContainerSizes } from './container-sizes.ts';
import { containerKind, followedOperand } from './containers.ts';
import { isText, TAKING } from './known-size.ts';

export const containerOutOfBounds: CRule = {
  id: 'container_out_of_bounds',
  title: 'An element is used that a container does not have',
  category: 'bounds',
  cwe: [787, 125],
  furtherCwe: [129],
  severity: 'high',
  precision: 'high',
  help: '`operator[]` of `std::vector`, `std::string` and `std::array` checks nothing, nor do `front()`, `back()` and `pop_back()`. An index that is not below the number of elements reads or writes memory that belongs to something else, and so does `front()` of a container without elements, `*end()`, or `memcpy` of more bytes than `data()` leads to.',
  suggestion:
    'Use an index below `size()`, or `at()`, which throws for any other; ask `empty()` before `front()`, `back()` and `pop_back()`.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <algorithm>
#include <vector>
std::vector<char> copied(const std::vector<char> &from) {
  std::vector<char> to;
  std::copy(from.begin(), from.end(), to.begin()); // defect
  return to;
}`,
      `#include <array>
#include <vector>
int sixth() {
  std::vector<int> all = {1, 2, 3};
  return all[5]; // defect
}
int behind(int value) {
  std::vector<int> all(4);
  all.push_back(value);
  int sum = all[4];
  return sum + all[5]; // defect
}
int sum() {
  std::array<int, 4> all{};
  int total = 0;
  for (int i = 0; i <= 4; i++) total += all[i]; // defect
  all[4] = 1; // defect
  return total;
}`,
      `#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>
void copied(const uint8_t *from) {
  std::array<uint16_t, 4> all;
  std::vector<int> more(4);
  std::memcpy(all.data(), from, 9); // defect
  std::memset(more.data(), 0, 20); // defect
}
int main(int argc, char **argv) {
  std::array<int, 4> all{};
  const int at = std::atoi(argv[1]);
  if (at > 4) return 1;
  all[at] = argc; // defect
  const int low = std::stoi(argv[2]);
  if (low < 4) all[low] = argc; // defect
  return all[0];
}`,
      `#include <deque>
#include <stack>
#include <string>
#include <vector>
int first() {
  std::vector<int> all;
  return all.front(); // defect
}
void drop(std::vector<int> &all) {
  all.clear();
  all.pop_back(); // defect
}
char last(const std::string &text) {
  if (text.empty()) return text.back(); // defect
  return text[0];
}
int top() {
  std::stack<int> all;
  all.push(1);
  all.pop();
  return all.top(); // defect
}
char sixth() {
  std::string text = "abc";
  return text[5]; // defect
}
int sum() {
  std::vector<int> all(3);
  int total = 0;
  for (int i = 0; i <= 3; i++) total += all[i]; // defect
  return total;
}
int behind(std::deque<int> &all) {
  return *all.end(); // defect
}
size_t behind(const std::vector<std::string> &all) {
  return all.end()->size(); // defect
}`,
      `#include <vector>
int made() {
  auto all = std::vector<int>(2);
  return all[2]; // defect
}
int copied() {
  std::vector<int> all = {4, 8, 15};
  std::vector<int> fewer = all, same;
  fewer.pop_back();
  same = all;
  return fewer[2] + // defect
    same[3]; // defect
}
int again() {
  std::vector<int> all(9);
  all = {1, 2};
  return all[2]; // defect
}`,
    ],
    good: [
      `#include <algorithm>
#include <iterator>
#include <vector>
std::vector<char> copied(const std::vector<char> &from) {
  std::vector<char> to(from.size()), more;
  std::copy(from.begin(), from.end(), to.begin());
  std::copy(from.begin(), from.end(), std::back_inserter(more));
  return to;
}`,
      `#include <vector>
class listener { public: explicit listener(std::vector<int> *heard); };
void add(listener *one);
void start();
int first() {
  std::vector<int> heard;
  add(new listener(&heard));
  start();
  const int one = heard[0];
  heard.clear();
  start();
  return one + heard[0];
}`,
      `#include <array>
#include <vector>
void fill(std::vector<int> &all);
int third() {
  std::vector<int> all = {1, 2, 3};
  int first = all[2];
  all.resize(8);
  first += all[7];
  std::vector<int> more(3);
  fill(more);
  return first + more[5];
}
int sized(int n) {
  std::vector<const char *> all(n);
  return all[0] == nullptr;
}
int grown(int count) {
  std::vector<int> all = {1};
  for (int i = 0; i < count; i++) all.push_back(i);
  return all[5];
}
int sum(unsigned at) {
  std::array<int, 4> all{};
  int total = 0;
  for (int i = 0; i < 4; i++) total += all[i];
  return at < all.size() ? total + all[at] : 0;
}`,
      `#include <iterator>
#include <string>
#include <vector>
void step();
void fill(std::vector<int> &all);
int asked(const std::string &text, std::vector<int> &out) {
  std::vector<int> all;
  if (all.empty()) return 0;
  if (!text.empty() && text.back() == 'x') return 1;
  if (out.size() > 0) out.pop_back();
  out.clear();
  step();
  return out.back();
}
int kept() {
  std::vector<int> all;
  const bool any = !all.empty();
  return any ? all.front() : 0;
}
int either() {
  std::vector<int> all;
  while (all.size() > 0) all.pop_back();
  std::string text;
  return text.empty() ? 0 : text.back();
}
int filled(std::vector<int> given) {
  std::vector<int> all;
  fill(all);
  std::vector<int> copy(given), other = given, set, at_end;
  set = given;
  auto out = std::back_inserter(at_end);
  at_end.clear();
  *out = 3;
  return all.back() + copy.back() + other.back() + set.back() + at_end.back();
}
int by_lambda() {
  std::vector<int> all;
  auto add = [&](int each) { all.push_back(each); };
  all.clear();
  add(1);
  return all.back();
}
int handled() {
  std::vector<int> all;
  try {
    all.push_back(1);
    step();
  } catch (...) {
    return all.back();
  }
  return 0;
}
int sums(int count) {
  std::vector<int> all(3), more;
  std::string text = "abc";
  int total = text[3];
  for (int i = 0; i < 3; i++) total += all[i];
  for (int i = 0; i <= count; i++) more.push_back(i);
  if (all.size() > 5) total += all[5];
  return total + more.back() + *(all.end() - 1);
}`,
      `#include <vector>
int copied(bool more) {
  std::vector<int> all = {4, 8, 15};
  std::vector<int> other = all, same;
  other.push_back(16);
  same = all;
  auto &alias = same;
  alias.push_back(23);
  if (more) all = {1, 2, 3, 4};
  return other[3] + same[3] + all[3];
}`,
      `#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>
void copied(const uint8_t *from, unsigned count) {
  std::array<uint16_t, 4> all;
  std::vector<int> more(4);
  std::memcpy(all.data(), from, 8);
  std::memset(more.data(), 0, more.size() * sizeof(int));
  more.resize(count);
  std::memset(more.data(), 0, count * sizeof(int));
  if (count <= 8) std::memcpy(all.data(), from, count);
}
int main(int argc, char **argv) {
  std::array<int, 4> all{};
  if (argc < 3) return 1;
  const int at = std::stoi(argv[1]);
  if (at >= 0 && at < 4) all[at] = argc;
  const unsigned other = std::strtoul(argv[2], nullptr, 0);
  if (other < all.size()) all[other] = argc;
  return all[0];
}`,
    ],
  },
  listen(report) {
    const known = new Map<LoweredFunction, KnownSizes>();
    const knownSizes = (facts: Facts): KnownSizes => {
      const fn = facts.function;
      const sizes = known.get(fn) ?? sizesAt(fn, facts.unit.tree.text);
      known.set(fn, sizes);
      return sizes;
    };
    return {
      access(event, facts) {
        if (event.via !== 'index' || facts.unit.language !== 'cpp') return;
        arrayAccess(event, facts, report);
        const size = knownSizes(facts).indexed.get(event.expr);
        if (size !== undefined) reachesEnd(event, size, facts, report);
      },
      transfer(event, facts) {
        if (facts.unit.language === 'cpp')
          checkTransfer(event, knownSizes(facts).lent, facts, report);
      },
    };
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) {
      const targets = copyTargets(fn);
      followContainerSizes(fn, unit.tree.text, {
        index(expr, variable, size) {
          const index = constantOf(expr.index);
          // A string has a zero behind its last character.
          if (index !== undefined && index >= size + (isText(variable) ? 1 : 0))
            report(expr, outOfBoundsMessage(variable.name, String(index), size), {
              confidence: 0.88,
              event: 'shape',
            });
        },
        method(call, variable, size) {
          if (size === 0 && targets.has(call))
            report(
              call,
              `\`${variable.name}\` is empty here, and elements are copied to where they would be`,
              { confidence: 0.85, event: 'shape', cwe: 787 },
            );
          if (size === 0 && TAKING.test(call.name))
            report(
              call,
              `\`${variable.name}\` is empty here, and \`${call.name}\` needs an element`,
              {
                confidence: 0.88,
                event: 'shape',
              },
            );
        },
      });
      for (const expr of expressionsOf(fn.blocks)) atEnd(expr, report);
    }
  },
};

const COPIES =
  /^(?:copy|copy_if|move|transform|remove_copy|replace_copy|reverse_copy|unique_copy)$/;

/** Where an algorithm writes from the first element of a container on. */
function copyTargets(fn: LoweredFunction): ReadonlySet<Expr> {
  return new Set(
    expressionsOf(fn.blocks).flatMap((expr) => {
      if (expr.kind !== 'call' || !COPIES.test(expr.name) || expr.receiver !== undefined) return [];
      const [, , to] = expr.args;
      const target = to && withoutCasts(to);
      return target?.kind === 'call' && target.name === 'begin' ? [target] : [];
    }),
  );
}

/** The sizes of the containers of a function, known by all paths. */
interface KnownSizes {
  /** Where they are indexed. */
  readonly indexed: ReadonlyMap<Expr, number>;
  /** Where `data()` gives all elements away. */
  readonly lent: ReadonlyMap<Expr, number>;
}

function sizesAt(fn: LoweredFunction, text: string): KnownSizes {
  const indexed = new Map<Expr, number>();
  const lent = new Map<Expr, number>();
  followContainerSizes(fn, text, {
    index(expr, variable, size) {
      if (!isText(variable)) indexed.set(expr, size);
    },
    method(call, variable, size) {
      if (call.name === 'data' && !isText(variable)) lent.set(call, size);
    },
  });
  return { indexed, lent };
}

/** `*all.end()`: behind the last element is none. */
function atEnd(expr: Expr, report: ReportHit): void {
  const lender = followedOperand(expr);
  const call = lender && withoutCasts(lender);
  if (call?.kind !== 'call' || call.receiver === undefined || !/^c?r?end$/.test(call.name)) return;
  if (containerKind(call.receiver.type) !== undefined)
    report(expr, `\`${call.name}\` is behind the last element, and there is none to use`, {
      confidence: 0.88,
      event: 'shape',
    });
}
