import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { Binding } from '../../code/rust/state/scope.ts';
import { type Use, valueUses } from '../../code/rust/state/uses.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { childOf } from '../../code/syntax/syntax.ts';
import type { RustRule } from './rust-rule.ts';

/** Calls that make a second owner of what there is one of. */
const BORROWED = /\b(?:from_raw\w*|ptr::read|read|transmute_copy)\s*(?:::<[^>]*>)?\(/;

export const manuallyDropLeak: RustRule = {
  id: 'manually_drop_leak',
  title: 'ManuallyDrop value is never dropped',
  category: 'memory',
  cwe: [401, 459],
  severity: 'medium',
  precision: 'high',
  languages: ['rust'],
  help: '`ManuallyDrop` stops the compiler from running a destructor. Unless the value is later given to `ManuallyDrop::drop`, `take` or `into_inner`, or moved elsewhere, what it owns leaks each time the function runs.',
  suggestion:
    'Call `ManuallyDrop::drop` or `ManuallyDrop::into_inner` on every path, or drop the wrapper.',
  examples: {
    bad: [
      `use std::mem::ManuallyDrop;
fn load() -> usize {
    let buffer = ManuallyDrop::new(vec![0u8; 64]); // defect
    buffer.len()
}`,
    ],
    good: [
      `use std::mem::ManuallyDrop;
fn load() -> usize {
    let buffer = ManuallyDrop::new(vec![0u8; 64]);
    let length = buffer.len();
    drop(ManuallyDrop::into_inner(buffer));
    length
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const binding of analyzed.events.bindings) {
        if (binding.initial.made !== 'ManuallyDrop::new') continue;
        const [wrapped] = argumentsOf(binding, facts);
        // What another owner has as well must not be dropped here.
        if (wrapped !== undefined && BORROWED.test(wrapped)) continue;
        const uses = valueUses(facts.file.tree, binding, analyzed);
        const released = uses.some(
          (use) =>
            use.kind === 'argument' && /ManuallyDrop::(?:drop|take|into_inner)$/.test(use.callee),
        );
        const readOut = analyzed
          .callsWith(binding.place)
          .some(
            (call) =>
              /(?:^|::)ptr::read$/.test(call.path) &&
              call.arguments.some((value) => value.from.includes(binding.place)),
          );
        const rebuilt = uses.some(
          (use) => use.kind === 'receiver' && /^(?:as_mut_ptr|as_ptr|as_mut)$/.test(use.callee),
        );
        const escapes = uses.some(
          (use) =>
            use.kind === 'returned' ||
            use.kind === 'stored' ||
            (use.kind === 'argument' &&
              !use.byReference &&
              !/^(?:ptr::read|size_of_val)$/.test(use.callee)),
        );
        if (released || escapes || readOut) continue;
        // What a method or another function does with it, or what is read from it, may take it apart.
        const shown = uses.some(
          (use) =>
            use.kind === 'argument' ||
            (use.kind === 'receiver' &&
              !/^(?:len|is_empty|iter|get|as_slice|as_str)$/.test(use.callee)) ||
            (use.kind === 'read' &&
              (use.callee !== '' ||
                use.byReference ||
                use.node.parent?.type === 'unary_expression')),
        );
        report({
          node: binding.initialiser ?? binding.node,
          in: analyzed,
          message: `${binding.name} is wrapped in ManuallyDrop and never dropped, taken out or passed to other code.`,
          confidence: givesPointerBack(analyzed, uses)
            ? 0.6
            : rebuilt || shown || wrapped === 'self'
              ? 0.45
              : 0.7,
        });
      }
    }
  },
};

/** The arguments of the call that gave a variable its value, as written. */
function argumentsOf(binding: Binding, facts: RustFacts): string[] {
  const call = binding.initialiser;
  const list = call === undefined ? undefined : childOf(call, 'arguments');
  return (list?.children ?? [])
    .filter(({ named }) => named)
    .map((node) => facts.file.tree.textOf(node));
}

/** Whether a function gives back a pointer into the value, which tells its caller not that it has to be freed. */
function givesPointerBack({ fn }: AnalysedFunction, uses: readonly Use[]): boolean {
  const isTakenApart = uses.some((use) => use.kind !== 'read' || use.callee !== '');
  return fn.returns?.kind === 'pointer' && !isTakenApart;
}
