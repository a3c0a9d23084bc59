import { type ClassField, classMembers } from '../../code/c/class-members.ts';
import type { CRule } from '../c/c-rule.ts';

export const sharedPtrCycle: CRule = {
  id: 'shared_ptr_cycle',
  title: 'Objects may own each other for ever',
  category: 'cpp',
  cwe: [401],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'A `shared_ptr` keeps its object alive as long as the pointer lives. Where objects hold shared pointers to each other, as parent and child or the two directions of a list do, none of them is ever destroyed. The memory leaks without a trace in the code that uses them.',
  suggestion: 'Let one direction own, and make the other a `std::weak_ptr`.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <memory>
struct Link {
  std::shared_ptr<Link> next; // defect
  std::shared_ptr<Link> previous; // defect
};`,
      `#include <memory>
#include <vector>
class Order;
class Customer {
  std::vector<std::shared_ptr<Order>> orders; // defect
};
class Order {
  std::shared_ptr<Customer> customer; // defect
};`,
    ],
    good: [
      `#include <memory>
#include <vector>
struct Link {
  std::shared_ptr<Link> next;
  std::weak_ptr<Link> previous;
};
class Order;
class Customer {
  std::vector<std::shared_ptr<Order>> orders;
};
class Order {
  std::weak_ptr<Customer> customer;
};`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const classes = classMembers(unit);
    const owning = classes.map((each) => ({
      name: each.outline.name,
      fields: each.fields.flatMap((field) => {
        const target = ownedBy(field);
        return target === undefined ? [] : [{ field, target }];
      }),
    }));
    for (const one of owning) {
      const own = one.fields.filter(({ target }) => target === one.name);
      if (own.length > 1) {
        for (const { field } of own)
          report(
            field.node,
            `\`${field.name}\` and another member of \`${one.name}\` own objects of the same class in both directions`,
            { confidence: 0.7 },
          );
      }
      for (const { field, target } of one.fields) {
        if (target === one.name) continue;
        const back = owning
          .find((other) => other.name === target)
          ?.fields.find((other) => other.target === one.name);
        if (back !== undefined)
          report(
            field.node,
            `\`${one.name}\` owns \`${target}\` here, and \`${target}\` owns \`${one.name}\` in \`${back.field.name}\``,
            { confidence: 0.7 },
          );
      }
    }
  },
};

/** The class of the objects that a field keeps alive. */
function ownedBy(field: ClassField): string | undefined {
  return /(?:^|[<:,])shared_ptr<(?:const)?(\w+)>/.exec(field.typeText)?.[1];
}
