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
      `#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>
struct Shape { virtual ~Shape() = default; int kind = 0; };
struct Circle : Shape { double radius = 0; };
class Room {
public:
  void tell(std::weak_ptr<Shape> other) {
    auto guest = guest_.lock();
    guest->kind = 1; // defect
    other.lock()->kind = 2; // defect
    for (auto &each : all_) {
      auto one = each.lock();
      if (!best_ || one->kind > best_->kind) best_ = one; // defect
    }
  }
private:
  std::weak_ptr<Shape> guest_;
  std::vector<std::weak_ptr<Shape>> all_;
  std::shared_ptr<Shape> best_;
};
double radius(Shape *shape) {
  auto *circle = dynamic_cast<Circle *>(shape);
  return circle->radius; // defect
}
double at_once(Shape *shape) { return dynamic_cast<Circle *>(shape)->radius; } // defect
double shared(const std::shared_ptr<Shape> &shape) {
  auto circle = std::dynamic_pointer_cast<Circle>(shape);
  return circle->radius; // defect
}
int number(std::variant<int, double> &value) { return *std::get_if<int>(&value); } // defect
int value_of(const std::map<int, int> &all, int key) { return all.find(key)->second; } // defect
int next(const std::vector<int> &sorted, int value) {
  auto at = std::upper_bound(sorted.begin(), sorted.end(), value);
  return *at; // defect
}`,
    ],
    good: [
      `#include <algorithm>
#include <map>
#include <memory>
#include <variant>
#include <vector>
struct Shape { virtual ~Shape() = default; int kind = 0; };
struct Circle : Shape { double radius = 0; };
class Room {
public:
  void tell() {
    if (auto guest = guest_.lock()) guest->kind = 1;
    auto other = guest_.lock();
    if (!other || other->kind == 2) return;
    other->kind = 3;
    std::lock_guard<std::mutex> guard(mutex_);
  }
  int kind() const {
    return guest_.expired() ? 0 : guest_.lock()->kind;
  }
private:
  std::weak_ptr<Shape> guest_;
  std::mutex mutex_;
};
double radius(Shape *shape) {
  if (shape->kind != 1) return 0;
  auto *circle = dynamic_cast<Circle *>(shape);
  return circle->radius;
}
double tested(Shape *shape) {
  auto *circle = dynamic_cast<Circle *>(shape);
  return circle != nullptr ? circle->radius : 0;
}
double thrown(Shape &shape) { return dynamic_cast<Circle &>(shape).radius; }
int held(std::variant<int, double> &value) {
  if (std::holds_alternative<int>(value)) return *std::get_if<int>(&value);
  auto *number = std::get_if<double>(&value);
  return number && *number > 1;
}
int known(const std::map<int, int> &all, int key) {
  if (!all.contains(key)) return 0;
  return all.find(key)->second;
}
size_t position(const std::vector<int> &sorted, int value) {
  auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  return at - sorted.begin();
}
int before(const std::vector<int> &sorted, int value) {
  auto at = std::upper_bound(sorted.begin(), sorted.end(), value);
  if (at == sorted.begin()) return 0;
  --at;
  return *at;
}
int greatest(const std::vector<int> &all) {
  if (all.empty()) return 0;
  return *std::max_element(all.begin(), all.end());
}`,
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
      followAbsentValues(fn, unit, (expr, variable, absence) =>
        report(expr, message(variable?.name, absence), {
          confidence: absence.isDoubtful ? 0.42 : CONFIDENCES[absence.how],
          cwe: CWES[absence.of],
          event: absence.how === 'untested' && absence.by !== 'lock' ? 'belief' : 'shape',
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

function message(variable: string | undefined, { of, how, by }: Absence): string {
  const name = variable ?? 'the result';
  const used = variable === undefined ? 'it' : `\`${variable}\``;
  if (of === 'element')
    return how === 'untested'
      ? `\`${by}\` may find nothing, and ${used} is not compared with the end before it is used`
      : `\`${name}\` ${how === 'always' ? 'is' : 'may be'} at the end here, where there is no element`;
  if (how === 'untested')
    return of === 'object'
      ? `\`${by}\` gives null where ${REASONS.get(by) ?? 'there is none'}, and ${used} is not tested before it is used`
      : `\`${by}\` may give nothing, and this is not asked before the value of ${used} is used`;
  if (of === 'object')
    return `\`${name}\` ${how === 'always' ? 'is' : 'may be'} null here, and has no object to use`;
  return `\`${name}\` ${how === 'always' ? 'is' : 'may be'} empty here, and has no value to use`;
}

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lock: 'the object is gone already',
    dynamic_cast: 'the object is of another class',
    dynamic_pointer_cast: 'the object is of another class',
    get_if: 'the value is of another type',
  }),
);
