import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { callsOf, visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from './c-rule.ts';

export const threadLeakNoJoin: CRule = {
  id: 'thread_leak_no_join',
  title: 'A thread that is neither joined nor detached',
  category: 'concurrency',
  cwe: [772, 404],
  severity: 'low',
  event: 'shape',
  precision: 'medium',
  help: 'A finished thread keeps its stack and its result until it is joined. A program that starts threads and forgets them runs out of both. When `main` returns first, the threads die in the middle of their work. A `std::thread` that is destroyed unjoined stops the program.',
  suggestion:
    'Call pthread_join, or pthread_detach where the program does not wait for the thread.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pthread.h>
int later(void *(*work)(void *), void *arg) {
  pthread_t worker;
  return pthread_create(&worker, NULL, work, arg); // defect
}`,
    ],
    good: [
      `#include <pthread.h>
int later(void *(*work)(void *), void *arg) {
  pthread_t worker;
  if (pthread_create(&worker, NULL, work, arg) != 0) return -1;
  return pthread_detach(worker);
}`,
      `#include <pthread.h>
struct pool { pthread_t worker; };
int begin(struct pool *pool, void *(*work)(void *)) {
  return pthread_create(&pool->worker, NULL, work, pool);
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      if (callsOf(fn).some((name) => ENDS.test(name))) continue;
      visitFunction(fn, (expr) => {
        if (expr.kind !== 'call' || !/^(?:pthread_create|thrd_create)$/.test(expr.name)) return;
        const [handle, attributes] = expr.args;
        const local = handle === undefined ? undefined : localOf(handle);
        if (local === undefined || escapes(fn, local)) return;
        const work = expr.args[expr.name === 'pthread_create' ? 2 : 1];
        if (work === undefined || withoutCasts(work).kind === 'number') return;
        // Attributes may say that the thread is detached.
        const detached =
          expr.name === 'pthread_create' &&
          attributes !== undefined &&
          withoutCasts(attributes).kind !== 'number';
        if (detached) return;
        report(expr, 'this thread is neither joined nor detached, and its handle is lost', {
          confidence: 0.65,
        });
      });
    }
  },
};

const ENDS =
  /^(?:pthread_join|pthread_detach|thrd_join|thrd_detach|pthread_tryjoin_np|pthread_timedjoin_np|pthread_exit|pthread_cancel)$/;

/** The local variable that takes the handle. */
function localOf(handle: Expr): number | undefined {
  let at = withoutCasts(handle);
  while (at.kind === 'address' || at.kind === 'index' || (at.kind === 'binary' && at.op === '+'))
    at = withoutCasts(at.kind === 'address' ? at.operand : at.kind === 'index' ? at.base : at.left);
  if (at.kind !== 'name' || at.variable?.scope !== 'local') return undefined;
  return at.variable.type.kind === 'pointer' ? undefined : at.variable.id;
}

/** Whether the handle is used for anything but starting threads. */
function escapes(fn: LoweredFunction, id: number): boolean {
  let uses = 0;
  let starting = 0;
  visitFunction(fn, (expr) => {
    if (expr.kind === 'name' && expr.variable?.id === id) uses += 1;
    if (expr.kind === 'call' && /^(?:pthread_create|thrd_create)$/.test(expr.name)) {
      const [handle] = expr.args;
      if (handle !== undefined && localOf(handle) === id) starting += 1;
    }
  });
  return uses > starting;
}
