import type { FactSet } from '../../code/rust/state/facts.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import type { RustValue } from '../../code/rust/state/value.ts';
import { rangeAt } from '../../code/rust/state/value-range.ts';
import { quote, type RustRule } from './rust-rule.ts';

export const uncontrolledAllocation: RustRule = {
  id: 'rust_uncontrolled_allocation',
  title: 'Allocation of a size that input chooses',
  category: 'resource',
  cwe: [789, 770],
  severity: 'medium',
  precision: 'high',
  judgesValues: true,
  languages: ['rust'],
  help: 'A size read from a message and given to `with_capacity`, `vec![0; n]`, `reserve` or `resize` lets the sender take all memory with a few bytes. The process is then killed, or aborts.',
  suggestion: 'Compare the size with a limit before allocating, or read in pieces with `take`.',
  examples: {
    bad: [
      `use std::io::{self, Read};
fn body() -> Vec<u8> {
    let mut line = String::new();
    let _ = io::stdin().read_line(&mut line);
    let size = line.trim().parse::<usize>().unwrap_or(0);
    vec![0u8; size] // defect
}`,
    ],
    good: [
      `use std::io::{self, Read};
fn packet() -> Vec<u8> {
    let mut line = String::new();
    let _ = io::stdin().read_line(&mut line);
    let size = line.trim().parse::<u16>().unwrap_or(0);
    vec![0u8; size as usize]
}`,
      `use std::io::{self, Read};
fn body() -> Vec<u8> {
    let mut line = String::new();
    let _ = io::stdin().read_line(&mut line);
    let size = line.trim().parse::<usize>().unwrap_or(0);
    if size > 4096 {
        return Vec::new();
    }
    vec![0u8; size]
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { calls, macros } = analyzed.events;
      for (const call of calls) {
        if (!/^(?:with_capacity|reserve|reserve_exact|resize|repeat)$/.test(call.name)) continue;
        const [size] = call.arguments;
        if (
          !isExternalTaint(size?.taint) ||
          size === undefined ||
          call.facts.has('max', size.place) ||
          isSmall(call.facts, size)
        )
          continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` takes as much memory as input asks for.`,
          confidence: 0.75,
          taint: size.taint,
        });
      }
      for (const macro of macros) {
        if (macro.name !== 'vec' || macro.arguments.length !== 2) continue;
        const size = macro.arguments[1]?.value;
        if (
          size === undefined ||
          !isExternalTaint(size.taint) ||
          macro.facts.has('max', size.place) ||
          isSmall(macro.facts, size)
        )
          continue;
        if (!/;/.test(facts.file.tree.textOf(macro.node))) continue;
        report({
          node: macro.node,
          in: analyzed,
          message: `\`${quote(facts, macro.node)}\` takes as much memory as input asks for.`,
          confidence: 0.75,
          taint: size.taint,
        });
      }
    }
  },
};

/** So many elements no sender takes memory with. */
const SMALL = 1n << 20n;

/** Whether a size cannot be large, as one that was read as 16 bits. */
function isSmall(facts: FactSet, size: RustValue): boolean {
  const range = rangeAt(facts, size);
  return range !== undefined && range.hi <= SMALL;
}
