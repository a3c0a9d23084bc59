import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constructedType } from '../../code/c/ir/library-types.ts';
import { type CType, isPointerLike } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { followBorrowedElements } from './borrowed-elements.ts';
import { nameOfType } from './containers.ts';
import { isPointing, isView, Lending } from './lending.ts';
import { isStringType, isTemporaryObject } from './temporaries.ts';

export const danglingStringView: CRule = {
  id: 'dangling_string_view',
  title: 'A view of a string outlives the string',
  category: 'cpp',
  cwe: [416],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A `string_view` or `span`, and what `c_str()` and `data()` give, only point into a string or a vector. When that is a temporary it is destroyed at the end of the statement, and when it is a local variable at the end of the function. What the view points to then is freed memory.',
  suggestion: 'Keep the string itself in a variable that lives as long as the view.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <sstream>
#include <string>
#include <string_view>
#include <vector>
class Account {
public:
  const std::string &owner() const { return owner_; }
  std::string_view label() const { return owner_; }
  const char *chars() const { return this->owner_.c_str(); }
  std::string_view either(bool own) const { return own ? owner_ : "none"; } // defect
private:
  std::string owner_;
};
Account account_of(int id);
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}
std::string_view until(std::string_view text, char end) {
  const auto at = text.find(end);
  std::string_view part = trimmed(text.substr(0, at));
  return part;
}
size_t use(const std::string &name, bool known) {
  std::string_view owner = account_of(1).owner(); // defect
  std::string_view label = account_of(1).label(); // defect
  const char *chars = account_of(1).chars(); // defect
  std::string_view line = trimmed(account_of(2).owner()); // defect
  std::string_view part = until(name + ",", ','); // defect
  std::string_view shown = known ? name : "none"; // defect
  std::ostringstream text;
  text << name;
  const char *raw = text.str().c_str(); // defect
  auto data = text.str().data(); // defect
  std::vector<std::string_view> all;
  all.push_back(name + "."); // defect
  std::vector<const char *> arguments;
  arguments.push_back(std::to_string(known).c_str()); // defect
  return owner.size() + label.size() + line.size() + part.size() + shown.size() + all.size() + (raw == chars) + (data == raw);
}`,
      `#include <string>
#include <string_view>
std::string name_of(int id);
size_t use(int id) {
  const char *name = name_of(id).c_str(); // defect
  std::string_view view = name_of(id); // defect
  std::string_view both = std::string("a") + name; // defect
  return view.size() + both.size();
}
std::string_view greeting(int id) {
  std::string text = "hello " + name_of(id);
  return text; // defect
}
const char *label(int id) {
  std::string text = name_of(id);
  return text.c_str(); // defect
}`,
      `#include <string>
#include <vector>
std::string name_of(int id);
int *three() {
  std::vector<int> all(3);
  return all.data(); // defect
}
const char *label(int id) {
  std::string text = name_of(id);
  const char *chars = text.c_str();
  return chars; // defect
}
const char *at_once(int id) {
  return name_of(id).c_str(); // defect
}`,
      `#include <span>
#include <string>
#include <string_view>
#include <vector>
class Names {
public:
  std::string_view greeting() const;
  std::span<const int> first(int count) const;
  std::span<const int> made(int count) const;
private:
  std::string expanded(const std::string &name) const;
  std::vector<int> numbers(int count) const;
};
std::string_view Names::greeting() const {
  return expanded("me"); // defect
}
std::span<const int> Names::first(int count) const {
  std::vector<int> all(count);
  return all; // defect
}
std::span<const int> Names::made(int count) const {
  std::span<const int> all = numbers(count); // defect
  return all;
}
std::string_view part(const std::string &given) {
  std::string text = given;
  return {text.data(), 2}; // defect
}`,
    ],
    good: [
      `#include <sstream>
#include <string>
#include <string_view>
#include <vector>
class Account {
public:
  const std::string &owner() const { return owner_; }
  std::string_view label() const { return *shared_; }
private:
  std::string owner_;
  const std::string *shared_ = nullptr;
};
Account account_of(int id);
std::vector<std::string_view> words(std::string_view text);
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}
std::string_view kind_of(std::string_view text) {
  if (text.empty()) return "none";
  return "some";
}
size_t use(const Account &account, const std::string &line, bool known) {
  std::string_view owner = trimmed(account.owner());
  std::string_view label = account_of(1).label();
  std::string_view kind = kind_of(account_of(1).owner());
  std::string_view first = words(line).front();
  std::string_view shown = known ? std::string_view(line) : "none";
  std::string copied(trimmed(account_of(1).owner()));
  auto begin = line.data();
  std::vector<std::string_view> all;
  all.push_back(owner);
  all.push_back(account.owner());
  std::vector<std::string> texts;
  texts.push_back(line + ".");
  return owner.size() + label.size() + first.size() + kind.size() + shown.size() + copied.size() + (begin != nullptr);
}`,
      `#include <cstdio>
#include <string>
#include <string_view>
std::string name_of(int id);
const std::string &title();
size_t use(int id) {
  std::string name = name_of(id);
  std::string_view view = name;
  const char *text = title().c_str();
  std::puts(name_of(id).c_str());
  std::string copy = name_of(id).c_str();
  return view.size() + copy.size() + (text != nullptr);
}
std::string_view rest(std::string_view text) { return text; }
std::string made(int id) {
  std::string text = name_of(id);
  return text;
}`,
      `#include <string>
#include <vector>
std::string name_of(int id);
const char *label() {
  static std::string text = "label";
  const char *chars = text.c_str();
  return chars;
}
int *first(std::vector<int> &all) { return all.data(); }
const char *chars_of(const std::string &text) {
  const char *chars = text.c_str();
  return chars;
}
std::string copied(int id) {
  std::string text = name_of(id);
  const char *chars = text.c_str();
  return chars;
}
const char *either(const char *given) {
  std::string text = name_of(1);
  const char *chars = text.c_str();
  if (*chars == 'x') return nullptr;
  chars = given;
  return chars;
}`,
      `#include <span>
#include <string>
#include <string_view>
#include <vector>
class Names {
public:
  std::string_view title() const { return title_; }
  std::span<const int> all() const { return numbers_; }
  std::string_view part() const { return {title_.data(), 2}; }
  std::string_view label() const { return name(); }
  const std::string &name() const;
  static std::span<const int> kept() {
    static std::vector<int> all(3);
    return all;
  }
private:
  std::string title_;
  std::vector<int> numbers_;
};
size_t use(const Names &names, std::span<const int> given) {
  std::span<const int> all = names.all();
  std::string_view label(names.name());
  return all.size() + given.size() + label.size() + std::string_view(std::string("ab")).size();
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const lending = new Lending(unit);
    const temporaries = { isObject: (expr: Expr) => isTemporaryObject(expr, unit) };
    const isOfTemporary = (value: Expr, type: CType) =>
      isView(type) ? lending.views(value, temporaries) : lending.points(value, temporaries);
    for (const fn of unit.functions) {
      for (const { steps, end } of fn.blocks) {
        for (const step of steps) {
          const [value, type] =
            step.kind === 'declare'
              ? [step.init, step.variable.type]
              : step.kind === 'eval' && step.expr.kind === 'assign' && step.expr.op === '='
                ? [step.expr.value, step.expr.target.type]
                : [];
          if (value !== undefined && type !== undefined && isKeptIn(type, value))
            if (isOfTemporary(onlyValue(value), type)) report(onlyValue(value), kept(type), SURE);
        }
        if (end.kind === 'return' && end.value !== undefined)
          returned(fn, end.value, isOfTemporary, report);
      }
      for (const expr of expressionsOf(fn.blocks)) {
        const given = storedIn(expr);
        if (given !== undefined && isOfTemporary(given.value, given.type))
          report(
            given.value,
            'the element points into a temporary that is gone after this statement',
            SURE,
          );
      }
      if (isPointerLike(fn.returns))
        followBorrowedElements(fn, unit, {
          returned: (value, variable, owner) =>
            report(
              value,
              `\`${owner.name}\` is gone when the function returns, and \`${variable.name}\` points into it`,
              { confidence: 0.88 },
            ),
        });
    }
  },
};

const SURE = { confidence: 0.88 };

/** Whether a variable of a type keeps where a value points: an `auto` one does where the value is a pointer or a view. */
function isKeptIn(type: CType, value: Expr): boolean {
  if (type.kind !== 'unknown' || type.name !== '') return isPointing(type) && !isIterator(type);
  const bare = withoutCasts(value);
  return bare.kind === 'call' && (isPointing(bare.type) || /^(?:c_str|data)$/.test(bare.name));
}

function isIterator(type: CType): boolean {
  return type.kind === 'unknown' && !isView(type);
}

/** `{value}` is what is in it. */
function onlyValue(init: Expr): Expr {
  const [only, ...others] = init.kind === 'initlist' ? init.items : [];
  return only === undefined || others.length > 0 ? init : only.value;
}

function kept(type: CType): string {
  const of = isView(type) && nameOfType(type).startsWith('span<') ? 'container' : 'string';
  return isView(type)
    ? `the view points into a temporary ${of} that is gone after this statement`
    : 'this points into a temporary string that is gone after this statement';
}

/** What a container of views or of pointers is given to keep. */
function storedIn(expr: Expr): { readonly value: Expr; readonly type: CType } | undefined {
  if (expr.kind !== 'call' || expr.receiver === undefined) return undefined;
  if (!/^(?:push_back|emplace_back|push_front|push|insert|emplace)$/.test(expr.name))
    return undefined;
  const name = nameOfType(expr.receiver.type);
  const element = /^(?:vector|deque|list|(?:unordered_)?set|queue|stack)<(.*)>$/s.exec(name)?.[1];
  const value = expr.args.at(-1);
  if (element === undefined || value === undefined) return undefined;
  if (/^(?:std::)?(?:w|u8|u16|u32)?string_view$/.test(element))
    return { value, type: { kind: 'unknown', name: element } };
  return /^(?:const)?char(?:const)?\*$/.test(element.replace(/\s+/g, ''))
    ? { value, type: { kind: 'pointer', to: { kind: 'void' } } }
    : undefined;
}

/** A view of a local string is returned. */
function returned(
  fn: LoweredFunction,
  value: Expr,
  isOfTemporary: (value: Expr, type: CType) => boolean,
  report: ReportHit,
): void {
  const isOfView = isView(fn.returns);
  const bare = isOfView ? viewed(value) : withoutCasts(value);
  const lends = bare.kind === 'call' && /^(?:c_str|data)$/.test(bare.name) ? bare.receiver : bare;
  const isPointer = bare !== lends && isPointerLike(fn.returns);
  if (isPointing(fn.returns) && isOfTemporary(value, fn.returns))
    return report(
      value,
      isOfView
        ? 'the view points into a temporary that is gone when the function returns'
        : 'this points into a temporary string that is gone when the function returns',
      SURE,
    );
  const variable = lends?.kind === 'name' ? lends.variable : undefined;
  if (variable === undefined) return;
  const isOfElements = isPointer || nameOfType(fn.returns).startsWith('span<');
  const isOwn = isOwnString(variable) || (isOfElements && isOwnBlock(variable));
  if (isOwn && (isOfView || isPointer))
    report(
      value,
      `\`${variable.name}\` is gone when the function returns, and this points into it`,
      { confidence: 0.9 },
    );
}

/** What a view is made of: `text` of `{text.data(), 3}` and of `std::string_view(text)`. */
function viewed(value: Expr): Expr {
  const bare = withoutCasts(value);
  const made =
    bare.kind === 'initlist'
      ? bare.items[0]?.value
      : bare.kind === 'call' && isView(bare.type)
        ? bare.callee.kind === 'name' && constructedType(bare.callee.name) !== undefined
          ? bare.args[0]
          : undefined
        : undefined;
  const inner = withoutCasts(made ?? bare);
  const isData = inner.kind === 'call' && /^(?:c_str|data)$/.test(inner.name);
  return isData && inner.receiver !== undefined ? withoutCasts(inner.receiver) : inner;
}

function isOwnString({ scope, type }: Variable): boolean {
  return (scope === 'local' || scope === 'parameter') && isStringType(type);
}

/** A vector or an array, of which `data()` gives all elements. */
function isOwnBlock({ scope, type }: Variable): boolean {
  const isOwn = (scope === 'local' || scope === 'parameter') && type.kind === 'unknown';
  return isOwn && /^(?:vector|array)</.test(nameOfType(type));
}
