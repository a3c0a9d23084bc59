import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import { origins, type RustValue } from '../../code/rust/state/value.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import type { RustRule } from './rust-rule.ts';

export const rcCycle: RustRule = {
  id: 'rc_cycle',
  title: 'Reference-counted values that keep each other alive',
  category: 'memory',
  cwe: [401, 772],
  severity: 'medium',
  precision: 'high',
  languages: ['rust'],
  help: '`Rc` and `Arc` free their value when the last strong reference goes. Two values that hold each other strongly never get there: both leak, and their destructors never run.',
  suggestion: 'Hold one of the two directions (usually the way back, to the parent) as `Weak`.',
  examples: {
    bad: [
      `use std::cell::RefCell;
use std::rc::Rc;
struct Link {
    next: RefCell<Option<Rc<Link>>>,
}
fn ring() {
    let first = Rc::new(Link { next: RefCell::new(None) });
    let second = Rc::new(Link { next: RefCell::new(Some(Rc::clone(&first))) });
    *first.next.borrow_mut() = Some(Rc::clone(&second)); // defect
}`,
      `use std::cell::RefCell;
use std::rc::Rc;
struct Branch {
    parent: Option<Rc<RefCell<Branch>>>, // defect
    children: Vec<Rc<RefCell<Branch>>>,
}`,
    ],
    good: [
      `use std::cell::RefCell;
use std::rc::{Rc, Weak};
struct Branch {
    parent: Option<Weak<RefCell<Branch>>>,
    children: Vec<Rc<RefCell<Branch>>>,
}`,
    ],
  },
  check(facts, report) {
    for (const struct of facts.file.structs) {
      const strong = (name: RegExp) =>
        struct.fields.find(
          ({ name: field, type }) =>
            name.test(field) &&
            new RegExp(`\\b(?:Rc|Arc)\\s*<[^;]*\\b${struct.name}\\b`).test(type.text) &&
            !/\bWeak\b/.test(type.text),
        );
      const up = strong(/^(?:parent|owner|prev|previous|back|root|super)/);
      const down = strong(/^(?:child|children|next|kids|items|nodes|left|right|members)/);
      if (up === undefined || down === undefined) continue;
      report({
        node: up.node,
        isTest: struct.isTest,
        message: `${struct.name} holds its ${up.name} and its ${down.name} both strongly, so neither is ever freed.`,
        confidence: 0.72,
      });
    }
    for (const analyzed of facts.functions) {
      for (const { node, from, to } of cycles(facts, analyzed)) {
        report({
          node,
          in: analyzed,
          message: `${from} now holds ${to}, which holds ${from}: neither is ever freed.`,
          confidence: 0.85,
        });
      }
    }
  },
};

/** Strong references from variable to variable, and the assignments that close a ring. */
function cycles(facts: RustFacts, { events }: AnalysedFunction) {
  const holds = new Map<string, Set<string>>();
  const names = new Map(events.bindings.map((binding) => [binding.place, binding]));
  const isShared = (place: string): boolean =>
    /^(?:Rc|Arc)::(?:new|clone|new_cyclic)$|^Rc|^Arc/.test(names.get(place)?.initial.made ?? '');
  const add = (from: string, to: string): void => {
    const known = holds.get(from) ?? new Set<string>();
    known.add(to);
    holds.set(from, known);
  };
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(holds.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  const weak = (value: RustValue): boolean => value.made.endsWith('downgrade');
  for (const binding of events.bindings) {
    if (!isShared(binding.place) || binding.initialiser === undefined) continue;
    for (const place of strongPlaces(binding.initialiser, events)) {
      if (isShared(place)) add(binding.place, place);
    }
  }
  const found: { node: SyntaxNode; from: string; to: string }[] = [];
  for (const { node, target, targetNode, value, valueNode } of events.assignments) {
    if (weak(value)) continue;
    const owner = origins([target]).map(root).find(isShared);
    if (
      owner === undefined ||
      !/borrow_mut|lock|write|get_mut|set/.test(facts.file.tree.textOf(targetNode))
    )
      continue;
    for (const place of strongPlaces(valueNode, events)) {
      if (!isShared(place)) continue;
      if (reaches(place, owner, new Set())) {
        found.push({ node, from: names.get(owner)?.name ?? '', to: names.get(place)?.name ?? '' });
      }
      add(owner, place);
    }
  }
  return found;
}

/** The variables that an expression takes strong references of; those it only downgrades left out. */
function strongPlaces(node: SyntaxNode, events: AnalysedFunction['events']): string[] {
  const within = (inner: SyntaxNode): boolean => inner.start >= node.start && inner.end <= node.end;
  const downgrades = events.calls.filter((call) => call.name === 'downgrade' && within(call.node));
  return events.bindings
    .filter(({ uses }) =>
      uses.some(
        (use) =>
          within(use) &&
          !downgrades.some(({ node: call }) => use.start >= call.start && use.end <= call.end),
      ),
    )
    .map((binding) => binding.place);
}

function root(place: string): string {
  return /^#\d+/.exec(place)?.[0] ?? place;
}
