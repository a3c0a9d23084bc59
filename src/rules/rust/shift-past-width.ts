import { integerType, pointee } from '../../code/rust/items/types.ts';
import type { Arithmetic } from '../../code/rust/state/events.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { certainRange, isAttained, rangeAt } from '../../code/rust/state/value-range.ts';
import { quote, type RustRule } from './rust-rule.ts';

export const shiftPastWidth: RustRule = {
  id: 'rust_shift_past_width',
  title: 'Shift by the width of the number or more',
  category: 'integer',
  cwe: [1335],
  severity: 'medium',
  precision: 'high',
  judgesValues: true,
  languages: ['rust'],
  help: 'A number of 32 bits can be shifted by 0 to 31. By more, a debug build panics, and a release build shifts by the remainder: `1u32 << 32` is 1. A mask that is computed so lets everything pass, or nothing.',
  suggestion:
    'Use `checked_shl` or `checked_shr`, a wider type, or treat the full width by itself.',
  examples: {
    bad: [
      `fn mask(all: bool, bits: u32) -> u32 {
    let width = if all { 32 } else { 40 + bits % 8 };
    (1u32 << width) - 1 // defect
}`,
      `fn masks() -> Vec<u64> {
    let mut all = Vec::new();
    for bits in 0..=64 {
        all.push(1u64 << bits); // defect
    }
    all
}`,
    ],
    good: [
      `fn mask(bits: u32) -> u32 {
    if bits >= 32 {
        return u32::MAX;
    }
    (1u32 << bits) - 1
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const event of analyzed.events.arithmetic) {
        const bits = shiftedBits(event);
        if (bits === undefined) continue;
        const confidence = confidenceOf(event, BigInt(bits));
        if (confidence === undefined) continue;
        const { taint } = event.right;
        report({
          node: event.node.type === event.operator ? (event.node.parent ?? event.node) : event.node,
          in: analyzed,
          message: `\`${quote(facts, event.node)}\` shifts a number of ${bits} bits, ${confidence > 0.8 ? `and by ${bits} or more` : 'and no path bounds by how many'}.`,
          confidence,
          taint: isExternalTaint(taint) ? taint : undefined,
        });
      }
    }
  },
};

/** The width of what is shifted; that of `usize` differs from machine to machine. */
function shiftedBits({ operator, left }: Arithmetic): number | undefined {
  if (operator !== '<<' && operator !== '>>') return undefined;
  return integerType(pointee(left.type))?.bits;
}

/** How sure it is that a shift goes too far: always, in one of the rounds of a loop, or where input says so. */
function confidenceOf(event: Arithmetic, bits: bigint): number | undefined {
  const { right, facts } = event;
  const range = certainRange(facts, right);
  if (!right.constant && range !== undefined) {
    if (range.lo >= bits) return 0.9;
    if (range.hi >= bits && isAttained(right, event)) return 0.85;
  }
  const possible = rangeAt(facts, right);
  const isOpen = possible !== undefined && possible.hi >= bits && !facts.has('max', right.place);
  return isOpen && isExternalTaint(right.taint) ? 0.6 : undefined;
}
