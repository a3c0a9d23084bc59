import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import type { RustRule } from './rust-rule.ts';

export const lockOrderInversion: RustRule = {
  id: 'lock_order_inversion',
  title: 'Two locks taken in both orders',
  category: 'concurrency',
  cwe: [833, 667],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'When one function takes lock A and then B, and another takes B and then A, two threads can each hold what the other waits for. The deadlock shows up only under load.',
  suggestion: 'Take the locks in one order everywhere, or take both under a single lock.',
  examples: {
    bad: [
      `use std::sync::Mutex;
struct Bank {
    from: Mutex<i64>,
    to: Mutex<i64>,
}
impl Bank {
    fn pay(&self) {
        let mut from = self.from.lock().unwrap();
        let mut to = self.to.lock().unwrap();
        *from -= 1;
        *to += 1;
    }
    fn refund(&self) {
        let mut to = self.to.lock().unwrap();
        let mut from = self.from.lock().unwrap(); // defect
        *to -= 1;
        *from += 1;
    }
}`,
    ],
    good: [
      `use std::sync::Mutex;
struct Bank {
    from: Mutex<i64>,
    to: Mutex<i64>,
}
impl Bank {
    fn pay(&self) {
        let mut from = self.from.lock().unwrap();
        let mut to = self.to.lock().unwrap();
        *from -= 1;
        *to += 1;
    }
    fn refund(&self) {
        let mut from = self.from.lock().unwrap();
        let mut to = self.to.lock().unwrap();
        *to -= 1;
        *from += 1;
    }
}`,
    ],
  },
  check(facts, report) {
    const orders = new Map<string, { call: RustCall; analyzed: AnalysedFunction }>();
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const { guard } = call.result;
        if (guard === undefined || guard.node !== call.node || guard.kind === 'cell') continue;
        for (const held of call.guards) {
          const first = identity(analyzed, held.place, held.lock);
          const second = identity(analyzed, guard.place, guard.lock);
          if (first === second || (held.mode === 'shared' && guard.mode === 'shared')) continue;
          const other = orders.get(`${second} ${first}`);
          if (other !== undefined) {
            report({
              node: call.node,
              in: analyzed,
              message: `\`${guard.lock}\` is locked while \`${held.lock}\` is held; ${other.analyzed.fn.name} takes them the other way round.`,
              confidence: 0.78,
              path: [{ node: held.node, message: `\`${held.lock}\` is locked` }],
            });
          }
          if (!orders.has(`${first} ${second}`))
            orders.set(`${first} ${second}`, { call, analyzed });
        }
      }
    }
  },
};

/** What a lock is called in the whole file: the field of a type, a static, or a parameter's name. */
function identity({ fn }: AnalysedFunction, place: string, written: string): string {
  return place.startsWith('self') ? `${fn.owner}.${place}` : written.replace(/^&|\s/g, '');
}
