import { quote, type RustRule } from './rust-rule.ts';

export const danglingCString: RustRule = {
  id: 'dangling_c_string',
  title: 'Pointer into a temporary that is gone at once',
  category: 'memory',
  cwe: [416, 825],
  severity: 'high',
  precision: 'high',
  languages: ['rust'],
  help: '`CString::new(..).unwrap().as_ptr()` points into a string that is freed at the end of the statement. Code that uses the pointer afterwards reads freed memory.',
  suggestion: 'Bind the owner to a variable that lives as long as the pointer is used.',
  examples: {
    bad: [
      `use std::ffi::CString;
fn name() {
    let pointer = CString::new("ward").unwrap().as_ptr(); // defect
    show(pointer);
}`,
    ],
    good: [
      `use std::ffi::CString;
fn name() {
    let owner = CString::new("ward").unwrap();
    let pointer = owner.as_ptr();
    show(pointer);
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        if (!/^as_(?:mut_)?ptr$/.test(call.name) || call.receiver?.place !== '') continue;
        const { made, type } = call.receiver;
        const owns =
          /^(?:CString::new|String::from|Vec::\w+|format!|\.to_string|\.to_vec|\.to_owned|\.into_bytes)$/.test(
            made,
          ) || type?.name === 'CString';
        const bound = /^(?:let_declaration|assignment_expression)$/.test(
          call.node.parent?.type ?? '',
        );
        if (!owns || !bound) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` points into a value that is freed at the end of this statement.`,
          confidence: 0.92,
        });
      }
    }
  },
};
