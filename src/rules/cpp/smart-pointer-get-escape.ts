import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';

export const smartPointerGetEscape: CRule = {
  id: 'smart_pointer_get_escape',
  title: 'A raw pointer outlives the smart pointer it came from',
  category: 'cpp',
  cwe: [416, 415],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: '`get()` lends the pointer; the smart pointer still owns the object and destroys it when it goes out of scope. A raw pointer that is returned then dangles. One that is deleted, or given to a second smart pointer, makes two owners that both destroy the object.',
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
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) check(fn, report);
  },
};

function check(fn: LoweredFunction, report: ReportHit): void {
  for (const block of fn.blocks) {
    const { end } = block;
    const lent = end.kind === 'return' && end.value !== undefined ? lentBy(end.value) : undefined;
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
          confidence: /shared_ptr/.test(typeName(lent)) ? 0.55 : 0.88,
          cwe: 416,
        },
      );
    for (const step of block.steps) {
      if (step.kind !== 'declare' || step.init === undefined) continue;
      if (isSmart(typeName(step.variable))) secondOwner(step.init, report);
    }
  }
  for (const expr of expressionsOf(fn.blocks)) {
    const lent = expr.kind === 'delete' ? lentBy(expr.operand) : undefined;
    if (lent !== undefined)
      report(expr, `\`${lent.name}\` destroys the object again that is deleted here`, {
        confidence: 0.9,
        cwe: 415,
      });
    if (expr.kind === 'call' && expr.callee.kind === 'name' && isSmart(expr.callee.name))
      secondOwner(expr, report);
    if (expr.kind === 'call' && expr.name === 'reset') secondOwner(expr, report);
  }
}

/** A smart pointer is made from, or reset to, what another one only lends. */
function secondOwner(init: Expr, report: ReportHit): void {
  const direct =
    init.kind === 'initlist'
      ? init.items.map((item) => item.value)
      : init.kind === 'call'
        ? init.args
        : [];
  for (const value of direct) {
    for (const inner of expressionsIn(value)) {
      const lent = inner === withoutCasts(value) ? lentBy(inner) : undefined;
      if (lent !== undefined)
        report(inner, `\`${lent.name}\` and another smart pointer both own the object now`, {
          confidence: 0.85,
          cwe: 415,
        });
    }
  }
}

/** The smart pointer variable of `p.get()`. */
function lentBy(value: Expr): Variable | undefined {
  const call = withoutCasts(value);
  if (call.kind !== 'call' || call.name !== 'get' || call.args.length > 0) return undefined;
  const variable = call.receiver?.kind === 'name' ? call.receiver.variable : undefined;
  return variable !== undefined && isSmart(typeName(variable)) ? variable : undefined;
}

function isOwnedHere({ scope, type }: Variable): boolean {
  const reference = type.kind === 'pointer' && type.reference === true;
  return (scope === 'local' || scope === 'parameter') && !reference;
}

function typeName({ type }: Variable): string {
  const of = type.kind === 'pointer' && type.reference === true ? type.to : type;
  return of.kind === 'unknown' ? of.name : '';
}

function isSmart(name: string): boolean {
  return /^(?:std::)?(?:unique|shared)_ptr</.test(name);
}
