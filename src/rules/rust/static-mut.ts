import type { RustRule } from './rust-rule.ts';

export const staticMut: RustRule = {
  id: 'static_mut',
  title: 'Mutable static shared without synchronisation',
  category: 'concurrency',
  cwe: [362, 820],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'A `static mut` can be read and written from every thread at once, and each access is unsafe for that reason. A reference to it may alias a mutable one, and the compiler does not notice. The language team advises against it.',
  suggestion: 'Use an atomic, a `Mutex`, a `OnceLock` or a thread-local.',
  examples: {
    bad: [`static mut COUNTER: u32 = 0; // defect`],
    good: [
      `use std::sync::atomic::AtomicU32;
static COUNTER: AtomicU32 = AtomicU32::new(0);`,
    ],
  },
  check(facts, report) {
    for (const global of facts.file.globals) {
      if (global.kind !== 'static mut') continue;
      const reasons = facts.file.comments.reasonsForSafety(global.node);
      report({
        node: global.node,
        isTest: global.isTest,
        message: `${global.name} can be read and written by several threads at once.`,
        confidence: reasons ? 0.48 : 0.62,
      });
    }
  },
};
