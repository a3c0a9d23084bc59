import { lastTwo } from '../../code/rust/items/path.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import { valueUses } from '../../code/rust/state/uses.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { takesAnything } from './support/exposure.ts';

const OWNERS = /^(?:Box|Rc|Arc|CString|Weak)$/;

export const intoRawLeak: RustRule = {
  id: 'into_raw_leak',
  title: 'into_raw without a matching from_raw',
  category: 'memory',
  cwe: [401, 772],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: '`into_raw` gives up ownership: from then on the memory is freed only when a `from_raw` of the same type takes it back. A pointer that is returned or forgotten without a function that takes it back leaks on every call.',
  suggestion:
    'Take the pointer back with `from_raw`, or export a function that does and say in the documentation that callers must use it.',
  examples: {
    bad: [
      `pub fn make() -> *mut u32 {
    let number = Box::new(7);
    Box::into_raw(number) // defect
}`,
    ],
    good: [
      `pub fn make() -> *mut u32 {
    Box::into_raw(Box::new(7))
}

/// # Safety
/// \`number\` comes from \`make\` and is not used afterwards.
pub unsafe fn release(number: *mut u32) {
    drop(Box::from_raw(number));
}`,
    ],
  },
  check(facts, report) {
    const takenBack = new Set<string>();
    for (const { events } of facts.functions) {
      for (const call of events.calls) {
        if (call.name === 'from_raw') takenBack.add(ownerOf(call));
      }
    }
    for (const analyzed of facts.functions) {
      const { events } = analyzed;
      for (const call of events.calls) {
        if (call.name !== 'into_raw') continue;
        const owner = ownerOf(call);
        if (owner !== '' && (takenBack.has(owner) || facts.project.takesBack(owner))) continue;
        if (owner === '' ? takenBack.size > 0 : !OWNERS.test(owner)) continue;
        const binding = analyzed.initialisedBy(call.node);
        const uses = binding && valueUses(facts.file.tree, binding, analyzed);
        const handedOver = uses?.some((use) => use.kind === 'argument' || use.kind === 'stored');
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` gives up ownership and nothing in this file takes it back with from_raw.`,
          confidence:
            handedOver === true || owner === '' || !takesAnything(facts, analyzed.fn) ? 0.45 : 0.65,
        });
      }
    }
  },
};

/** `Box`, `CString`, .. of `Box::into_raw(x)` and `x.into_raw()`; empty where it is not shown. */
function ownerOf(call: RustCall): string {
  if (!call.isMethod) return lastTwo(call.path).replace(/::\w+$/, '');
  return call.receiver?.type?.name ?? '';
}
