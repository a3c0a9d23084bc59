import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, descendants } from '../../code/syntax/syntax.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { isReference, Lending } from './lending.ts';
import { isTemporaryObject } from './temporaries.ts';

export const danglingReference: CRule = {
  id: 'dangling_reference',
  title: 'A part of a temporary object outlives the object',
  category: 'cpp',
  cwe: [416],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'An object that a call gives by value lives to the end of the statement. A reference to the object itself makes it live on, but one that a method gives of a part of it does not, nor does an iterator. That also holds for what stands behind `:` in `for (auto &x : load().items())` before C++23: the object is gone before the loop begins, and its elements are freed memory.',
  suggestion:
    'Keep the object itself in a variable, and take the reference or the iterator from that.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>
class Team {
public:
  const std::vector<std::string> &members() const { return members_; }
  const std::string &first() const { return members_.front(); }
private:
  std::vector<std::string> members_;
};
Team load(const std::string &name);
std::vector<std::string> split(const std::string &line);
std::optional<std::vector<int>> numbers();
std::map<std::string, std::vector<int>> table();
std::unique_ptr<Team> made();
int use(const std::string &name) {
  int sum = 0;
  for (const auto &member : load(name).members()) sum += member.size(); // defect
  for (char c : load(name).members().front()) sum += c; // defect
  for (char c : split(name)[0]) sum += c; // defect
  for (int number : *numbers()) sum += number; // defect
  for (int number : numbers().value()) sum += number; // defect
  for (int number : table().at(name)) sum += number; // defect
  for (const auto &member : made()->members()) sum += member.size(); // defect
  const std::string &first = load(name).first(); // defect
  const auto &last = split(name).back(); // defect
  auto at = split(name).begin(); // defect
  auto &team = *made(); // defect
  return sum + first.size() + last.size() + at->size() + team.first().size();
}`,
      `#include <algorithm>
#include <string>
std::string name_of(int id);
const std::string &longer(const std::string &a, const std::string &b) { return a.size() < b.size() ? b : a; }
const std::string &label(int id) {
  return name_of(id); // defect
}
const std::string &shown(const std::string &name, bool known) {
  return known ? name : "none"; // defect
}
size_t use(int id, const std::string &other, int count) {
  const std::string &text = longer(name_of(id), other); // defect
  const int &most = std::max(count, 8); // defect
  return text.size() + most;
}`,
    ],
    good: [
      `#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct Team {
  const std::vector<std::string> &members() const & { return names; }
  std::vector<std::string> members() && { return std::move(names); }
  const std::vector<std::string> &all() const { return *shared; }
  std::vector<std::string> sorted() const { return names; }
  std::vector<std::string> names;
  std::shared_ptr<std::vector<std::string>> shared;
};
Team load(const std::string &name);
const Team &known(const std::string &name);
std::vector<int *> pointers();
std::optional<int> number();
const std::string &label() {
  static const std::string text = "label";
  return text;
}
const std::string &either(const std::string &a, const std::string &b, bool first) { return first ? a : b; }
int use(const std::string &name, int count) {
  int sum = 0;
  for (const auto &member : load(name).members()) sum += member.size();
  for (const auto &member : load(name).all()) sum += member.size();
  for (const auto &member : load(name).sorted()) sum += member.size();
  for (const auto &member : load(name).names) sum += member.size();
  for (const auto &member : known(name).members()) sum += member.size();
  const Team team = load(name);
  for (const auto &member : team.members()) sum += member.size();
  const Team &same = load(name);
  const std::string first = load(name).names.front();
  int *pointer = pointers().front();
  auto value = *number();
  const int most = std::max(count, 8);
  const int &own = std::max(count, sum);
  const auto size = load(name).names.size();
  const std::string &picked = either(name, first, count > 1);
  if (split(name).begin() != split(name).end()) sum += 1;
  return sum + same.names.size() + *pointer + value + most + own + size + picked.size();
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const lending = new Lending(unit);
    const ranges = rangesOf(unit);
    for (const fn of unit.functions) check(fn, unit, lending, ranges, report);
  },
};

function check(
  fn: LoweredFunction,
  unit: TranslationUnit,
  lending: Lending,
  ranges: ReadonlySet<string>,
  report: ReportHit,
): void {
  const roots = { isObject: (expr: Expr) => isTemporaryObject(expr, unit) };
  const isOfPart = (value: Expr) =>
    !isWhole(value, unit) && (lending.refers(value, roots) || isSmaller(value, unit));
  for (const { steps, end } of fn.blocks) {
    for (const step of steps) {
      if (step.kind === 'eval' && ranges.has(`${step.expr.start}-${step.expr.end}`)) {
        if (isOfPart(step.expr) || lending.points(step.expr, roots))
          report(
            step.expr,
            'the object that this is a part of is gone before the loop begins',
            SURE,
          );
      } else if (step.kind === 'declare' && step.init !== undefined) {
        const isKept = isReference(step.variable.type)
          ? isOfPart(step.init)
          : isIterator(step.init) && lending.points(step.init, roots);
        if (isKept)
          report(
            step.init,
            `\`${step.variable.name}\` leads into a temporary object that is gone after this statement`,
            SURE,
          );
      }
    }
    if (end.kind !== 'return' || end.value === undefined || !isReference(fn.returns)) continue;
    if (isTemporaryObject(end.value, unit) || lending.refers(end.value, roots))
      report(end.value, 'the object that this refers to is gone when the function returns', SURE);
  }
}

const SURE = { confidence: 0.88 };

/** An object itself, or a field of one: a reference to it makes the whole object live on. */
function isWhole(expr: Expr, unit: TranslationUnit): boolean {
  if (expr.kind === 'member' && !expr.arrow) return isWhole(expr.base, unit);
  return isTemporaryObject(expr, unit);
}

/** `std::max(n, 8)` gives a reference to one of its arguments, of which one is a value that goes with the statement. */
function isSmaller(expr: Expr, unit: TranslationUnit): boolean {
  if (expr.kind !== 'call' || expr.callee.kind !== 'name' || expr.args.length < 2) return false;
  if (!/^(?:::)?std::(?:min|max|clamp)(?:<.*>)?$/.test(expr.callee.name)) return false;
  return expr.args.some((arg) => isValue(withoutCasts(arg)) || isTemporaryObject(arg, unit));
}

function isValue(arg: Expr): boolean {
  return /^(?:number|binary|unary)$/.test(arg.kind);
}

/** `list().begin()`, not `it` or `&list()[0]`, which other rules follow. */
function isIterator(init: Expr): boolean {
  if (init.kind !== 'call' || init.type.kind === 'pointer') return false;
  return /^c?r?(?:begin|end)$|^find(?:_if)?$|_(?:bound|element)$/.test(
    init.name.replace(/^.*::/, ''),
  );
}

/** Where loops name what they go over. */
function rangesOf(unit: TranslationUnit): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of descendants(unit.tree.root)) {
    const right = node.type === 'for_range_loop' ? childOf(node, 'right') : undefined;
    if (right !== undefined) found.add(`${right.start}-${right.end}`);
  }
  return found;
}
