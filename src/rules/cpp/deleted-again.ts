import { type ClassMembers, classMembers } from '../../code/c/class-members.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule } from '../c/c-rule.ts';
import { memberMemory } from '../c/support/expressions/member-releases.ts';

export const deletedAgain: CRule = {
  id: 'deleted_again',
  title: 'The destructor deletes what another method has deleted',
  category: 'cpp',
  cwe: [415],
  furtherCwe: [416],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A method deletes what a pointer of its object leads to and leaves the pointer as it is. The destructor deletes the same memory once more, and what uses the object in between works with memory that is freed.',
  suggestion:
    'Set the pointer to `nullptr` behind the `delete`, or hold the memory in a `std::unique_ptr` and call `reset()`.',
  languages: ['cpp'],
  examples: {
    bad: [
      `class Strip {
public:
  explicit Strip(int length) : cells_(new int[length]), length_(length) {}
  ~Strip() { delete[] cells_; }
  Strip(const Strip &) = delete;
  Strip &operator=(const Strip &) = delete;
  int close() {
    int length = length_;
    delete[] cells_; // defect
    length_ = 0;
    return length;
  }
private:
  int *cells_;
  int length_;
};`,
    ],
    good: [
      `class Strip {
public:
  explicit Strip(int length) : cells_(new int[length]), length_(length) {}
  ~Strip() { delete[] cells_; }
  Strip(const Strip &) = delete;
  Strip &operator=(const Strip &) = delete;
  void close() {
    delete[] cells_;
    cells_ = nullptr;
  }
  void grow(int length) {
    int *more = new int[length];
    for (int i = 0; i < length_ && i < length; i++) more[i] = cells_[i];
    delete[] cells_;
    cells_ = more;
    length_ = length;
  }
private:
  int *cells_;
  int length_;
};
class Once {
public:
  Once() : text_(new char[8]), open_(true) {}
  ~Once() {
    if (open_) delete[] text_;
  }
  Once(const Once &) = delete;
  Once &operator=(const Once &) = delete;
  void close() {
    delete[] text_;
    open_ = false;
  }
private:
  char *text_;
  bool open_;
};`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const each of classMembers(unit))
      for (const { at, field } of deletedBefore(each, unit))
        report(at, `\`${field}\` is deleted here, and by the destructor again`, {
          confidence: 0.8,
        });
  },
};

interface EarlyDelete {
  readonly at: SyntaxNode;
  readonly field: string;
}

/** Where methods that anyone may call delete what the destructor deletes whatever happened before. */
function deletedBefore(each: ClassMembers, unit: TranslationUnit): EarlyDelete[] {
  const destructor = each.destructor?.definition;
  // With a condition it may know that there is nothing left.
  if (destructor === undefined || hasCondition(destructor)) return [];
  const methods = each.methods.flatMap(({ access, name, definition }) =>
    access === 'public' && name !== 'operator=' && definition !== undefined ? [definition] : [],
  );
  return memberMemory(each, unit)
    .filter(({ isDestroyed }) => isDestroyed)
    .flatMap(({ name, released }) =>
      released.flatMap(({ node }) => {
        const method = methods.find((one) => isWithin(node, one));
        if (method === undefined || isMentionedBehind(method, node, name, unit)) return [];
        return [{ at: node, field: name }];
      }),
    );
}

function hasCondition(node: SyntaxNode): boolean {
  return descendants(node).some(({ type }) =>
    /^(?:if_statement|conditional_expression|switch_statement)$/.test(type),
  );
}

function isWithin(node: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.start <= node.start && node.end <= outer.end;
}

/** Whether a method goes on to do something with the pointer: what comes behind may set it, or be reached in another way. */
function isMentionedBehind(
  method: SyntaxNode,
  { end }: SyntaxNode,
  field: string,
  { tree }: TranslationUnit,
): boolean {
  return descendants(method).some(
    (node) =>
      node.start >= end &&
      /^(?:field_)?identifier$/.test(node.type) &&
      (tree.textOf(node) === field || /^(?:terminate|abort|exit|_exit)$/.test(tree.textOf(node))),
  );
}
