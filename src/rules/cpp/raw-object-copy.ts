import { type ClassMembers, classMembers } from '../../code/c/class-members.ts';
import { pointee } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from '../c/c-rule.ts';

export const rawObjectCopy: CRule = {
  id: 'raw_object_copy',
  title: 'An object with a life of its own is overwritten byte by byte',
  category: 'cpp',
  cwe: [758, 415],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'Strings, containers and smart pointers own memory, and objects with virtual functions hold a pointer to their functions. `memcpy`, `memmove` and `memset` copy or erase these bytes behind their back: two objects own the same memory and free it twice, what was owned is lost, or a virtual call leads nowhere.',
  suggestion: 'Assign the object (`*to = *from`, `*to = T{}`), or copy its members one by one.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <cstring>
#include <string>
#include <vector>
struct Record {
  std::string name;
  int id;
};
class Shape {
public:
  virtual ~Shape() = default;
  virtual int area() const { return 0; }
  void reset() { std::memset(this, 0, sizeof(*this)); }
};
struct Group { Record first; int count; };
void copy(Record *to, const Record *from) {
  memcpy(to, from, sizeof(Record)); // defect
}
void wipe(Shape &shape, Group &group) {
  std::memset(&shape, 0, sizeof(shape)); // defect
  memset(&group, 0, sizeof group); // defect
}`,
    ],
    good: [
      `#include <cstring>
#include <string>
struct Plain { char name[8]; int id; };
struct Record { std::string name; int id; std::string *shared; };
struct Holder { std::string *text; const std::string &same; };
void copy(Plain *to, const Plain *from, Record *record, Holder *holder) {
  memcpy(to, from, sizeof(Plain));
  memset(&record->id, 0, sizeof(record->id));
  memset(holder, 0, sizeof(Holder));
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const classes = new Map(classMembers(unit).map((each) => [each.outline.name, each]));
    for (const fn of unit.functions) {
      for (const expr of expressionsOf(fn.blocks)) {
        if (expr.kind !== 'call' || !/^(?:std::)?(?:memcpy|memmove|memset|bzero)$/.test(expr.name))
          continue;
        const [target] = expr.args;
        const pointed = target && pointee(withoutCasts(target).type);
        const isReference = pointed?.kind === 'pointer' && pointed.reference === true;
        const to = isReference ? pointed.to : pointed;
        const why = to?.kind === 'record' ? whyNot(to.name, classes, 0) : undefined;
        if (to?.kind === 'record' && why !== undefined)
          report(expr, `\`${expr.name}\` overwrites a \`${to.name}\`, which ${why}`, {
            confidence: 0.82,
          });
      }
    }
  },
};

/** Types of the library that own something. */
const OWNING =
  /^(?:const)?(?:std::)?(?:(?:w|u8|u16|u32)?string|(?:basic_string|vector|deque|list|forward_list|(?:unordered_)?(?:multi)?(?:map|set)|unique_ptr|shared_ptr|weak_ptr|function|any|thread|future|promise)(?:<.*)?)$/;

/** Why the bytes of an object of a class are not all there is to it; undefined where they are. */
function whyNot(
  name: string,
  classes: ReadonlyMap<string, ClassMembers>,
  depth: number,
): string | undefined {
  const each = classes.get(name);
  if (each === undefined || depth > 8) return undefined;
  if (each.methods.some((method) => method.virtual) || each.destructor?.virtual === true)
    return 'has virtual functions';
  for (const field of each.fields) {
    const isElsewhere = field.type.kind === 'pointer';
    if (!isElsewhere && OWNING.test(field.typeText) && isHeld(field.node))
      return `holds a \`${field.typeText}\``;
    const inner = field.type.kind === 'record' ? whyNot(field.type.name, classes, depth + 1) : '';
    if (inner !== undefined && inner !== '') return inner;
  }
  for (const base of each.outline.bases) {
    const inner = whyNot(base, classes, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Whether a declarator is the object itself, not a pointer or a reference to one. */
function isHeld(node: ClassMembers['head']): boolean {
  for (let at = node.parent; at !== undefined && /_declarator$/.test(at.type); at = at.parent)
    if (/^(?:pointer|reference)_declarator$/.test(at.type)) return false;
  return true;
}
