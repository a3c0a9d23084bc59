import type { BasicBlock, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from '../c/c-rule.ts';
import { isReference } from './lending.ts';
import { classOfFunction } from './own-fields.ts';

export const selfAssignment: CRule = {
  id: 'self_assignment',
  title: 'Assigning an object to itself frees what is copied',
  category: 'cpp',
  cwe: [416],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'The assignment operator frees the memory of the object, and copies that of the other one afterwards. Where both are one object, as in `rows[i] = rows[j]` with equal indexes, it reads what it has just freed.',
  suggestion:
    'Compare `this` with the address of the other object first, or make the copy before anything is freed (copy and swap).',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <cstring>
#include <cstdlib>
class Text {
public:
  Text &operator=(const Text &other) {
    delete[] chars_;
    length_ = other.length_;
    chars_ = new char[length_ + 1];
    std::memcpy(chars_, other.chars_, length_ + 1); // defect
    return *this;
  }
private:
  char *chars_ = nullptr;
  size_t length_ = 0;
};
struct Numbers {
  int *all;
  int count;
  Numbers &operator=(const Numbers &other);
};
Numbers &Numbers::operator=(const Numbers &other) {
  free(this->all);
  int *copy = static_cast<int *>(malloc(other.count * sizeof(int)));
  for (int i = 0; i < other.count; i++) copy[i] = other.all[i]; // defect
  this->all = copy;
  count = other.count;
  return *this;
}`,
    ],
    good: [
      `#include <cstring>
#include <utility>
class Text {
public:
  Text &operator=(const Text &other) {
    if (this == &other) return *this;
    delete[] chars_;
    length_ = other.length_;
    chars_ = new char[length_ + 1];
    std::memcpy(chars_, other.chars_, length_ + 1);
    return *this;
  }
private:
  char *chars_ = nullptr;
  size_t length_ = 0;
};
class Copied {
public:
  Copied &operator=(const Copied &other) {
    char *copy = new char[other.length_ + 1];
    std::memcpy(copy, other.chars_, other.length_ + 1);
    delete[] chars_;
    chars_ = copy;
    length_ = other.length_;
    return *this;
  }
  Copied &operator=(Copied &&other) {
    delete[] chars_;
    chars_ = std::exchange(other.chars_, nullptr);
    return *this;
  }
private:
  char *chars_ = nullptr;
  size_t length_ = 0;
};
class Swapped {
public:
  Swapped &operator=(Swapped other) {
    std::swap(chars_, other.chars_);
    return *this;
  }
  Swapped &operator=(const char *text) {
    delete[] chars_;
    chars_ = new char[std::strlen(text) + 1];
    std::strcpy(chars_, text);
    return *this;
  }
private:
  char *chars_ = nullptr;
};`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) {
      const [other] = fn.parameters;
      const isOwn =
        fn.name === 'operator=' &&
        other !== undefined &&
        isReference(other.type) &&
        other.type.kind === 'pointer' &&
        other.type.to.kind === 'record' &&
        other.type.to.name === classOfFunction(fn);
      // What compares the two is told to know; a move takes the memory and reads nothing of it.
      if (!isOwn || comparesWithThis(fn)) continue;
      const use = useAfterRelease(fn, other);
      if (use !== undefined)
        report(use.at, `\`${other.name}.${use.field}\` is freed above where both are one object`, {
          confidence: 0.85,
        });
    }
  },
};

function comparesWithThis(fn: LoweredFunction): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) =>
      (expr.kind === 'binary' &&
        /^[!=]=$/.test(expr.op) &&
        [expr.left, expr.right].some((side) => isThis(withoutCasts(side)))) ||
      (expr.kind === 'call' && [...expr.args].some((arg) => isThis(withoutCasts(arg)))),
  );
}

function isThis(expr: Expr): boolean {
  return expr.kind === 'name' && expr.name === 'this';
}

/** What the function reads of the memory of the other object, on a way on which it has freed its own. */
function useAfterRelease(
  fn: LoweredFunction,
  other: Variable,
): { readonly at: Expr; readonly field: string } | undefined {
  for (const block of fn.blocks) {
    let freed: string | undefined;
    for (const { root, isLater } of behind(fn, block)) {
      if (freed !== undefined) {
        const name = freed;
        const at = expressionsIn(root).find((expr) => reads(expr, other, name));
        if (at !== undefined) return { at, field: name };
      }
      if (!isLater) freed = expressionsIn(root).map(releasedField).find(Boolean) ?? freed;
    }
  }
  return undefined;
}

/** The expressions of a block, and then those that come behind it. */
function behind(
  fn: LoweredFunction,
  first: BasicBlock,
): { readonly root: Expr; readonly isLater: boolean }[] {
  const found = topLevelExpressions(first).map((root) => ({ root, isLater: false }));
  const seen = new Set([first.id]);
  const work = next(first);
  for (let id = work.shift(); id !== undefined; id = work.shift()) {
    const block = fn.blocks[id];
    if (block === undefined || seen.has(id)) continue;
    seen.add(id);
    found.push(...topLevelExpressions(block).map((root) => ({ root, isLater: true })));
    work.push(...next(block));
  }
  return found;
}

function next({ end }: BasicBlock): number[] {
  if (end.kind === 'jump') return [end.to];
  if (end.kind === 'branch') return [end.then, end.otherwise];
  return end.kind === 'switch' ? [...end.cases.map(({ to }) => to), end.otherwise] : [];
}

/** The field of this object whose memory an expression frees. */
function releasedField(expr: Expr): string | undefined {
  const freed =
    expr.kind === 'delete'
      ? expr.operand
      : expr.kind === 'call' && expr.receiver === undefined && expr.name === 'free'
        ? expr.args[0]
        : undefined;
  const bare = freed && withoutCasts(freed);
  if (bare?.kind === 'name') return bare.variable === undefined ? bare.name : undefined;
  return bare?.kind === 'member' && isThis(withoutCasts(bare.base)) ? bare.name : undefined;
}

/** Whether an expression follows the pointer of the other object, or gives it to a function that copies from it. */
function reads(expr: Expr, other: Variable, field: string): boolean {
  const isField = (part: Expr): boolean => {
    const bare = withoutCasts(part);
    return (
      bare.kind === 'member' &&
      bare.name === field &&
      bare.base.kind === 'name' &&
      bare.base.variable === other
    );
  };
  if (expr.kind === 'index') return isField(expr.base);
  if (expr.kind === 'deref') return isField(expr.operand);
  if (expr.kind === 'new')
    return expr.args.some((arg) =>
      expressionsIn(arg).some((part) => part.kind === 'deref' && isField(part.operand)),
    );
  return (
    expr.kind === 'call' &&
    /^(?:mem(?:cpy|move)|str(?:n?cpy|n?dup|len)|copy(?:_n)?)$/.test(expr.name) &&
    expr.args.some((arg) => isField(arg))
  );
}
