import { type ClassMembers, classMembers } from '../../code/c/class-members.ts';
import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule } from '../c/c-rule.ts';
import { memberMemory } from '../c/support/expressions/member-releases.ts';
import { nameOfType, placeName } from './containers.ts';
import { reservedIn } from './element-changes.ts';

export const shallowCopy: CRule = {
  id: 'shallow_copy',
  title: 'A copy shares memory that both objects delete',
  category: 'cpp',
  cwe: [415],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'The destructor of the class deletes what a pointer in it leads to, and the class says nothing of how it is copied, or `= default`. A copy, also one that a vector makes when it grows, then has the same pointer, and both objects delete the same memory: when the second one goes, that is freed already.',
  suggestion:
    'Hold the memory in a container or a `std::unique_ptr`, or define copying, or forbid it (`T(const T &) = delete`).',
  languages: ['cpp'],
  examples: {
    bad: [
      `class Table {
public:
  Table() : rows_(new int[16]()) {}
  ~Table() { delete[] rows_; }
  int row(int at) const { return rows_[at & 15]; }
private:
  int *rows_;
};
int show(Table table) { return table.row(0); }
int twice(const Table &original) {
  Table copy = original; // defect
  return copy.row(1);
}
void both(Table &one, Table &other) {
  one = other; // defect
  show(one); // defect
}`,
      `#include <vector>
class Row {
public:
  explicit Row(int cells) : cells_(new int[cells]()) {}
  ~Row() { delete[] cells_; }
  int first() const { return cells_[0]; }
private:
  int *cells_;
};
class Grid {
public:
  Grid() : cells_(new int[9]()) {}
  Grid(const Grid &other) = default; // defect
  ~Grid() { delete[] cells_; }
private:
  int *cells_;
};
int sum(std::vector<Row> rows) { return rows.empty() ? 0 : rows.front().first(); }
int all(int count) {
  std::vector<Row> rows;
  for (int i = 1; i <= count; i++) rows.emplace_back(i); // defect
  return sum(rows); // defect
}`,
    ],
    good: [
      `class Table {
public:
  Table() : rows_(new int[16]()) {}
  Table(const Table &other) : rows_(new int[16]()) { rows_[0] = other.rows_[0]; }
  Table &operator=(const Table &other) { rows_[0] = other.rows_[0]; return *this; }
  ~Table() { delete[] rows_; }
private:
  int *rows_;
};
class Single {
public:
  Single() : row_(new int(1)) {}
  Single(const Single &) = delete;
  Single &operator=(const Single &) = delete;
  ~Single() { delete row_; }
private:
  int *row_;
};
class Plain {
public:
  Plain() : row_(new int(1)) {}
  ~Plain() { delete row_; }
  int row() const { return *row_; }
private:
  int *row_;
};
Plain made() { return Plain(); }
int copied(const Table &original, const Plain &plain) {
  Table copy = original;
  copy = original;
  Plain own = made();
  const Plain &same = plain;
  return own.row() + same.row();
}`,
      `#include <memory>
#include <vector>
class Row {
public:
  explicit Row(int cells) : cells_(new int[cells]()) {}
  ~Row() { delete[] cells_; }
  int first() const { return cells_[0]; }
private:
  int *cells_;
};
class Moved {
public:
  Moved() : cells_(new int[9]()) {}
  Moved(Moved &&other) : cells_(other.cells_) { other.cells_ = nullptr; }
  ~Moved() { delete[] cells_; }
private:
  int *cells_;
};
int sum(const std::vector<Row> &rows) { return rows.empty() ? 0 : rows.front().first(); }
int all(int count) {
  std::vector<Row> rows;
  rows.reserve(count);
  for (int i = 1; i <= count; i++) rows.emplace_back(i);
  std::vector<std::unique_ptr<Row>> others;
  others.push_back(std::make_unique<Row>(3));
  std::vector<Moved> moved;
  moved.emplace_back();
  return sum(rows) + others.front()->first();
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const owners = new Map(
      classMembers(unit).flatMap((each) => {
        const owned = ownedBy(each, unit);
        return owned === undefined ? [] : [[each.outline.name, { each, owned }] as const];
      }),
    );
    if (owners.size === 0) return;
    for (const [type, { each, owned }] of owners)
      for (const node of defaultedCopies(each, unit))
        report(node, message(type, owned), { confidence: 0.87 });
    for (const fn of unit.functions) {
      for (const { at, type, how } of copiesIn(fn, unit)) {
        const known = owners.get(type);
        if (known === undefined || saysHow(known.each, how, unit)) continue;
        report(at, message(type, known.owned), { confidence: 0.87 });
      }
    }
  },
};

function message(type: string, owned: string): string {
  return `this copy of \`${type}\` has the same \`${owned}\`, which the destructors of both delete`;
}

/** The copies that a class asks for by `= default`. */
function defaultedCopies(each: ClassMembers, { tree }: TranslationUnit): SyntaxNode[] {
  const assigns = each.methods.filter(({ name }) => name === 'operator=');
  return [...each.constructors, ...assigns]
    .filter(({ defaulted, node }) => defaulted && /\(\s*const\b[^)]*&/.test(tree.textOf(node)))
    .map(({ node }) => node);
}

/** A pointer that a class allocates and deletes, where its copies are made member by member. */
function ownedBy(each: ClassMembers, unit: TranslationUnit): string | undefined {
  const { destructor, outline, fields } = each;
  if (destructor?.definition === undefined || outline.bases.length > 0) return undefined;
  // What cannot be copied keeps the whole object from being copied.
  if (fields.some(({ typeText }) => /unique_ptr|mutex|atomic|thread|stream\b/.test(typeText)))
    return undefined;
  return memberMemory(each, unit).find(
    ({ isDestroyed, allocated, hasOther }) => isDestroyed && allocated.length > 0 && !hasOther,
  )?.name;
}

/** Whether a class says how it is copied, or that it is not. */
function saysHow(each: ClassMembers, how: Copy['how'], { tree }: TranslationUnit): boolean {
  const name = each.outline.name;
  const takesOwn = new RegExp(`\\(\\s*(?:const\\s+)?${name}\\b(?:<[^>]*>)?(?:\\s+const)?\\s*&`);
  const isMove = /&&/;
  // What is `= default` copies member by member, as what is not said at all.
  const written = each.constructors.filter(({ defaulted }) => !defaulted);
  const texts = written.map(({ node }) => tree.textOf(node));
  const assigns = each.methods.filter(
    ({ name: of, defaulted }) => of === 'operator=' && !defaulted,
  );
  // A class that says how it is moved is not copied unless it says so.
  if ([...texts, ...assigns.map(({ node }) => tree.textOf(node))].some((text) => isMove.test(text)))
    return true;
  return how === 'assigned' ? assigns.length > 0 : texts.some((text) => takesOwn.test(text));
}

interface Copy {
  readonly at: Expr;
  /** The name of the class. */
  readonly type: string;
  readonly how: 'made' | 'assigned';
}

function copiesIn(fn: LoweredFunction, unit: TranslationUnit): Copy[] {
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step): Copy[] => {
      if (step.kind !== 'declare' || step.init === undefined) return [];
      const type = recordOf(step.variable.type);
      const [only] = step.init.kind === 'call' && step.init.args.length === 1 ? step.init.args : [];
      const isMade = only !== undefined && step.init.kind === 'call' && step.init.name === type;
      return copyOf(isMade ? only : step.init, type, 'made');
    }),
  );
  const reserved = reservedIn(fn, unit);
  const others = expressionsOf(fn.blocks).flatMap((expr): Copy[] => {
    if (expr.kind === 'assign' && expr.op === '=')
      return copyOf(expr.value, recordOf(expr.target.type, true), 'assigned');
    if (expr.kind === 'call' && expr.receiver !== undefined) return grownBy(expr, reserved);
    if (expr.kind !== 'call') return [];
    const parameters = unit.functionsByName.get(expr.name)?.parameters ?? [];
    return expr.args.flatMap((arg, at) => copyOf(arg, recordOf(parameters[at]?.type), 'made'));
  });
  return [...declared, ...others];
}

/** A vector copies its elements to where there is room for one more, and the one that it is given. */
function grownBy(call: CallExpr, reserved: ReadonlySet<string>): Copy[] {
  const { receiver, name, args } = call;
  if (receiver === undefined || !nameOfType(receiver.type).startsWith('vector<')) return [];
  const type = recordOf(receiver.type, true);
  if (type === undefined || !/^(?:push_back|emplace_back|insert|emplace|resize)$/.test(name))
    return [];
  const isRoomy = reserved.has(placeName(receiver) ?? '') || receiver.kind === 'index';
  const isCopied = name === 'push_back' && args.length === 1;
  return isCopied || !isRoomy ? [{ at: call, type, how: 'made' }] : [];
}

/** A copy of an object that goes on to be there, unlike the result of a call. */
function copyOf(value: Expr, type: string | undefined, how: Copy['how']): Copy[] {
  const bare = withoutCasts(value);
  if (type === undefined || !/^(?:name|deref|index|member)$/.test(bare.kind)) return [];
  return recordOf(bare.type, true) === type ? [{ at: value, type, how }] : [];
}

/** The class of an object, or of the elements of a vector. */
function recordOf(type: CType | undefined, throughReference = false): string | undefined {
  if (type?.kind === 'record') return type.name;
  if (type?.kind === 'unknown') return /^vector<(\w+)>$/.exec(nameOfType(type))?.[1];
  const isReference = type?.kind === 'pointer' && type.reference === true;
  return isReference && throughReference ? recordOf(type.to) : undefined;
}
