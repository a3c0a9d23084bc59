import { integerType, pointee } from '../../code/rust/items/types.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { isInArray } from './support/bounds.ts';

export const uncheckedIndex: RustRule = {
  id: 'unchecked_index',
  title: 'Index from input without a bounds check',
  category: 'bounds',
  cwe: [129, 125],
  severity: 'medium',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'Indexing past the end panics. When the index, or the number of elements, comes from outside, one bad request stops the thread or the program.',
  suggestion: 'Use `get` and handle `None`, or compare the index with the length first.',
  examples: {
    bad: [
      `use std::env;
fn target() -> String {
    let args: Vec<String> = env::args().collect();
    args[1].clone() // defect
}`,
    ],
    good: [
      `use std::env;
fn target() -> Option<String> {
    let args: Vec<String> = env::args().collect();
    args.get(1).cloned()
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const event of analyzed.events.indexes) {
        const { base, index, facts: known } = event;
        if (
          event.node.children.some(
            (child) => child.type === 'range_expression' && child.end - child.start <= 2,
          )
        )
          continue;
        const length = `${base.place}.len()`;
        const measured = known.has('min', length) || known.has('nonzero', length);
        if (measured || known.has('nonempty', base.place) || known.has('max', length)) continue;
        const number = index.number;
        const chosen = isExternalTaint(index.taint);
        const counted =
          number !== undefined &&
          isExternalTaint(base.taint) &&
          base.taint.kind === 'arguments' &&
          pointee(base.type)?.name === 'Vec';
        if (counted && number > 0) {
          report({
            node: event.node,
            in: analyzed,
            message: `\`${quote(facts, event.node)}\` panics when fewer arguments are given.`,
            confidence: 0.56,
            taint: base.taint,
          });
          continue;
        }
        if (known.has('max', index.place) || index.constant) continue;
        if (isInArray(known, base, index)) continue;
        const isNumber =
          integerType(pointee(index.type)) !== undefined || index.type?.name === 'Range';
        if (!isNumber) continue;
        if (chosen) {
          report({
            node: event.node,
            in: analyzed,
            message: `\`${quote(facts, event.node)}\` panics on an index past the end, and input chooses the index.`,
            confidence: 0.68,
            taint: index.taint,
          });
        } else if (index.taint?.kind === 'parameter' && index.place.startsWith('#')) {
          report({
            node: event.node,
            in: analyzed,
            message: `\`${quote(facts, event.node)}\` panics on an index past the end, and the caller chooses the index.`,
            confidence: 0.44,
          });
        }
      }
    }
  },
};
