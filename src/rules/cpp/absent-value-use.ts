import type { CRule } from '../c/c-rule.ts';
import { followAbsentValues } from './absent-values.ts';
import type { Absence } from './optional-values.ts';

export const absentValueUse: CRule = {
  id: 'absent_value_use',
  title: 'A value is used that may not be there',
  category: 'cpp',
  cwe: [754, 125, 476],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'A search that finds nothing gives the end, behind which there is no element, an `std::optional` may be empty, and a smart pointer that nothing was given, or that `reset()` or `release()` has emptied, is null. `*` and `->` ask nothing: they read memory that is no such value. Where the caller does not test the result, the program depends on it that all that is looked for is there.',
  suggestion:
    'Compare the iterator with `end()`, or ask `has_value()` or the pointer, before it is used; `at()` and `value()` throw where there is none.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct Node { std::string name; };
double scaled(const std::map<std::string, double> &factors, const std::string &name, double raw) {
  const auto it = factors.find(name);
  return raw * it->second; // defect
}
void renamed(std::vector<Node> &nodes, const std::string &from, const std::string &to) {
  auto it = std::find_if(nodes.begin(), nodes.end(), [&](const Node &node) { return node.name == from; });
  it->name = to; // defect
}
int told(const std::map<int, int> &all, int key) {
  auto it = all.find(key);
  if (it == all.end()) std::puts("it is not there");
  return it->second; // defect
}
std::optional<int> parsed(const std::string &text) {
  if (text.empty()) return std::nullopt;
  return text.size();
}
int length(const std::string &text) {
  const auto size = parsed(text);
  return *size; // defect
}
int either(const std::string &text, bool more) {
  std::optional<int> size;
  if (more) size = 3;
  return *size; // defect
}
int owned() {
  std::unique_ptr<Node> node;
  return node->name.size(); // defect
}
int emptied(std::optional<int> size) {
  if (!size.has_value()) return *size; // defect
  size.reset();
  return *size; // defect
}`,
    ],
    good: [
      `#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <string>
#include <vector>
struct Node { std::string name; };
double scaled(const std::map<std::string, double> &factors, const std::string &name, double raw) {
  const auto it = factors.find(name);
  if (it == factors.end()) return raw;
  return raw * it->second;
}
double asserted(const std::map<std::string, double> &factors, const std::string &name) {
  const auto it = factors.find(name);
  assert(it != factors.end());
  return it->second;
}
bool renamed(std::vector<Node> &nodes, const std::string &from, const std::string &to) {
  auto it = std::find_if(nodes.begin(), nodes.end(), [&](const Node &node) { return node.name == from; });
  if (it != nodes.end()) it->name = to;
  return it != nodes.end() && it->name == to;
}
std::optional<int> parsed(const std::string &text) {
  if (text.empty()) return std::nullopt;
  return text.size();
}
std::optional<int> always(const std::string &text) { return text.size(); }
int length(const std::string &text) {
  const auto size = parsed(text);
  const auto other = always(text);
  return (size ? *size : 0) + *other + (size && *size > 3) + parsed(text).value_or(2);
}
int later(const std::string &text, bool more) {
  std::optional<int> size;
  if (more) size = 3;
  if (text.empty()) return 0;
  int sum = 0;
  if (more) sum += *size;
  std::optional<int> last;
  for (char c : text) {
    if (last) sum += *last;
    last = c;
  }
  return sum + *last;
}
int put(std::map<int, int> &all, int key) {
  auto it = all.find(key);
  if (it == all.end()) it = all.emplace(key, 0).first;
  return it->second;
}
int own() {
  std::map<int, int> all = {{1, 2}};
  auto it = all.find(1);
  all[5] = 2;
  return it->second;
}
class Running {
public:
  int started(int edge) const { auto it = starts_.find(edge); return it->second; }
private:
  std::map<int, int> starts_;
};
size_t position(const std::string &text) {
  auto at = text.find('x');
  return at;
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions)
      followAbsentValues(fn, unit, (expr, { name }, absence) =>
        report(expr, message(name, absence), {
          confidence: CONFIDENCES[absence.how],
          cwe: CWES[absence.of],
          event: absence.how === 'untested' ? 'belief' : 'shape',
        }),
      );
  },
};

const CWES: Readonly<Record<Absence['of'], number>> = { element: 125, value: 754, object: 476 };

const CONFIDENCES: Readonly<Record<Absence['how'], number>> = {
  always: 0.88,
  some: 0.65,
  untested: 0.55,
};

function message(name: string, { of, how, by }: Absence): string {
  if (of === 'element')
    return how === 'untested'
      ? `\`${by}\` may find nothing, and \`${name}\` is not compared with the end before it is used`
      : `\`${name}\` ${how === 'always' ? 'is' : 'may be'} at the end here, where there is no element`;
  if (of === 'object')
    return `\`${name}\` ${how === 'always' ? 'is' : 'may be'} null here, and has no object to use`;
  if (how === 'untested')
    return `\`${by}\` may give nothing, and this is not asked before the value of \`${name}\` is used`;
  return `\`${name}\` ${how === 'always' ? 'is' : 'may be'} empty here, and has no value to use`;
}
