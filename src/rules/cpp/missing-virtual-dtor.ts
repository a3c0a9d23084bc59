import { type ClassMembers, classMembers } from '../../code/c/class-members.ts';
import { pointee } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from '../c/c-rule.ts';

export const missingVirtualDtor: CRule = {
  id: 'missing_virtual_dtor',
  title: 'A base class has no virtual destructor',
  category: 'cpp',
  cwe: [1045],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'The class has virtual functions, so it is used through pointers to it, and other classes derive from it. When such an object is deleted through a pointer to the base, only the destructor of the base runs, and the behaviour is undefined. What the derived part owns is never given back.',
  suggestion:
    'Declare the destructor of the base class virtual, or protected if it is never deleted through the base.',
  languages: ['cpp'],
  examples: {
    bad: [
      `class Shape { // defect
public:
  virtual double area() const = 0;
};
class Disc : public Shape {
  double *radius;
public:
  explicit Disc(double r) : radius(new double(r)) {}
  ~Disc() { delete radius; }
  double area() const override { return *radius * 3; }
};
double once() {
  Shape *shape = new Disc(2);
  double result = shape->area();
  delete shape;
  return result;
}`,
    ],
    good: [
      `class Shape {
public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
class Disc : public Shape {
public:
  double area() const override { return 3; }
};
double once(Shape *shape) {
  double result = shape->area();
  delete shape;
  return result;
}`,
      `class Visitor {
public:
  virtual void visit(int value) = 0;
protected:
  ~Visitor() = default;
};
class Sum final : public Visitor {
public:
  int total = 0;
  void visit(int value) override { total += value; }
};
class Plain {
public:
  void work() {}
  ~Plain() {}
};
class More : public Plain {};`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const classes = classMembers(unit);
    const byName = new Map(classes.map((each) => [each.outline.name, each]));
    for (const base of classes) {
      if (base.final || !base.methods.some((method) => method.virtual)) continue;
      const { destructor, outline } = base;
      if (destructor?.virtual === true) continue;
      if (destructor !== undefined && destructor.access !== 'public') continue;
      if (outline.bases.some((name) => mayBeVirtual(name, byName, 0))) continue;
      const derived = classes.find((each) => each.outline.bases.includes(outline.name));
      const isDeleted = deletedThrough(unit, outline.name);
      if (derived === undefined && !isDeleted) continue;
      const how =
        derived === undefined
          ? 'deleted through a pointer'
          : `the base of \`${derived.outline.name}\``;
      report(
        base.head,
        `\`${outline.name}\` has virtual functions and is ${how}, but its destructor is not virtual`,
        {
          confidence: isDeleted && derived !== undefined ? 0.85 : 0.6,
        },
      );
    }
  },
};

/** Whether a base has a virtual destructor, or is not known here at all. */
function mayBeVirtual(
  name: string,
  known: ReadonlyMap<string, ClassMembers>,
  depth: number,
): boolean {
  const base = known.get(name);
  if (base === undefined || depth > 8) return true;
  if (base.destructor?.virtual === true) return true;
  return base.outline.bases.some((each) => mayBeVirtual(each, known, depth + 1));
}

function deletedThrough(unit: TranslationUnit, name: string): boolean {
  for (const fn of unit.functions) {
    for (const expr of expressionsOf(fn.blocks)) {
      const to = expr.kind === 'delete' ? pointee(expr.operand.type) : undefined;
      if (to !== undefined && 'name' in to && to.name === name) return true;
    }
  }
  return new RegExp(`\\b(?:unique|shared)_ptr<\\s*${name}\\s*>`).test(unit.tree.text);
}
