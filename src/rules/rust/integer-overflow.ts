import { integerType, pointee } from '../../code/rust/items/types.ts';
import type { Arithmetic, RustCall } from '../../code/rust/state/events.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { leavesType, staysWithin } from './support/bounds.ts';

const SIZING =
  /^(?:with_capacity|reserve|reserve_exact|resize|add|offset|from_raw_parts(?:_mut)?|set_len|alloc|get_unchecked(?:_mut)?|from_size_align|array)$/;

export const integerOverflow: RustRule = {
  id: 'rust_integer_overflow',
  title: 'Arithmetic on input that can overflow',
  category: 'integer',
  cwe: [190, 191],
  severity: 'medium',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'In release builds `+`, `-` and `*` wrap around without a word; in debug builds they panic. A size or an offset computed from input that wraps to a small number passes the check that follows and makes the buffer too small.',
  suggestion: 'Use `checked_add`, `checked_sub` or `checked_mul`, or bound the operands first.',
  examples: {
    bad: [
      `pub fn table(rows: usize, columns: usize) -> Vec<u8> {
    Vec::with_capacity(rows * columns) // defect
}`,
    ],
    good: [
      `pub fn table(rows: usize, columns: usize) -> Option<Vec<u8>> {
    Some(Vec::with_capacity(rows.checked_mul(columns)?))
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const sizing = analyzed.events.calls.filter((call) => SIZING.test(call.name));
      for (const event of analyzed.events.arithmetic) {
        const weight = confidenceOf(event, sizing);
        if (weight === undefined) continue;
        report({
          node: event.node.type === event.operator ? (event.node.parent ?? event.node) : event.node,
          in: analyzed,
          message: weight.isCertain
            ? `\`${quote(facts, event.node)}\` overflows whenever it is reached.`
            : `\`${quote(facts, event.node)}\` can overflow${weight.sizes ? ' and sizes memory' : ''}; no path bounds its operands.`,
          confidence: weight.confidence,
          taint: isExternalTaint(weight.taint) ? weight.taint : undefined,
          cwe: event.operator === '-' ? 191 : 190,
        });
      }
    }
  },
};

function confidenceOf(event: Arithmetic, sizing: readonly RustCall[]) {
  const { left, right, operator, facts } = event;
  if (!/^[-+*]$/.test(operator)) return undefined;
  const type = integerType(pointee(left.type ?? right.type));
  if (type === undefined || staysWithin(event)) return undefined;
  if (leavesType(event) && !(left.constant && right.constant))
    return { confidence: 0.85, sizes: inSize(event, sizing), isCertain: true, taint: undefined };
  const open = [left, right].filter(
    (side) => !side.constant && side.number === undefined && side.taint !== undefined,
  );
  const unbounded = open.filter(
    (side) => !facts.has('max', side.place) && !facts.has('nonzero', side.place),
  );
  if (operator === '-' && (facts.has('min', left.place) || facts.has('max', right.place)))
    return undefined;
  if (unbounded.length === 0) return undefined;
  // No memory is large enough for a sum of lengths that overflows 64 bits.
  const isLength = [left, right].some(({ place }) => place.endsWith('.len()'));
  if (operator === '+' && type.bits === 64 && isLength) return undefined;
  const outside = unbounded.find((side) => isExternalTaint(side.taint));
  const sizes = inSize(event, sizing);
  if (operator === '-' && type.signed && outside === undefined) return undefined;
  if (outside !== undefined)
    return { confidence: sizes ? 0.8 : 0.6, sizes, isCertain: false, taint: outside.taint };
  if (!sizes && (open.length < 2 || operator !== '*')) return undefined;
  const both = unbounded.length === 2;
  const confidence = sizes ? (both ? 0.6 : 0.46) : 0.44;
  return { confidence, sizes, isCertain: false, taint: unbounded[0]?.taint };
}

/** Whether the result is an allocation's size or a pointer's offset in the same expression. */
function inSize(event: Arithmetic, sizing: readonly RustCall[]): boolean {
  return sizing.some((call) =>
    call.argumentNodes.some((node) => node.start <= event.node.start && event.node.end <= node.end),
  );
}
