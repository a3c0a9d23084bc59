import { visitExpr } from '../../code/c/ir/walk.ts';
import type { CRule } from './c-rule.ts';

const WAITS =
  /^(?:pthread_cond_(?:timed)?wait|cnd_(?:timed)?wait|SleepConditionVariable(?:CS|SRW))$/;

export const condWaitNoLoop: CRule = {
  id: 'cond_wait_no_loop',
  title: 'A condition wait that does not test again',
  category: 'concurrency',
  cwe: [662, 667],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'A wait on a condition variable may return although it was not signalled, or after another thread has already taken what was signalled. Only a loop that tests the condition again after each wait is safe.',
  suggestion: 'Write `while (!condition) pthread_cond_wait(...)`.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pthread.h>
struct box { pthread_mutex_t lock; pthread_cond_t filled; int full; };
void take(struct box *box) {
  pthread_mutex_lock(&box->lock);
  if (!box->full) pthread_cond_wait(&box->filled, &box->lock); // defect
  box->full = 0;
  pthread_mutex_unlock(&box->lock);
}`,
    ],
    good: [
      `#include <pthread.h>
struct box { pthread_mutex_t lock; pthread_cond_t filled; int full; };
void take(struct box *box) {
  pthread_mutex_lock(&box->lock);
  while (!box->full) pthread_cond_wait(&box->filled, &box->lock);
  box->full = 0;
  pthread_mutex_unlock(&box->lock);
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      // A function that only passes the wait on leaves the loop to its caller.
      if (/wait/i.test(fn.name) && fn.blocks.filter(({ steps }) => steps.length > 0).length <= 2)
        continue;
      const looping = new Set(fn.loops.flatMap((loop) => loop.body));
      for (const block of fn.blocks) {
        if (looping.has(block.id)) continue;
        const roots = block.steps.flatMap((step) =>
          step.kind === 'eval'
            ? [step.expr]
            : step.kind === 'declare' && step.init !== undefined
              ? [step.init]
              : [],
        );
        if (block.end.kind === 'branch') roots.push(block.end.condition);
        if (block.end.kind === 'return' && block.end.value !== undefined)
          roots.push(block.end.value);
        for (const root of roots)
          visitExpr(root, (expr) => {
            if (expr.kind !== 'call') return;
            const method =
              /^wait$/.test(expr.name) &&
              expr.args.length === 1 &&
              expr.receiver?.type.kind === 'unknown' &&
              /condition_variable/.test(expr.receiver.type.name);
            if (!WAITS.test(expr.name) && !method) return;
            // What stands for the call under another name gets the condition from its caller, who tests it.
            const [first] = expr.args;
            if (first?.kind === 'name' && first.variable?.scope === 'parameter') return;
            report(expr, 'the wait may return too early, and nothing tests the condition again', {
              confidence: 0.8,
            });
          });
      }
    }
  },
};
