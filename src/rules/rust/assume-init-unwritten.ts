import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { childOf, type SyntaxNode } from '../../code/syntax/syntax.ts';
import { quote, type RustRule } from './rust-rule.ts';

const WRITES =
  /^(?:write|as_mut_ptr|as_mut|write_bytes|copy_from|clone_from|fill|write_copy_of_slice|iter_mut|get_mut)$/;

export const assumeInitUnwritten: RustRule = {
  id: 'assume_init_unwritten',
  title: 'Uninitialised memory is taken for a value',
  category: 'memory',
  cwe: [908, 457],
  severity: 'high',
  precision: 'high',
  languages: ['rust'],
  help: '`assume_init` promises that every byte has been written. Where nothing has written them, reading the value is undefined behaviour and may disclose old memory. `mem::uninitialized` can never be used soundly, and `mem::zeroed` only for types that zero bytes are a value of.',
  suggestion:
    'Write the value first with `MaybeUninit::write`, or start from a real value such as `Default::default()`.',
  examples: {
    bad: [
      `use std::mem::MaybeUninit;
fn number() -> u64 {
    let slot = MaybeUninit::<u64>::uninit();
    // SAFETY: the slot is read once.
    unsafe { slot.assume_init() } // defect
}`,
      `use std::io::Read;
use std::slice::from_raw_parts_mut;
fn load(reader: &mut impl Read, size: usize) -> std::io::Result<Vec<u8>> {
    let mut data = Vec::with_capacity(size);
    // SAFETY: the capacity is the size.
    unsafe {
        reader.read_exact(from_raw_parts_mut(data.as_mut_ptr(), size))?; // defect
        data.set_len(size);
    }
    Ok(data)
}`,
    ],
    good: [
      `use std::mem::MaybeUninit;
fn number() -> u64 {
    let mut slot = MaybeUninit::<u64>::uninit();
    slot.write(7);
    // SAFETY: written in the line above.
    unsafe { slot.assume_init() }
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events } = analyzed;
      const assignedFirst = new Map<string, number>();
      for (const { node, target } of events.assignments) {
        for (const from of target.from) {
          if (!assignedFirst.has(from)) assignedFirst.set(from, node.start);
        }
      }
      for (const call of events.calls) {
        const about = (message: string, confidence: number): void =>
          report({ node: call.node, in: analyzed, message, confidence });
        if (/^mem::(?:uninitialized)$/.test(call.path.split('::').slice(-2).join('::'))) {
          about('mem::uninitialized makes a value out of memory that was never written.', 0.9);
        } else if (!call.isMethod && /(?:^|::)mem::zeroed$/.test(call.path)) {
          const reference = /&|Box|NonNull|NonZero|fn\b|Vec|String/.test(call.typeArguments);
          about(
            `\`${quote(facts, call.node)}\` takes zero bytes for a value, which few types allow.`,
            reference ? 0.85 : 0.45,
          );
        }
        if (call.name === 'from_raw_parts_mut' && isReadInto(facts, analyzed, call))
          about(
            `\`${quote(facts, call.node)}\` gives memory that nothing has written to a reader, which may look at it.`,
            0.7,
          );
        if (!/^assume_init(?:_ref|_mut|_read)?$/.test(call.name)) continue;
        const receiver = call.receiver;
        // A method of that name with a number, as read buffers have, notes what has been written.
        if (receiver === undefined || call.arguments.length > 0) continue;
        if (isListOfUninit(facts, analyzed, call)) continue;
        const place = receiver.place;
        const written = analyzed
          .callsWith(place)
          .some(
            (other) =>
              other.node.start < call.node.start &&
              ((WRITES.test(other.name) && other.receiver?.place === place) ||
                (other !== call &&
                  other.arguments.some((value) => value.place === place && place !== ''))),
          );
        const assigned = (assignedFirst.get(place) ?? Number.POSITIVE_INFINITY) < call.node.start;

        const fresh = place === '' && receiver.made.endsWith('::uninit');
        // A field, or a variable that was given its value elsewhere, may have been written there.
        if (!fresh && (!place.startsWith('#') || written || assigned)) continue;
        const known =
          fresh || /::uninit(?:_array)?$/.test(analyzed.bindingAt(place)?.initial.made ?? '');
        about(
          `\`${quote(facts, call.node)}\` takes memory for initialised that no path has written.`,
          known ? 0.9 : 0.42,
        );
      }
    }
  },
};

/** `MaybeUninit::<[MaybeUninit<T>; N]>::uninit().assume_init()`: the elements need no value. */
function isListOfUninit(facts: RustFacts, analyzed: AnalysedFunction, call: RustCall): boolean {
  const written = facts.file.tree.textOf(call.node);
  const declared = analyzed.initialisedBy(unsafeAround(call.node))?.type?.text ?? '';
  return (
    /MaybeUninit::<\s*\[\s*(?:\w+::)*MaybeUninit\b/.test(written) ||
    /^\[\s*(?:\w+::)*MaybeUninit\b/.test(declared)
  );
}

/** The unsafe block that gives a value as its own, or the value itself. */
function unsafeAround(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.parent !== undefined && /^(?:block|unsafe_block)$/.test(at.parent.type)) at = at.parent;
  return at;
}

/** Whether a slice over the spare room of a new list is handed to a method that reads into it. */
function isReadInto(facts: RustFacts, analyzed: AnalysedFunction, call: RustCall): boolean {
  const isNew = (call.arguments[0]?.from ?? []).some((place) =>
    /::(?:with_capacity|new)$/.test(analyzed.bindingAt(place)?.initial.made ?? ''),
  );
  const reader = call.node.parent?.parent;
  const callee = reader && childOf(reader, 'function');
  return (
    isNew && callee !== undefined && /\.(?:read|recv|peek)\w*$/.test(facts.file.tree.textOf(callee))
  );
}
