import { quote, type RustRule } from './rust-rule.ts';

export const lockAcrossAwait: RustRule = {
  id: 'lock_across_await',
  title: 'Lock held across an await',
  category: 'concurrency',
  cwe: [667, 833],
  severity: 'high',
  precision: 'high',
  languages: ['rust'],
  help: 'While a task waits at an `.await`, others run on its thread. If one of them wants the lock that the waiting task holds, it blocks the thread the holder needs to go on: a deadlock. A `RefCell` borrow held there panics in the next task that borrows.',
  suggestion:
    'Drop the guard before the await, in a block of its own, or use the async lock of the runtime.',
  examples: {
    bad: [
      `use std::sync::Mutex;
async fn add(list: &Mutex<Vec<u8>>) {
    let mut items = list.lock().unwrap();
    items.push(fetch().await); // defect
}`,
    ],
    good: [
      `use std::sync::Mutex;
async fn add(list: &Mutex<Vec<u8>>) {
    let item = fetch().await;
    let mut items = list.lock().unwrap();
    items.push(item);
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const { node, guards } of analyzed.events.awaits) {
        const guard = guards.find(({ kind }) => kind !== 'async') ?? guards[0];
        if (guard === undefined) continue;
        report({
          node,
          in: analyzed,
          message: `The guard of \`${guard.lock}\` is still held at \`${quote(facts, node)}\`.`,
          confidence: guard.kind === 'async' ? 0.45 : guard.kind === 'cell' ? 0.7 : 0.85,
          path: [{ node: guard.node, message: 'the lock is taken' }],
        });
      }
    }
  },
};
