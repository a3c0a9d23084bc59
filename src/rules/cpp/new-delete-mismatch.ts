import { classMembers } from '../../code/c/class-members.ts';
import type { Expr } from '../../code/c/ir/ast.ts';
import type { CRule } from '../c/c-rule.ts';
import { isHeap, mismatch } from '../c/mismatched-allocator.ts';
import { memberMemory } from '../c/support/expressions/member-releases.ts';
import { memberInitialisers } from './member-initialisers.ts';
import { takingsOf } from './ownership-takings.ts';

const RELEASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    malloc: 'free',
    new: 'delete',
    'new[]': 'delete[]',
  }),
);

export const newDeleteMismatch: CRule = {
  id: 'new_delete_mismatch',
  title: 'Memory is released by the wrong operator',
  category: 'memory',
  cwe: [762],
  severity: 'high',
  precision: 'very-high',
  help: 'Memory from `new` goes back with `delete`, from `new[]` with `delete[]`, and from `malloc` with `free`. Any other pair is undefined: destructors run too often or not at all, and the allocator finds a block that it did not make.',
  suggestion: 'Release it the way it was allocated, or let a smart pointer or container own it.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <cstdlib>
void shuffle(int count) {
  int *order = new int[count];
  order[0] = count;
  delete order; // defect
}`,
      `#include <cstdlib>
struct node { int value; };
void one() {
  node *made = new node();
  free(made); // defect
}
void two() {
  node *made = static_cast<node *>(malloc(sizeof(node)));
  delete made; // defect
}`,
      `class Buffer {
public:
  explicit Buffer(int size) : bytes_(new char[size]) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { delete bytes_; } // defect
private:
  char *bytes_;
};`,
      `class Rows {
public:
  Rows(const Rows &) = delete;
  Rows() {}
  ~Rows() { delete rows_; } // defect
private:
  int one_ = 1, *rows_ = new int[3];
};`,
      `#include <cstdlib>
#include <cstring>
#include <memory>
class Ring {
public:
  explicit Ring(int size) : size_(size), all_(new float[size]) {} // defect
  float first() const { return size_ > 0 ? *all_ : 0; }
private:
  int size_;
  std::unique_ptr<float> all_;
};
int sum(int count, const char *name) {
  std::shared_ptr<int> all(new int[count]); // defect
  std::unique_ptr<char> copy;
  copy.reset(strdup(name)); // defect
  return *all + *copy;
}`,
    ],
    good: [
      `#include <memory>
class Ring {
public:
  explicit Ring(int size) : all_(new float[size]) {}
  float first() const { return all_[0]; }
private:
  std::unique_ptr<float[]> all_;
};
int sum(int count) {
  std::shared_ptr<int> all(new int[count], std::default_delete<int[]>());
  std::unique_ptr<int> one(new int(count));
  return *all + *one;
}`,
      `#include <cstdlib>
struct node { int value; };
void both(int count) {
  int *order = new int[count];
  node *made = new node();
  char *text = static_cast<char *>(malloc(16));
  delete made;
  delete[] order;
  free(text);
}`,
      `class Buffer {
public:
  explicit Buffer(int size) : bytes_(new char[size]), one_(new int(size)) {}
  Buffer(char *given, bool) : bytes_(nullptr), one_(nullptr), given_(given) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { delete[] bytes_; delete one_; delete given_; }
  void take(char *given) { delete given_; given_ = given; }
  void make() { given_ = new char[4]; }
private:
  char *bytes_;
  int *one_;
  char *given_ = nullptr;
};`,
      `class Rows {
public:
  Rows(const Rows &) = delete;
  explicit Rows(int *given) : given_(given) {}
  ~Rows() { delete[] rows_; delete given_; }
private:
  int *rows_ = new int[3];
  int *given_{new int[1]};
};`,
    ],
  },
  listen: (report) => ({
    release(event, facts) {
      const found = mismatch(event, facts);
      if (found === undefined || !isHeap(found.object)) return;
      const family = found.object.family ?? '';
      const used = RELEASES.get(event.family) ?? event.family;
      report(
        event.expr,
        `\`${facts.text(event.operand)}\` was allocated by ${found.object.name} and needs ${RELEASES.get(family) ?? family}, not ${used}`,
        { confidence: found.sure ? 0.92 : 0.65, trace: found.trace },
      );
    },
  }),
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const members = memberInitialisers(unit);
    for (const fn of unit.functions)
      for (const { steps } of fn.blocks)
        for (const step of steps)
          for (const { raw } of takingsOf(step, fn, unit, members, needsAnother))
            report(
              raw,
              raw.kind === 'new'
                ? 'the smart pointer deletes the array as a single object: its type lacks `[]`'
                : `the smart pointer deletes what \`${unit.tree.textOf(raw)}\` gives, which needs free`,
              { confidence: 0.9, event: 'shape' },
            );
    for (const each of classMembers(unit)) {
      for (const { name, allocated, hasOther, released } of memberMemory(each, unit)) {
        const [first] = allocated;
        if (first === undefined || hasOther || allocated.some((one) => one !== first)) continue;
        const [made, needs] = first ? ['new[]', 'delete[]'] : ['new', 'delete'];
        for (const { node, isArray } of released)
          if (isArray !== first)
            report(
              node,
              `\`${name}\` was allocated by ${made} and needs ${needs}, not ${isArray ? 'delete[]' : 'delete'}`,
              { confidence: 0.9, event: 'shape' },
            );
      }
    }
  },
};

/** Whether a smart pointer without a deleter of its own is given memory that `delete` is not for. */
function needsAnother(raw: Expr, owner: string): boolean {
  if (raw.kind === 'new') return raw.count !== undefined && !owner.endsWith('[]>');
  return raw.kind === 'call' && /^(?:malloc|calloc|realloc|strn?dup)$/.test(raw.name);
}
