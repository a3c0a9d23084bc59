import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { followLentPointers } from './lent-pointers.ts';
import { isOwnedHere, isSmart, SmartPointers, typeName } from './smart-pointers.ts';

export const smartPointerGetEscape: CRule = {
  id: 'smart_pointer_get_escape',
  title: 'A raw pointer outlives the smart pointer it came from',
  category: 'cpp',
  cwe: [416, 415],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: '`get()` lends the pointer; the smart pointer still owns the object and destroys it when it is reset, gets another object or goes out of scope; one that a call gives goes with the statement. A raw pointer that is used or returned then dangles. One that is deleted, or given to a second smart pointer, makes two owners that both destroy the object.',
  suggestion:
    'Return or move the smart pointer itself, or use `release()` where ownership is given away.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <memory>
struct Page { int number; };
Page *make(int number) {
  std::unique_ptr<Page> page(new Page{number});
  return page.get(); // defect
}
void twice(std::shared_ptr<Page> page) {
  delete page.get(); // defect
}
void owners(std::unique_ptr<Page> page) {
  std::unique_ptr<Page> other(page.get()); // defect
}
void again(std::unique_ptr<Page> page) {
  auto other = std::shared_ptr<Page>(page.get()); // defect
  other->number = 2;
}`,
      `#include <memory>
struct Page { int number; };
Page *made(int number) {
  auto page = std::make_unique<Page>();
  page->number = number;
  return page.get(); // defect
}
Page *kept() {
  auto page = std::make_unique<Page>();
  Page *raw = page.get();
  return raw; // defect
}`,
      `#include <memory>
struct Page { int number; };
int after_reset() {
  auto page = std::make_unique<Page>();
  Page *raw = page.get();
  page.reset();
  return raw->number; // defect
}
int after_another(std::unique_ptr<Page> page) {
  auto raw = page.get();
  page = std::make_unique<Page>();
  return raw->number; // defect
}
int after_scope() {
  Page *last = nullptr;
  {
    std::unique_ptr<Page> page(new Page{1});
    last = page.get();
  }
  return last->number; // defect
}
int after_some(std::unique_ptr<Page> page, bool stale) {
  Page *raw = page.get();
  if (stale) page = nullptr;
  return raw->number; // defect
}
int last_of(int count) {
  Page *last = nullptr;
  for (int i = 0; i < count; i++) {
    auto page = std::make_unique<Page>();
    page->number = i;
    last = page.get();
  }
  return last == nullptr ? 0 : last->number; // defect
}`,
      `#include <memory>
struct Page { int number; };
std::unique_ptr<Page> made(int number);
int number_of() {
  Page *page = made(1).get(); // defect
  auto other = std::make_unique<Page>().get(); // defect
  return page->number + other->number;
}
Page *fresh() {
  return std::make_unique<Page>().get(); // defect
}`,
    ],
    good: [
      `#include <memory>
struct Page { int number; };
void show(const Page *page);
class Book {
  std::unique_ptr<Page> first_;
public:
  Page *first() const { return first_.get(); }
};
std::unique_ptr<Page> make(int number) {
  auto page = std::make_unique<Page>();
  page->number = number;
  show(page.get());
  return page;
}
Page *give(std::unique_ptr<Page> page) { return page.release(); }
Page *peek(const std::unique_ptr<Page> &page) { return page.get(); }`,
      `#include <memory>
#include <utility>
#include <vector>
struct Page { int number; };
struct Book { std::vector<std::unique_ptr<Page>> pages; };
struct Answer { int get(); };
int ask(std::unique_ptr<Answer> answer) { return answer->get(); }
Page *add(Book &book) {
  auto page = std::make_unique<Page>();
  Page *raw = page.get();
  book.pages.push_back(std::move(page));
  raw->number = 1;
  return raw;
}
Page *first(Book &book, bool open) {
  Page *raw = nullptr;
  if (open) {
    auto page = std::make_unique<Page>();
    raw = page.get();
    book.pages.emplace_back(page.release());
  }
  return raw;
}
int renewed(std::unique_ptr<Page> page) {
  Page *raw = page.get();
  if (page) raw->number = 1;
  page.reset(new Page{2});
  raw = page.get();
  return raw->number;
}
int before(int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    auto page = std::make_unique<Page>();
    Page *raw = page.get();
    raw->number = i;
    sum += raw->number;
  }
  return sum;
}
std::shared_ptr<Page> beside(std::shared_ptr<int> owner, std::unique_ptr<Page> page) {
  std::shared_ptr<Page> part(owner, page.get());
  return part;
}
int captured(void (*run)(int (*)())) {
  Page *raw = nullptr;
  {
    auto page = std::make_unique<Page>();
    raw = page.get();
    auto job = [page = std::move(page)] { return page->number; };
    keep(std::move(job));
  }
  return raw->number;
}
int handed(std::unique_ptr<Page> page, void (*later)(std::unique_ptr<Page> &)) {
  Page *raw = page.get();
  later(page);
  page.reset();
  return raw->number;
}`,
      `#include <memory>
struct Page { int number; };
std::unique_ptr<Page> made(int number);
std::unique_ptr<Page> &kept();
std::shared_ptr<Page> shared();
void show(const Page *page);
int number_of() {
  Page *page = kept().get();
  Page *other = shared().get();
  show(made(1).get());
  const int number = made(2).get()->number;
  const bool isThere = made(3).get() != nullptr;
  return page->number + other->number + number + isThere;
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) {
      const smart = new SmartPointers(fn);
      const all = expressionsOf(fn.blocks);
      if (!all.some((expr) => expr.kind === 'call' && expr.name === 'get')) continue;
      check(fn, smart, report);
      if (all.some((expr) => smart.lentBy(expr) !== undefined)) follow(fn, smart, report);
    }
  },
};

/** Pointers in variables, over the paths of the function. */
function follow(fn: LoweredFunction, smart: SmartPointers, report: ReportHit): void {
  followLentPointers(fn, smart, {
    used: ({ expr, isArgument }, raw, owner, isSure) => {
      const sure = isSure ? 'has' : 'may have';
      report(
        expr,
        `\`${owner.name}\` ${sure} destroyed the object that \`${raw.name}\` points to`,
        {
          confidence: (isSure ? 0.88 : 0.6) - (isArgument ? 0.2 : 0),
          cwe: 416,
        },
      );
    },
    returned: (value, raw, owner) => {
      if (isPointerLike(fn.returns))
        report(value, `\`${owner.name}\` destroys the object that \`${raw.name}\` points to`, {
          confidence: 0.88,
          cwe: 416,
        });
    },
  });
}

function check(fn: LoweredFunction, smart: SmartPointers, report: ReportHit): void {
  for (const block of fn.blocks) {
    const { end } = block;
    const lent =
      end.kind === 'return' && end.value !== undefined ? smart.lentBy(end.value) : undefined;
    if (
      lent !== undefined &&
      isPointerLike(fn.returns) &&
      isOwnedHere(lent) &&
      end.kind === 'return' &&
      end.value
    )
      report(
        end.value,
        `\`${lent.name}\` destroys the object when this returns the pointer to it`,
        {
          confidence: smart.ownership(lent) === 'shared' ? 0.55 : 0.88,
          cwe: 416,
        },
      );
    const last = end.kind === 'return' && isPointerLike(fn.returns) ? end.value : undefined;
    if (last !== undefined) ofTemporary(last, 'when this returns the pointer to it', report);
    for (const step of block.steps) {
      if (
        step.kind === 'eval' &&
        step.expr.kind === 'assign' &&
        isPointerLike(step.expr.target.type)
      )
        ofTemporary(step.expr.value, 'at the end of this statement', report);
      if (step.kind !== 'declare' || step.init === undefined) continue;
      if (step.variable.type.kind !== 'unknown' || step.variable.type.name === '')
        ofTemporary(step.init, 'at the end of this statement', report);
      if (isSmart(typeName(step.variable))) secondOwner(step.init, smart, report);
    }
  }
  for (const expr of expressionsOf(fn.blocks)) {
    const lent = expr.kind === 'delete' ? smart.lentBy(expr.operand) : undefined;
    if (lent !== undefined)
      report(expr, `\`${lent.name}\` destroys the object again that is deleted here`, {
        confidence: 0.9,
        cwe: 415,
      });
    if (expr.kind === 'call' && expr.callee.kind === 'name' && isSmart(expr.callee.name))
      secondOwner(expr, smart, report);
    if (expr.kind === 'call' && expr.name === 'reset') secondOwner(expr, smart, report);
  }
}

/** `make().get()`: the smart pointer that a call gives goes at the end of the statement, with what it alone owns. */
function ofTemporary(value: Expr, when: string, report: ReportHit): void {
  const call = withoutCasts(value);
  if (call.kind !== 'call' || call.name !== 'get' || call.args.length > 0) return;
  const owner = call.receiver;
  if (owner?.kind !== 'call' || owner.type.kind !== 'unknown') return;
  if (/^(?:std::)?unique_ptr</.test(owner.type.name))
    report(value, `the smart pointer that the call gives destroys the object ${when}`, {
      confidence: 0.88,
      cwe: 416,
    });
}

/** A smart pointer is made from, or reset to, what another one only lends: the first argument, which it owns. */
function secondOwner(init: Expr, smart: SmartPointers, report: ReportHit): void {
  const owned =
    init.kind === 'initlist'
      ? init.items[0]?.value
      : init.kind === 'call'
        ? init.args[0]
        : undefined;
  if (owned === undefined) return;
  const lent = smart.lentBy(owned);
  if (lent !== undefined)
    report(
      withoutCasts(owned),
      `\`${lent.name}\` and another smart pointer both own the object now`,
      {
        confidence: 0.85,
        cwe: 415,
      },
    );
}
