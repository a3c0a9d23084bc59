import { quote, type RustRule } from './rust-rule.ts';

const PANICS = /^(?:panic|todo|unimplemented|unreachable|assert|assert_eq|assert_ne)$/;

export const panicAcrossFfi: RustRule = {
  id: 'panic_across_ffi',
  title: 'Function called from C may panic',
  category: 'ffi',
  cwe: [248, 755],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'A panic must not unwind into C: older compilers leave that undefined, newer ones abort the whole process. Either way the host program, which knows nothing of Rust, dies on one bad input.',
  suggestion: 'Return an error code, or wrap the body in `std::panic::catch_unwind`.',
  examples: {
    bad: [
      `#[no_mangle]
pub extern "C" fn check(code: i32) -> i32 {
    if code < 0 {
        panic!("negative code"); // defect
    }
    code
}`,
    ],
    good: [
      `#[no_mangle]
pub extern "C" fn check(code: i32) -> i32 {
    if code < 0 {
        return -1;
    }
    code
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { fn, events } = analyzed;
      if (fn.abi === '' || events.calls.some((call) => call.name === 'catch_unwind')) continue;
      if (fn.attributes.some((attribute) => attribute === 'panic_handler')) continue;
      for (const macro of events.macros) {
        if (!PANICS.test(macro.name)) continue;
        report({
          node: macro.node,
          in: analyzed,
          message: `\`${quote(facts, macro.node)}\` in ${fn.name}, which C calls, takes the host program down.`,
          confidence: 0.65,
        });
      }
      for (const call of events.calls) {
        if (!call.isMethod || !/^(?:unwrap|expect)$/.test(call.name)) continue;
        const receiver = call.receiver;
        if (receiver?.variant === 'some' || call.facts.has('present', receiver?.place ?? ''))
          continue;
        if (receiver?.constant === true || receiver?.guard !== undefined) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` may panic in ${fn.name}, which C calls.`,
          confidence: 0.6,
        });
      }
    }
  },
};
