import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import { origins, type RustValue } from '../../code/rust/state/value.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { takesAnything } from './support/exposure.ts';

const DANGEROUS =
  /^(?:transmute(?:_copy)?|get_unchecked(?:_mut)?|from_raw_parts(?:_mut)?|set_len|from_utf8_unchecked|copy_nonoverlapping|copy|read|write|read_unaligned|write_unaligned|read_volatile|write_volatile|offset|add|sub|assume_init|unwrap_unchecked|unreachable_unchecked|from_raw|zeroed|dealloc|alloc|realloc|from_ptr|write_bytes|as_mut|as_ref|asm)$/;

function isBounded(call: RustCall): boolean {
  return call.arguments.some((index) => call.facts.has('max', index.place));
}

/** Whether safe callers choose what is worked on: a parameter, or what was made of one. */
function isFromCaller(analyzed: AnalysedFunction, values: readonly RustValue[]): boolean {
  return origins(values).some((place) => analyzed.bindingAt(place)?.isParameter === true);
}

export const unsafeWithoutSafetyComment: RustRule = {
  id: 'unsafe_without_safety_comment',
  title: 'Unsafe block without its safety reasoning',
  category: 'unsafe_rust',
  cwe: [758],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'An `unsafe` block asks its reader to believe what the compiler cannot check. Without the reasons next to it, a reviewer cannot tell whether a later change still keeps the promise. Blocks that read raw pointers or skip checks are where memory errors in Rust come from.',
  suggestion:
    'Write a `// SAFETY:` comment above the block that says why each operation in it is sound.',
  examples: {
    bad: [
      `pub fn first(values: &[u8]) -> u8 {
    unsafe { *values.as_ptr() } // defect
}`,
    ],
    good: [
      `pub fn first(values: &[u8; 4]) -> u8 {
    // SAFETY: the array has four elements, so its first one is in bounds.
    unsafe { *values.as_ptr() }
}`,
      `pub fn first(values: &[u8; 4]) -> u8 {
    // 安全：数组有四个元素，第一个一定存在。
    unsafe { *values.as_ptr() }
}`,
    ],
  },
  check(facts, report) {
    let isFirst = true;
    for (const analyzed of facts.functions) {
      for (const block of analyzed.events.unsafeBlocks) {
        if (block.inUnsafe || facts.file.comments.reasonsForSafety(block.node)) continue;
        const foreign = block.calls.find(
          (call) => !call.isMethod && facts.file.isForeign(call.name),
        );
        const dangerous = block.calls.find(
          (call) =>
            DANGEROUS.test(call.name) && !(/^get_unchecked/.test(call.name) && isBounded(call)),
        );
        const reads = block.dereferences[0];
        const what =
          reads !== undefined
            ? `reads through the raw pointer in \`${quote(facts, reads.node)}\``
            : foreign !== undefined
              ? `calls the foreign function \`${foreign.name}\``
              : dangerous !== undefined
                ? `calls \`${dangerous.name}\``
                : 'gives no reasons';
        const isRisky =
          takesAnything(facts, analyzed.fn) &&
          ((reads !== undefined && isFromCaller(analyzed, [reads.value])) ||
            (dangerous !== undefined && isFromCaller(analyzed, dangerous.arguments)) ||
            (foreign !== undefined && isFromCaller(analyzed, foreign.arguments)));
        const isKnown = reads !== undefined || foreign !== undefined || dangerous !== undefined;
        report({
          node: block.node,
          in: analyzed,
          message: `This unsafe block ${what} and no comment says why that is sound.`,
          // A file in which this is the habit is told once; the other blocks are places to look at.
          confidence: isRisky && isFirst ? 0.55 : isKnown ? 0.45 : 0.42,
        });
        if (isRisky) isFirst = false;
      }
    }
  },
};
