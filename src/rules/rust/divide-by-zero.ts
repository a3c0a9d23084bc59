import { integerType, pointee } from '../../code/rust/items/types.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { takesAnything } from './support/exposure.ts';

export const divideByZero: RustRule = {
  id: 'rust_divide_by_zero',
  title: 'Division by a number that may be zero',
  category: 'integer',
  cwe: [369],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'Dividing an integer by zero panics, in release builds too. A divisor that comes from outside lets an attacker stop the program with a zero.',
  suggestion: 'Check for zero first, take a `NonZero` type, or use `checked_div`.',
  examples: {
    bad: [
      `pub fn share(total: u32, people: u32) -> u32 {
    total / people // defect
}`,
    ],
    good: [
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
      for (const { node, operator, right, facts: known } of analyzed.events.arithmetic) {
        if (operator !== '/' && operator !== '%') continue;
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
