import { type ClassField, type ClassMembers, classMembers } from '../../code/c/class-members.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule } from '../c/c-rule.ts';

export const uninitializedMember: CRule = {
  id: 'uninitialized_member',
  title: 'A data member is read but never initialised',
  category: 'cpp',
  cwe: [457],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'Numbers and pointers in a class hold whatever was in the memory before, unless a constructor or an initialiser at the declaration sets them. A method of the class reads this one, so that its result differs from run to run. An uninitialised pointer leads anywhere.',
  suggestion: 'Give the member a value where it is declared, such as `int count = 0;`.',
  languages: ['cpp'],
  examples: {
    bad: [
      `class Ring {
  int *all;
  int size;
public:
  explicit Ring(int wanted) : size(wanted), all(new int[size]) {} // defect
  int first() const { return size > 0 ? all[0] : 0; }
};`,
      `class Meter {
  int last; // defect
public:
  int value() const { return last; }
};`,
      `#include <string>
class Reader {
public:
  explicit Reader(const std::string &path) : path_(path) { opened_ = false; }
  bool done() const { return opened_ && left_ == 0; }
private:
  std::string path_;
  bool opened_;
  int left_; // defect
};`,
    ],
    good: [
      `class Ring {
  int size;
  int *all;
  int *end;
  int count;
public:
  Ring(int wanted, int count) : size(wanted), all(new int[size]), end(all + count), count(count) {}
  int first() const { return size > count && all < end ? all[0] : 0; }
};`,
      `class Meter {
  int last = 0;
  int *slot{};
public:
  int value() const { return last + *slot; }
};`,
      `class Reader {
public:
  Reader() : left_(0) { reset(); }
  void reset() { at_ = 0; }
  int rest() const { return left_ - at_; }
private:
  int left_;
  int at_;
};`,
      `struct Point { int x; int y; };
int sum(const Point &point) { return point.x + point.y; }
class Later {
  int value_;
public:
  Later();
  int value() const { return value_; }
};`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const each of classMembers(unit)) {
      const { constructors } = each;
      for (const { entry, field, read } of initialisedTooEarly(each, unit))
        report(
          entry,
          `\`${field}\` is initialised before \`${read}\`, which it reads: members come in the order in which the class declares them`,
          { confidence: 0.85 },
        );
      const running = constructors.filter(
        (one) => !one.deleted && !one.defaulted && !isCopy(one.node, each, unit),
      );
      // An aggregate gets its values from the code that creates it.
      if (constructors.length === 0 && each.fields.every((field) => field.access === 'public'))
        continue;
      if (running.some((one) => one.definition === undefined)) continue;
      if (each.methods.some((method) => method.definition === undefined && !isPure(method.node)))
        continue;
      for (const field of each.fields) {
        if (!isPlain(field) || field.initialised) continue;
        const forgetful = running.find(
          (one) => one.definition !== undefined && !sets(one.definition, field, each, unit),
        );
        if (running.length > 0 && forgetful === undefined) continue;
        const reader = each.methods.find(
          (method) => method.definition !== undefined && reads(method.definition, field.name, unit),
        );
        if (reader === undefined) continue;
        const written = each.methods.some(
          (method) =>
            method.definition !== undefined && writes(method.definition, field.name, unit),
        );
        const who = running.length === 0 ? 'no constructor' : 'its constructor does not';
        const what =
          running.length === 0 ? `${who} sets \`${field.name}\`` : `${who} set \`${field.name}\``;
        report(field.node, `${what}, which \`${reader.name}\` reads`, {
          confidence: written ? 0.45 : running.length === 0 ? 0.75 : 0.7,
        });
      }
    }
  },
};

/** The initialisers of constructors that read a number or a pointer which the class declares, and so initialises, later. */
function* initialisedTooEarly(
  { constructors, fields }: ClassMembers,
  unit: TranslationUnit,
): Generator<{ entry: SyntaxNode; field: string; read: string }> {
  const order = new Map(fields.map((field, index) => [field.name, { field, index }]));
  for (const { definition } of constructors) {
    const list = definition?.children.find((child) => child.type === 'field_initializer_list');
    const header = unit.tree.text.slice(definition?.start ?? 0, list?.start ?? 0);
    for (const entry of list?.children ?? []) {
      const [named, ...given] = entry.children;
      const own = named && order.get(unit.tree.textOf(named));
      if (named === undefined || own === undefined || /&$/.test(own.field.typeText)) continue;
      for (const node of given.flatMap((each) => [...descendants(each)])) {
        const read = node.type === 'identifier' ? unit.tree.textOf(node) : '';
        const other = order.get(read);
        if (other === undefined || other.index <= own.index || !isPlain(other.field)) continue;
        // A parameter of the same name is what is meant, and of what its address is given nothing is read yet.
        if (new RegExp(`\\b${read}\\b`).test(header)) continue;
        if (/[&.>]\s*$/.test(unit.tree.text.slice(node.start - 2, node.start))) continue;
        yield { entry, field: own.field.name, read };
        break;
      }
    }
  }
}

function isPlain(field: ClassField): boolean {
  return (
    /^(?:int|float|pointer)$/.test(field.type.kind) &&
    !('reference' in field.type && field.type.reference)
  );
}

function isPure(node: SyntaxNode): boolean {
  return (
    node.children.some((child) => child.field === 'default_value') ||
    node.children.some((child) => /method_clause$/.test(child.type))
  );
}

/** Copying and moving take the values from the other object. */
function isCopy(node: SyntaxNode, each: ClassMembers, unit: TranslationUnit): boolean {
  const text = unit.tree.textOf(node);
  return new RegExp(`\\(\\s*(?:const\\s+)?${each.outline.name}\\s*&`).test(text);
}

/** Whether a constructor sets a field: in its initialisers, in its body, or in a method that it calls. */
function sets(
  definition: SyntaxNode,
  field: ClassField,
  each: ClassMembers,
  unit: TranslationUnit,
): boolean {
  const list = definition.children.find((child) => child.type === 'field_initializer_list');
  for (const entry of list?.children ?? []) {
    const name = entry.children[0];
    if (name === undefined) continue;
    const text = unit.tree.textOf(name);
    // A constructor may leave the work to another one.
    if (text === field.name || text === each.outline.name) return true;
  }
  if (writes(definition, field.name, unit)) return true;
  for (const node of descendants(definition)) {
    if (node.type !== 'call_expression') continue;
    const callee = childOf(node, 'function');
    const name = callee === undefined ? '' : unit.tree.textOf(callee).replace(/^this->/, '');
    if (/^(?:std::)?(?:memset|bzero|swap)$/.test(name)) return true;
    const method = each.methods.find((one) => one.name === name);
    if (
      method !== undefined &&
      (method.definition === undefined || writes(method.definition, field.name, unit))
    )
      return true;
  }
  return false;
}

/** Whether code assigns a name, takes its address, or hands it to a function by itself. */
function writes(definition: SyntaxNode, name: string, unit: TranslationUnit): boolean {
  for (const { node, parent } of usesOf(definition, name, unit)) {
    if (parent.type === 'assignment_expression' && node.field === 'left') return true;
    if (
      /^(?:update_expression|pointer_expression|argument_list|subscript_expression|initializer_list|lambda_capture_specifier)$/.test(
        parent.type,
      )
    )
      return true;
    if (parent.type === 'binary_expression' && unit.tree.textOf(parent).includes('>>')) return true;
  }
  return false;
}

function reads(definition: SyntaxNode, name: string, unit: TranslationUnit): boolean {
  for (const { node, parent } of usesOf(definition, name, unit)) {
    if (parent.type !== 'assignment_expression' || node.field !== 'left') return true;
  }
  return false;
}

/** Each use of a member by its bare name or as `this->name`. */
function* usesOf(
  definition: SyntaxNode,
  name: string,
  unit: TranslationUnit,
): Generator<{ node: SyntaxNode; parent: SyntaxNode }> {
  const body = childOf(definition, 'body');
  if (body === undefined) return;
  for (const node of descendants(body)) {
    if (node.parent === undefined || unit.tree.textOf(node).replace(/^this->/, '') !== name)
      continue;
    if (node.type === 'identifier' || node.type === 'field_expression')
      yield { node, parent: node.parent };
  }
}
