import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constructedType } from '../../code/c/ir/library-types.ts';
import { type CType, isPointerLike } from '../../code/c/ir/types.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { followBorrowedElements } from './borrowed-elements.ts';
import { nameOfType } from './containers.ts';

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
    for (const fn of unit.functions) {
      for (const { steps, end } of fn.blocks) {
        for (const step of steps) {
          if (step.kind === 'declare' && step.init !== undefined)
            kept(step.init, step.variable.type, unit, report);
          else if (step.kind === 'eval' && step.expr.kind === 'assign')
            kept(step.expr.value, step.expr.target.type, unit, report);
        }
        if (end.kind === 'return' && end.value !== undefined) returned(fn, end.value, unit, report);
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

/** A view of a temporary is kept in a variable. */
function kept(init: Expr, type: CType, unit: TranslationUnit, report: ReportHit): void {
  const [only] = init.kind === 'initlist' && init.items.length === 1 ? init.items : [];
  const value = withoutCasts(only?.value ?? init);
  if (isView(type) && isTemporary(viewed(value), unit, isSpan(type)))
    report(
      value,
      `the view points into a temporary ${isSpan(type) ? 'container' : 'string'} that is gone after this statement`,
      { confidence: 0.85 },
    );
  if (!isPointerLike(type) && !isView(type)) return;
  if (
    value.kind === 'call' &&
    /^(?:c_str|data)$/.test(value.name) &&
    value.receiver !== undefined
  ) {
    if (isTemporary(withoutCasts(value.receiver), unit))
      report(value, 'this points into a temporary string that is gone after this statement', {
        confidence: 0.88,
      });
  }
}

/** A view of a local string is returned. */
function returned(
  fn: LoweredFunction,
  value: Expr,
  unit: TranslationUnit,
  report: ReportHit,
): void {
  const isOfView = isView(fn.returns);
  const bare = isOfView ? viewed(value) : withoutCasts(value);
  const lends = bare.kind === 'call' && /^(?:c_str|data)$/.test(bare.name) ? bare.receiver : bare;
  const isPointer = bare !== lends && isPointerLike(fn.returns);
  if (isOfView && lends !== undefined && isTemporary(withoutCasts(lends), unit, isSpan(fn.returns)))
    return report(
      value,
      'the view points into a temporary that is gone when the function returns',
      { confidence: 0.85 },
    );
  if (isPointer && lends !== undefined && isTemporary(withoutCasts(lends), unit))
    return report(
      value,
      'this points into a temporary string that is gone when the function returns',
      {
        confidence: 0.88,
      },
    );
  const variable = lends?.kind === 'name' ? lends.variable : undefined;
  if (variable === undefined) return;
  const isOfElements = isPointer || isSpan(fn.returns);
  const isOwn = isOwnString(variable) || (isOfElements && isOwnBlock(variable));
  if (!isOwn) return;
  const dangles = isOfView || isPointer;
  if (dangles)
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

/** Whether an expression makes a string, or where that is asked a vector, that dies with its statement. */
function isTemporary(value: Expr, unit: TranslationUnit, isElements = false): boolean {
  if (isElements && value.kind === 'call' && /^vector</.test(nameOfValue(value.type))) return true;
  if (value.kind === 'binary' && value.op === '+')
    return (
      isTemporary(value.left, unit) ||
      isTemporary(value.right, unit) ||
      isStringName(value.left) ||
      isStringName(value.right)
    );
  if (value.kind !== 'call') return false;
  if (/^(?:basic_)?string$|^to_string$/.test(value.name)) return true;
  if (isString(value.type)) return true;
  if (value.receiver !== undefined) return value.name === 'substr' && isStringName(value.receiver);
  const declared = unit.symbols.function(value.name);
  return declared !== undefined && isString(declared.returns);
}

function isStringName(expr: Expr): boolean {
  return (
    expr.kind === 'name' && expr.variable !== undefined && isString(referred(expr.variable.type))
  );
}

function isOwnString({ scope, type }: Variable): boolean {
  return (scope === 'local' || scope === 'parameter') && isString(type);
}

/** A vector or an array, of which `data()` gives all elements. */
function isOwnBlock({ scope, type }: Variable): boolean {
  const isOwn = (scope === 'local' || scope === 'parameter') && type.kind === 'unknown';
  return isOwn && /^(?:vector|array)</.test(nameOfType(type));
}

function referred(type: CType): CType {
  return type.kind === 'pointer' && type.reference === true ? type.to : type;
}

function isString(type: CType): boolean {
  return type.kind === 'unknown' && /^(?:std::)?(?:w|u8|u16|u32)?string$/.test(type.name);
}

function isView(type: CType): boolean {
  return /^(?:w|u8|u16|u32)?string_view$/.test(nameOfValue(type)) || isSpan(type);
}

function isSpan(type: CType): boolean {
  return /^span</.test(nameOfValue(type));
}

/** The name of a class of the library; of a reference to one it is ''. */
function nameOfValue(type: CType): string {
  return type.kind === 'pointer' ? '' : nameOfType(type);
}
