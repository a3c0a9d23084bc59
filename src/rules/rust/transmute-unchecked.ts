import { quote, type RustRule } from './rust-rule.ts';

export const transmuteUnchecked: RustRule = {
  id: 'transmute_unchecked',
  title: 'transmute between types that the compiler does not check',
  category: 'unsafe_rust',
  cwe: [843, 704],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: '`mem::transmute` reads the bits of one type as another. If any bit pattern of the source is not a value of the target (an enum, a reference, a `bool`, a longer lifetime), that is undefined behaviour at once. Nearly every use has a checked counterpart.',
  suggestion:
    'Use `from_ne_bytes`, `TryFrom`, `as`, `cast` or `bytemuck`, or write both types out and say in a SAFETY comment why every bit pattern is valid.',
  examples: {
    bad: [
      `fn color(code: u8) -> Color {
    unsafe { std::mem::transmute::<u8, Color>(code) } // defect
}`,
    ],
    good: [
      `fn color(code: u8) -> Option<Color> {
    match code {
        0 => Some(Color::Red),
        1 => Some(Color::Green),
        _ => None,
    }
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        if (call.isMethod || !/^transmute(?:_copy)?$/.test(call.name)) continue;
        const reasons = facts.file.comments.reasonsForSafety(call.node);
        const types = call.typeArguments;
        const mutable = /,\s*&\s*(?:'\w+\s+)?mut\b/.test(types);
        const longer = /'static/.test(types);
        const [value] = call.arguments;
        const checked = value !== undefined && call.facts.has('max', value.place);
        const base = mutable || longer ? 0.85 : types === '' ? 0.7 : 0.65;
        report({
          node: call.node,
          in: analyzed,
          message: mutable
            ? `\`${quote(facts, call.node)}\` makes a mutable reference out of other bits, which aliasing rules forbid.`
            : `\`${quote(facts, call.node)}\` reads bits as another type, and nothing checks that they are a value of it.`,
          confidence: base - (reasons ? 0.2 : 0) - (checked ? 0.15 : 0),
        });
      }
    }
  },
};
