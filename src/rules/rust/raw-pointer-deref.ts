import { quote, type RustRule } from './rust-rule.ts';
import { isExposed } from './support/exposure.ts';

export const rawPointerDeref: RustRule = {
  id: 'raw_pointer_deref',
  title: 'Raw pointer read without a null check',
  category: 'unsafe_rust',
  cwe: [476, 822],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'A raw pointer may be null, dangling or misaligned, and the compiler checks none of it. A safe function that reads through a pointer parameter lets safe code cause undefined behaviour: every caller would have to know a rule the signature does not state.',
  suggestion:
    'Check `is_null()` first, take a reference or a slice in place of the pointer, or make the function `unsafe` and state its contract.',
  examples: {
    bad: [
      `pub fn read(value: *const i32) -> i32 {
    // SAFETY: callers pass a pointer to a live integer.
    unsafe { *value } // defect
}`,
    ],
    good: [
      `pub fn read(value: *const i32) -> Option<i32> {
    if value.is_null() {
        return None;
    }
    // SAFETY: checked for null above; the only caller passes a live integer.
    Some(unsafe { *value })
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { fn, events } = analyzed;
      for (const { node, value, facts: known } of events.dereferences) {
        if (/(?:^|::)null(?:_mut)?$/.test(value.made)) {
          report({
            node,
            in: analyzed,
            message: `\`${quote(facts, node)}\` reads through a pointer that is null.`,
            confidence: 0.9,
            cwe: 476,
          });
          continue;
        }
        const binding = analyzed.bindingAt(value.place);
        const isParameter = binding?.isParameter === true && binding.type?.kind === 'pointer';
        if (!isParameter || known.has('nonnull', value.place)) continue;
        const reasons = facts.file.comments.reasonsForSafety(node);
        if (fn.isUnsafe && facts.file.comments.reasonsForSafety(fn.node)) continue;
        const exposed = isExposed(fn);
        // C calls it with what it was registered with.
        const isCallback = fn.abi !== '' && !exposed;
        const base = fn.isUnsafe || isCallback ? 0.45 : exposed ? 0.75 : 0.6;
        report({
          node,
          in: analyzed,
          message: `\`${quote(facts, node)}\` reads through a pointer parameter of ${fn.isUnsafe ? 'unsafe' : 'safe'} function ${fn.name} that no path checks for null.`,
          confidence: reasons ? base - 0.15 : base,
          cwe: 476,
        });
      }
    }
  },
};
