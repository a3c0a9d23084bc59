import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { quote, type RustRule } from './rust-rule.ts';

export const explicitPanic: RustRule = {
  id: 'explicit_panic',
  title: 'panic! that input can reach',
  category: 'error_handling',
  cwe: [617, 248],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'A `panic!`, `todo!` or `unimplemented!` on a path that input reaches lets the sender of the input stop the program. A function that already returns a `Result` has a better way to say no.',
  suggestion: 'Return an error in place of the panic.',
  examples: {
    bad: [
      `use std::io;
pub fn command() -> Result<String, io::Error> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    if line.len() > 80 {
        panic!("line too long: {}", line); // defect
    }
    Ok(line)
}`,
    ],
    good: [
      `pub fn command(line: String) -> Result<String, String> {
    if line.len() > 80 {
        return Err(line);
    }
    Ok(line)
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { fn, events } = analyzed;
      for (const macro of events.macros) {
        if (!/^(?:panic|todo|unimplemented)$/.test(macro.name)) continue;
        const taint = macro.arguments.map(({ value }) => value.taint).find(isExternalTaint);
        const parameter = macro.arguments.some(({ value }) => value.taint?.kind === 'parameter');
        const returnsResult = fn.returns?.name === 'Result';
        const base = taint !== undefined ? 0.6 : parameter ? 0.48 : 0.44;
        report({
          node: macro.node,
          in: analyzed,
          message: `\`${quote(facts, macro.node)}\` ends the thread${returnsResult ? `, although ${fn.name} can return an error` : ''}.`,
          confidence: base + (returnsResult && base > 0.44 ? 0.06 : 0),
          taint,
        });
      }
    }
  },
};
