import { quote, type RustRule } from './rust-rule.ts';

export const doubleLock: RustRule = {
  id: 'double_lock',
  title: 'Lock taken again while it is held',
  category: 'concurrency',
  cwe: [764, 833],
  severity: 'high',
  precision: 'high',
  languages: ['rust'],
  help: 'The locks of the standard library are not re-entrant. Taking one again while its guard lives deadlocks or panics, on every run; with a `RefCell` the second borrow panics.',
  suggestion: 'Use the guard that is there, or drop it before locking again.',
  examples: {
    bad: [
      `use std::sync::Mutex;
fn twice(counter: &Mutex<u32>) {
    let first = counter.lock().unwrap();
    let second = counter.lock().unwrap(); // defect
    show(*first + *second);
}`,
    ],
    good: [
      `use std::sync::Mutex;
fn twice(counter: &Mutex<u32>) {
    let first = *counter.lock().unwrap();
    let second = *counter.lock().unwrap();
    show(first + second);
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const { guard } = call.result;
        if (guard === undefined || guard.node !== call.node || guard.place === '') continue;
        const held = call.guards.find(({ place }) => place === guard.place);
        if (held === undefined || (held.mode === 'shared' && guard.mode === 'shared')) continue;
        if (call.inClosure) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` waits for a lock that this function holds already.`,
          confidence: 0.88,
          path: [{ node: held.node, message: 'the lock is taken first' }],
        });
      }
    }
  },
};
