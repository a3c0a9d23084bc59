import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from './c-rule.ts';

export const threadJoinedTwice: CRule = {
  id: 'thread_joined_twice',
  title: 'A thread may be joined a second time',
  category: 'concurrency',
  cwe: [675],
  furtherCwe: [666, 416],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'A flag says that a thread runs, and guards pthread_join. Where nothing resets it behind the join, the next call joins the same thread again. The library may have freed its record by then, or another thread may have its number.',
  suggestion: 'Reset the flag right behind pthread_join.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pthread.h>
static pthread_t ticker;
static int ticking;
static void *tick(void *arg) { return arg; }
int ticker_start(void) {
  if (ticking) return 0;
  if (pthread_create(&ticker, 0, tick, 0) != 0) return -1;
  ticking = 1;
  return 0;
}
void ticker_stop(void) {
  if (!ticking) return;
  pthread_join(ticker, 0); // defect
}
int command(int letter) {
  if (letter == 'q') ticker_stop();
  return letter == 's' ? ticker_start() : 0;
}
void leave(void) { ticker_stop(); }`,
    ],
    good: [
      `#include <pthread.h>
static pthread_t ticker;
static int ticking;
static void *tick(void *arg) { return arg; }
int ticker_start(void) {
  if (ticking) return 0;
  if (pthread_create(&ticker, 0, tick, 0) != 0) return -1;
  ticking = 1;
  return 0;
}
void ticker_stop(void) {
  if (!ticking) return;
  pthread_join(ticker, 0);
  ticking = 0;
}
int command(int letter) {
  if (letter == 'q') ticker_stop();
  return letter == 's' ? ticker_start() : 0;
}
void leave(void) { ticker_stop(); }`,
      `#include <pthread.h>
static pthread_t worker;
static int working;
static void *work(void *arg) { return arg; }
void work_forget(void) { working = 0; }
int work_start(void) {
  if (working) return 0;
  if (pthread_create(&worker, 0, work, 0) != 0) return -1;
  working = 1;
  return 0;
}
void work_stop(void) {
  if (!working) return;
  pthread_join(worker, 0);
}
int command(int letter) {
  if (letter == 'q') work_stop();
  return letter == 's' ? work_start() : 0;
}
void leave(void) { work_stop(); }`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      for (const expr of expressionsOf(fn.blocks)) {
        if (expr.kind !== 'call' || !/^(?:pthread|thrd)_join$/.test(expr.name)) continue;
        const handle = expr.args[0] && sharedName(expr.args[0]);
        const flag = handle === undefined ? undefined : staleFlag(fn, handle, unit);
        if (flag !== undefined)
          report(
            expr,
            `\`${flag}\`, which guards this, is not reset: the next call joins the thread again`,
            { confidence: callsOf(fn, unit) > 1 ? 0.75 : 0.45 },
          );
      }
  },
};

/** The flag that a function tests and that is set where the thread is started, and never reset in the file. */
function staleFlag(fn: LoweredFunction, handle: string, unit: TranslationUnit): string | undefined {
  const tested = new Set(
    fn.blocks.flatMap(({ end }) =>
      end.kind === 'branch'
        ? expressionsIn(end.condition).flatMap((expr) => sharedName(expr) ?? [])
        : [],
    ),
  );
  if (tested.size === 0) return undefined;
  const all = unit.functions.map((each) => ({ each, parts: expressionsOf(each.blocks) }));
  const starters = all.filter(({ parts }) =>
    parts.some(
      (expr) =>
        expr.kind === 'call' &&
        /^(?:pthread|thrd)_create$/.test(expr.name) &&
        expr.args[0] !== undefined &&
        sharedName(expr.args[0]) === handle,
    ),
  );
  const isWrite = (expr: Expr, flag: string) =>
    expr.kind === 'assign' && sharedName(expr.target) === flag ? expr.value : undefined;
  return [...tested].find((flag) => {
    const isSet = starters.some(({ parts }) =>
      parts.some((expr) => {
        const value = isWrite(expr, flag);
        return value !== undefined && constantOf(value) === 1;
      }),
    );
    // Any other value may reset it, and so may what gets its address.
    const isReset = all.some(({ parts }) =>
      parts.some((expr) => {
        const value = isWrite(expr, flag);
        if (value !== undefined) return constantOf(value) !== 1;
        return expr.kind === 'address' && sharedName(expr.operand) === flag;
      }),
    );
    return isSet && !isReset;
  });
}

/** How many calls of a function the file has. */
function callsOf(fn: LoweredFunction, unit: TranslationUnit): number {
  let count = 0;
  for (const { blocks } of unit.functions)
    for (const expr of expressionsOf(blocks))
      if (expr.kind === 'call' && expr.name.split('::').at(-1) === fn.name) count += 1;
  return count;
}

/** The name of a field or of a variable that functions share. */
function sharedName(expr: Expr): string | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind === 'address') return sharedName(bare.operand);
  if (bare.kind === 'member') return bare.name;
  if (bare.kind !== 'name') return undefined;
  return bare.variable === undefined || /^(?:static|global)$/.test(bare.variable.scope)
    ? bare.name
    : undefined;
}
