import type { CastExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from '../c/c-rule.ts';
import { elementOf } from './lending.ts';
import { classOfFunction } from './own-fields.ts';

export const uncheckedDowncast: CRule = {
  id: 'unchecked_downcast',
  title: 'An object is taken for a derived class without a test',
  category: 'cpp',
  cwe: [843],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'The class has a tag that says which derived class an object is of, and other code asks for it before it casts down. `static_cast` asks nothing: where the object is of another derived class, fields are read that it does not have, and numbers are taken for pointers.',
  suggestion: 'Compare the tag first, or use `dynamic_cast` and test its result.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <memory>
#include <string>
#include <vector>
enum class Kind { Number, Text, List };
struct Value {
  explicit Value(Kind k) : kind(k) {}
  virtual ~Value() = default;
  const Kind kind;
};
struct Text : Value { std::string text; };
struct Number : Value { double number; };
using Ref = std::shared_ptr<Value>;
struct List : Value { std::vector<Ref> items; };
size_t length(const Ref &value) {
  if (value->kind == Kind::Text) return static_cast<const Text &>(*value).text.size();
  return 0;
}
std::string joined(const List &list) {
  std::string out;
  for (size_t i = 0; i < list.items.size(); ++i)
    out += static_cast<const Text &>(*list.items[i]).text; // defect
  for (const auto &item : list.items)
    out += static_cast<Text *>(item.get())->text; // defect
  return out;
}`,
    ],
    good: [
      `#include <memory>
#include <string>
#include <vector>
enum class Kind { Number, Text, List };
struct Value {
  explicit Value(Kind k) : kind(k) {}
  virtual ~Value() = default;
  const Kind kind;
};
struct Text : Value { std::string text; };
using Ref = std::shared_ptr<Value>;
struct List : Value { std::vector<Ref> items; };
template <class T> struct Base { T &self() { return static_cast<T &>(*this); } };
size_t length(const Ref &value) {
  switch (value->kind) {
    case Kind::Text: return static_cast<const Text &>(*value).text.size();
    case Kind::List: return static_cast<const List &>(*value).items.size();
    default: return 0;
  }
}
std::string joined(const List &list) {
  std::string out;
  for (size_t i = 0; i < list.items.size(); ++i) {
    if (list.items[i]->kind != Kind::Text) continue;
    out += static_cast<const Text &>(*list.items[i]).text;
  }
  for (const auto &item : list.items)
    if (item->kind == Kind::Text) out += static_cast<Text *>(item.get())->text;
  for (const auto &item : list.items)
    if (auto *text = dynamic_cast<Text *>(item.get())) out += text->text;
  return out;
}
Value *up(Text *text) { return static_cast<Value *>(text); }
Text *any(void *given) { return static_cast<Text *>(given); }`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const casts = unit.functions.flatMap((fn) => {
      const asked = askedIn(fn);
      return downcastsIn(fn, unit).map((each) => {
        const about = asked.filter(({ place }) => place === each.place);
        return { ...each, isAsked: about.length > 0, isTold: about.some(({ by }) => TAG.test(by)) };
      });
    });
    // That others ask for the class says that an object may be of several.
    const tagged = new Set(casts.filter(({ isTold }) => isTold).map(({ base }) => base));
    for (const { cast, base, to, isAsked, isGiven } of casts) {
      if (isAsked || !tagged.has(base)) continue;
      report(
        cast,
        `this takes a \`${base}\` for a \`${to}\` without asking which class it is of, as other code does`,
        { confidence: isGiven ? 0.42 : 0.7 },
      );
    }
  },
};

/** What tags are called, and what asks for them. */
const TAG = /kind|type|tag|class|code|^is|^op/i;

interface Downcast {
  readonly cast: CastExpr;
  readonly base: string;
  readonly to: string;
  /** The object, as it is written. */
  readonly place: string;
  /** Whether it is what the function is given: its callers may have asked. */
  readonly isGiven: boolean;
}

function downcastsIn(fn: LoweredFunction, unit: TranslationUnit): Downcast[] {
  return expressionsOf(fn.blocks).flatMap((cast): Downcast[] => {
    if (cast.kind !== 'cast' || !/^(?:static_cast|c)$/.test(cast.style)) return [];
    const to = cast.type.kind === 'pointer' ? cast.type.to : undefined;
    if (to?.kind !== 'record') return [];
    const object = objectOf(cast);
    if (object === undefined || (object.kind === 'name' && object.name === 'this')) return [];
    const base = classOf(object, fn, unit);
    if (base === undefined || base === to.name || !derives(to.name, base, unit)) return [];
    const root = rootOf(object);
    const isGiven =
      (object.kind === 'name' && object.variable?.scope === 'parameter') ||
      (object.kind !== 'index' && root?.scope === 'parameter') ||
      classOfFunction(fn) === to.name ||
      object.kind === 'call';
    return [{ cast, base, to: to.name, place: textOf(object), isGiven }];
  });
}

/** What leads to the object: `p` of `static_cast<T &>(*p)`, `static_cast<T *>(p)` and `static_cast<T *>(p.get())`. */
function objectOf({ operand }: CastExpr): Expr | undefined {
  const bare = withoutCasts(operand);
  if (bare.kind === 'deref') return withoutCasts(bare.operand);
  if (bare.kind === 'call' && bare.name === 'get' && bare.args.length === 0) return bare.receiver;
  return bare;
}

function classOf(object: Expr, fn: LoweredFunction, unit: TranslationUnit): string | undefined {
  const known = pointedClass(object.type, unit);
  if (known !== undefined) return known;
  if (object.kind === 'index') return pointedClass(elementOf(object.base.type), unit);
  const variable = object.kind === 'name' ? object.variable : undefined;
  if (variable === undefined) return undefined;
  // `for (const auto &item : items)`: what it goes over stands in front of the loop.
  const loop = fn.loops.findLast(
    ({ kind, start, end }) => kind === 'range' && start <= variable.start && variable.end <= end,
  );
  const range = loop && rangeOf(fn, loop.start, variable.start);
  return range && pointedClass(elementOf(range.type), unit);
}

/** The expression that a loop goes over: the first in it, behind the variable that it sets. */
function rangeOf(fn: LoweredFunction, start: number, variable: number): Expr | undefined {
  const roots = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'eval' && step.expr.start > variable ? [step.expr] : [],
    ),
  );
  return roots.filter((root) => root.start > start).toSorted((a, b) => a.start - b.start)[0];
}

/** The class that a pointer, a reference or a smart pointer leads to, aliases looked through. */
function pointedClass(type: CType, unit: TranslationUnit, depth = 0): string | undefined {
  if (depth > 6) return undefined;
  if (type.kind === 'pointer') return pointedClass(type.to, unit, depth + 1);
  if (type.kind === 'record') return type.name;
  if (type.kind !== 'unknown' || type.name === '') return undefined;
  const name = type.name.replace(/^const\s+/, '');
  const inner = /^(?:std::)?(?:shared|unique)_ptr<(?:const\s+)?(.*)>$/s.exec(name)?.[1];
  if (inner !== undefined) return pointedClass({ kind: 'unknown', name: inner }, unit, depth + 1);
  const plain = name.replace(/[\s*&]+$/, '');
  const alias = unit.symbols.typedefs.get(plain);
  if (alias !== undefined) return pointedClass(alias, unit, depth + 1);
  return unit.symbols.record(plain) === undefined ? undefined : plain;
}

function derives(name: string, base: string, unit: TranslationUnit, depth = 0): boolean {
  if (depth > 6) return false;
  return (unit.symbols.class(name)?.bases ?? []).some(
    (each) => each === base || derives(each, base, unit, depth + 1),
  );
}

function rootOf(object: Expr): { readonly scope: string } | undefined {
  if (object.kind === 'name') return object.variable;
  if (object.kind === 'member' || object.kind === 'index') return rootOf(object.base);
  return object.kind === 'deref' ? rootOf(object.operand) : undefined;
}

/** Of what conditions of a function ask something, and by which field or call: `p` of `p->kind == 3` and of `is_text(p)`. */
function askedIn(fn: LoweredFunction): Asked[] {
  const conditions: Expr[] = [];
  for (const { end } of fn.blocks) {
    if (end.kind === 'branch') conditions.push(end.condition);
    else if (end.kind === 'switch') conditions.push(end.value);
  }
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'conditional') conditions.push(expr.condition);
    else if (expr.kind === 'binary' && /^(?:&&|\|\|)$/.test(expr.op)) conditions.push(expr.left);
    else if (expr.kind === 'call' && /assert|check/i.test(expr.name)) conditions.push(...expr.args);
  }
  return conditions.flatMap((condition) =>
    expressionsIn(condition).flatMap((part): Asked[] => {
      if (part.kind === 'member') return [{ place: textOf(part.base), by: part.name }];
      if (part.kind !== 'call') return [];
      return part.args.map((arg) => ({ place: textOf(arg), by: part.name }));
    }),
  );
}

interface Asked {
  readonly place: string;
  readonly by: string;
}

function textOf(expr: Expr): string {
  const bare = withoutCasts(expr);
  if (bare.kind === 'deref' || bare.kind === 'address') return textOf(bare.operand);
  if (bare.kind === 'call' && bare.name === 'get' && bare.receiver !== undefined)
    return textOf(bare.receiver);
  return expressionText(bare);
}
