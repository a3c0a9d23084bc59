import { type ClassMembers, classMembers } from '../../code/c/class-members.ts';
import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from '../c/c-rule.ts';
import { memberMemory } from '../c/support/expressions/member-releases.ts';

export const shallowCopy: CRule = {
  id: 'shallow_copy',
  title: 'A copy shares memory that both objects delete',
  category: 'cpp',
  cwe: [415],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'The destructor of the class deletes what a pointer in it leads to, and the class says nothing of how it is copied. A copy then has the same pointer, and both objects delete the same memory: when the second one goes, that is freed already.',
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
    for (const fn of unit.functions) {
      for (const { at, type, how } of copiesIn(fn, unit)) {
        const known = owners.get(type);
        if (known === undefined || saysHow(known.each, how, unit)) continue;
        report(
          at,
          `this copy of \`${type}\` has the same \`${known.owned}\`, which the destructors of both delete`,
          { confidence: 0.87 },
        );
      }
    }
  },
};

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
  const texts = each.constructors.map(({ node }) => tree.textOf(node));
  const assigns = each.methods.filter(({ name: of }) => of === 'operator=');
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
  const others = expressionsOf(fn.blocks).flatMap((expr): Copy[] => {
    if (expr.kind === 'assign' && expr.op === '=')
      return copyOf(expr.value, recordOf(expr.target.type, true), 'assigned');
    if (expr.kind !== 'call' || expr.receiver !== undefined) return [];
    const parameters = unit.functionsByName.get(expr.name)?.parameters ?? [];
    return expr.args.flatMap((arg, at) => copyOf(arg, recordOf(parameters[at]?.type), 'made'));
  });
  return [...declared, ...others];
}

/** A copy of an object that goes on to be there, unlike the result of a call. */
function copyOf(value: Expr, type: string | undefined, how: Copy['how']): Copy[] {
  const bare = withoutCasts(value);
  if (type === undefined || !/^(?:name|deref|index|member)$/.test(bare.kind)) return [];
  return recordOf(bare.type, true) === type ? [{ at: value, type, how }] : [];
}

function recordOf(type: CType | undefined, throughReference = false): string | undefined {
  if (type?.kind === 'record') return type.name;
  const isReference = type?.kind === 'pointer' && type.reference === true;
  return isReference && throughReference ? recordOf(type.to) : undefined;
}
