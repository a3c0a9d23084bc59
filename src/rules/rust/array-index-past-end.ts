import { quote, type RustRule } from './rust-rule.ts';
import { passedLength } from './support/bounds.ts';

export const arrayIndexPastEnd: RustRule = {
  id: 'rust_index_past_end',
  title: 'Index past the end of an array',
  category: 'bounds',
  cwe: [129, 125],
  severity: 'medium',
  precision: 'high',
  judgesValues: true,
  languages: ['rust'],
  help: 'An array has as many elements as its type says, and an index of that number or more panics. The compiler refuses only indexes that are written as a number. Here every way to the index, or the last round of the loop around it, leaves the array.',
  suggestion:
    'Go through the elements with an iterator, or end the range at the length of the array.',
  examples: {
    bad: [
      `fn sum(parts: &[u32; 4]) -> u32 {
    let mut total = 0;
    for at in 0..=4 {
        total += parts[at]; // defect
    }
    total
}`,
      `const SIZE: usize = 8;
fn tail(buffer: [u8; SIZE]) -> Vec<u8> {
    let start = SIZE + 1;
    buffer[start..].to_vec() // defect
}`,
    ],
    good: [
      `fn sum(parts: &[u32; 4]) -> u32 {
    let mut total = 0;
    for at in 0..4 {
        total += parts[at];
    }
    total
}`,
      `fn pairs(parts: &[u32; 4]) -> u32 {
    let mut total = 0;
    for at in 0..4 {
        if at != 3 {
            total += parts[at] * parts[at + 1];
        }
    }
    total
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const event of analyzed.events.indexes) {
        const length = passedLength(event, event.base, event.index);
        if (length === undefined) continue;
        report({
          node: event.node,
          in: analyzed,
          message: `\`${quote(facts, event.node)}\` panics: the array has ${length} elements, and the index gets past them.`,
          confidence: 0.85,
        });
      }
    }
  },
};
