import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionAtEnd, expressionsIn } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { memberInitialisers } from './member-initialisers.ts';
import { classOfFunction } from './own-fields.ts';
import { type Taking, takingsIn, takingsOf } from './ownership-takings.ts';

export const twoOwners: CRule = {
  id: 'two_owners',
  title: 'Two smart pointers each delete one object',
  category: 'cpp',
  cwe: [415, 590],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A smart pointer that is made from a raw pointer counts its owners by itself: it knows nothing of others that have the same object. When the first of them goes, the object is deleted, and the others delete it again. `std::shared_ptr<T>(this)` does so to an object that has an owner already, and an owner of the address of a variable deletes what was never allocated.',
  suggestion:
    'Copy the smart pointer that owns the object, or call `shared_from_this()`; give a raw pointer to one owner only, at once where it is allocated.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <functional>
#include <memory>
#include <vector>
void post(std::function<void()> job);
class Session : public std::enable_shared_from_this<Session> {
public:
  void start() {
    std::shared_ptr<Session> self(this); // defect
    post([self] { self->stop(); });
  }
  void stop() {}
  std::shared_ptr<Session> share() { return std::shared_ptr<Session>(this); } // defect
};
class Node {
public:
  void adopt(Node *child) { children_.push_back(std::shared_ptr<Node>(child)); }
  void attach() { parent_.reset(this); } // defect
private:
  std::vector<std::shared_ptr<Node>> children_;
  std::shared_ptr<Node> parent_;
};`,
      `#include <memory>
#include <vector>
struct Page { int number; };
struct Pair {
  explicit Pair(Page *page) : left(page), right(page) {} // defect
  std::unique_ptr<Page> left, right;
};
int twice() {
  Page *page = new Page{1};
  std::shared_ptr<Page> one(page);
  auto other = std::shared_ptr<Page>(page); // defect
  return one->number + other->number;
}
void all(std::vector<std::unique_ptr<Page>> &pages, int count) {
  Page *page = new Page{1};
  for (int i = 0; i < count; i++) pages.emplace_back(page); // defect
}
void freed(bool keep, std::vector<std::shared_ptr<Page>> &pages) {
  Page *page = new Page{1};
  if (keep) pages.push_back(std::shared_ptr<Page>(page));
  delete page; // defect
}
int of_variable() {
  Page page{1};
  std::shared_ptr<Page> owner(&page); // defect
  return owner->number;
}
class Book {
public:
  std::shared_ptr<Page> first() const { return std::shared_ptr<Page>(first_.get()); } // defect
private:
  std::shared_ptr<Page> first_;
};`,
    ],
    good: [
      `#include <functional>
#include <memory>
#include <utility>
#include <vector>
struct Page { int number; };
void post(std::function<void()> job);
class Session : public std::enable_shared_from_this<Session> {
public:
  void start() {
    std::shared_ptr<Session> self = shared_from_this();
    post([self] { self->stop(); });
  }
  void stop() {}
};
class Call {
public:
  void finish() { std::unique_ptr<Call> self(this); }
};
struct NoDelete { void operator()(Page *) const {} };
int sound(std::vector<std::shared_ptr<Page>> &pages, bool first, Page *given) {
  Page *page = new Page{1};
  if (first) pages.push_back(std::shared_ptr<Page>(page));
  else delete page;
  page = new Page{2};
  std::unique_ptr<Page> owner(page);
  Page *freed = owner.release();
  std::unique_ptr<Page> again(freed);
  for (int i = 0; i < 3; i++) {
    Page *each = new Page{i};
    pages.emplace_back(each);
  }
  Page local{1};
  std::shared_ptr<Page> lent(&local, [](Page *) {});
  std::unique_ptr<Page, NoDelete> also(&local);
  std::shared_ptr<Page> copy(lent);
  Page *moved = new Page{3};
  std::shared_ptr<Page> kept(moved);
  std::weak_ptr<Page> weak(kept);
  given->number = moved->number;
  return copy->number + also->number;
}
int either(Page *page, bool shared) {
  if (shared) {
    std::shared_ptr<Page> owner(page);
    return owner->number;
  }
  std::unique_ptr<Page> owner(page);
  return owner->number;
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp' || !/(?:shared|unique)_ptr/.test(unit.tree.text)) return;
    const members = memberInitialisers(unit);
    for (const fn of unit.functions) new OwnerFlow(fn, unit, members, report).run();
  },
};

/** The raw pointers that have an owner, on every path or on some. */
type Owned = ReadonlyMap<Variable, 'always' | 'sometimes'>;

class OwnerFlow {
  private readonly fn: LoweredFunction;
  private readonly unit: TranslationUnit;
  private readonly members: ReadonlyMap<string, string>;
  private readonly report: ReportHit;

  constructor(
    fn: LoweredFunction,
    unit: TranslationUnit,
    members: ReadonlyMap<string, string>,
    report: ReportHit,
  ) {
    this.fn = fn;
    this.unit = unit;
    this.members = members;
    this.report = report;
  }

  run(): void {
    const { blocks } = this.fn;
    const graph = controlFlow(blocks);
    const inputs = solveLattice<Owned>(graph, {
      boundary: new Map(),
      join,
      equals: (a, b) => a.size === b.size && [...a].every(([key, how]) => b.get(key) === how),
      transfer: (id, before) => this.through(blocks[id], before, false),
    });
    for (const id of graph.order) {
      const before = inputs[id];
      if (before !== undefined) this.through(blocks[id], before, true);
    }
  }

  private through(block: BasicBlock | undefined, before: Owned, heard: boolean): Owned {
    const owned = new Map(before);
    for (const step of block?.steps ?? []) {
      const takings = takingsOf(step, this.fn, this.unit, this.members);
      if (step.kind === 'eval') this.evaluate(step.expr, takings, owned, heard);
      else if (step.kind === 'declare') {
        if (step.init !== undefined) this.evaluate(step.init, takings, owned, heard);
        owned.delete(step.variable);
      }
    }
    const last = block === undefined ? undefined : expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last, takingsIn(last), owned, heard);
    return owned;
  }

  private evaluate(
    root: Expr,
    takings: readonly Taking[],
    owned: Map<Variable, 'always' | 'sometimes'>,
    heard: boolean,
  ): void {
    for (const expr of expressionsIn(root)) {
      if (expr.kind === 'call' && /^(?:release|swap)$/.test(expr.name)) owned.clear();
      if (expr.kind === 'delete') this.given(withoutCasts(expr.operand), expr, owned, heard);
    }
    for (const { raw, ownership } of takings) {
      if (heard) this.notAllocated(raw, ownership);
      const variable = this.given(raw, raw, owned, heard);
      if (variable !== undefined) owned.set(variable, 'always');
    }
    for (const expr of expressionsIn(root)) {
      const target =
        expr.kind === 'assign' ? expr.target : expr.kind === 'address' ? expr.operand : undefined;
      if (target?.kind === 'name' && target.variable !== undefined) owned.delete(target.variable);
    }
  }

  /** A pointer is given to an owner, or deleted, which has one already. */
  private given(raw: Expr, at: Expr, owned: Owned, heard: boolean): Variable | undefined {
    const variable = raw.kind === 'name' ? raw.variable : undefined;
    if (variable === undefined || !/^(?:local|parameter)$/.test(variable.scope)) return undefined;
    const how = owned.get(variable);
    if (heard && how !== undefined)
      this.report(
        at,
        `a smart pointer ${how === 'always' ? 'owns' : 'may own'} what \`${variable.name}\` leads to already`,
        {
          confidence: how === 'always' ? 0.88 : 0.6,
        },
      );
    return variable;
  }

  private notAllocated(raw: Expr, ownership: Taking['ownership']): void {
    if (raw.kind === 'name' && raw.name === 'this') {
      const isShared = isSharedFromThis(classOfFunction(this.fn), this.unit);
      if (isShared || ownership === 'shared')
        this.report(
          raw,
          'the object has an owner already, of which this smart pointer knows nothing',
          {
            confidence: isShared ? 0.9 : 0.7,
          },
        );
    } else if (raw.kind === 'call') {
      this.report(
        raw,
        'the smart pointer that lends this and another one both own the object now',
        {
          confidence: 0.85,
        },
      );
    } else if (raw.kind === 'address' && isStored(raw.operand)) {
      this.report(raw, 'the smart pointer deletes an object that was not allocated', {
        confidence: 0.88,
        cwe: 590,
      });
    }
  }
}

/** A variable, or a field of one, and no element that a pointer leads to. */
function isStored(place: Expr): boolean {
  if (place.kind === 'member' && !place.arrow) return isStored(place.base);
  return place.kind === 'name' && place.variable !== undefined && place.type.kind !== 'pointer';
}

function isSharedFromThis(name: string, unit: TranslationUnit, depth = 0): boolean {
  if (depth > 4 || name === '') return false;
  const outline = unit.classes.find((each) => each.name === name);
  const bases = outline?.bases ?? unit.symbols.class(name)?.bases ?? [];
  return bases.some(
    (base) => /enable_shared_from_this/.test(base) || isSharedFromThis(base, unit, depth + 1),
  );
}

function join(a: Owned, b: Owned): Owned {
  const joined = new Map<Variable, 'always' | 'sometimes'>();
  for (const variable of new Set([...a.keys(), ...b.keys()])) {
    const isBoth = a.get(variable) === 'always' && b.get(variable) === 'always';
    joined.set(variable, isBoth ? 'always' : 'sometimes');
  }
  return joined;
}
