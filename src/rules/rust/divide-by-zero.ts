import { integerType, pointee } from '../../code/rust/items/types.ts';
import { contains } from '../../code/rust/ranges/integer-range.ts';
import type { Arithmetic } from '../../code/rust/state/events.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { certainRange, isAttained, rangeAt } from '../../code/rust/state/value-range.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { takesAnything } from './support/exposure.ts';

export const divideByZero: RustRule = {
  id: 'rust_divide_by_zero',
  title: 'Division by a number that may be zero',
  category: 'integer',
  cwe: [369],
  severity: 'medium',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'Dividing an integer by zero panics, in release builds too. A divisor that comes from outside lets an attacker stop the program with a zero.',
  suggestion: 'Check for zero first, take a `NonZero` type, or use `checked_div`.',
  examples: {
    bad: [
      `fn ratios(total: u32) -> u32 {
    let mut sum = 0;
    for part in 0..10u32 {
        sum += total / part; // defect
    }
    sum
}`,
      `pub fn share(total: u32, people: u32) -> u32 {
    total / people // defect
}`,
    ],
    good: [
      `pub fn part(total: u32, bits: u8) -> u32 {
    total / (u32::from(bits & 7) + 1)
}`,
      `pub fn share(total: u32, people: u32) -> u32 {
    if people == 0 {
        return total;
    }
    total / people
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const event of analyzed.events.arithmetic) {
        const { node, operator, right, facts: known } = event;
        if (operator !== '/' && operator !== '%') continue;
        if (isZero(event)) {
          const message = `\`${quote(facts, node)}\` panics: the divisor is zero here.`;
          report({ node, in: analyzed, message, confidence: 0.85 });
          continue;
        }
        const range = rangeAt(known, right);
        if (range !== undefined && !contains(range, 0n)) continue;
        if (right.constant || right.number !== undefined || right.taint === undefined) continue;
        if (integerType(pointee(right.type)) === undefined) continue;
        if (known.has('nonzero', right.place) || right.made === '.max') continue;
        const outside = isExternalTaint(right.taint);
        const direct = right.place.startsWith('#');
        report({
          node,
          in: analyzed,
          message: `\`${quote(facts, node)}\` panics when the divisor is zero, and no path rules that out.`,
          confidence: outside ? 0.72 : direct && takesAnything(facts, analyzed.fn) ? 0.52 : 0.44,
          taint: outside ? right.taint : undefined,
        });
      }
    }
  },
};

/** Whether a divisor is zero whenever control gets there, or in one of the rounds of a loop. */
function isZero(event: Arithmetic): boolean {
  const { left, right, facts } = event;
  const range = certainRange(facts, right);
  // Division of what is no integer gives an infinity.
  const isInteger = [left, right].some(({ type }) => integerType(pointee(type)) !== undefined);
  if (right.constant || range === undefined || !isInteger) return false;
  return contains(range, 0n) && (range.lo === range.hi || isAttained(right, event));
}
