import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { callsOf, expressionsOf, visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { type LockFlow, lockFlow } from './support/calls/lock-flow.ts';
import { reachableFrom, type ThreadStart, threadStarts } from './support/calls/thread-starts.ts';

interface GlobalAccess {
  readonly variable: Variable;
  readonly expr: Expr;
  readonly write: boolean;
  readonly fn: LoweredFunction;
  readonly locked: boolean;
}

export const dataRaceSuspect: CRule = {
  id: 'data_race_suspect',
  title: 'Threads share a variable without a lock',
  category: 'concurrency',
  cwe: [362, 366, 820],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'A thread writes a variable that other threads use at the same time. Updates get lost, and the compiler may assume that no other thread changes it. `volatile` does not help.',
  suggestion: 'Guard every access with one mutex, or make the variable atomic.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pthread.h>
static long served;
static void *serve(void *arg) {
  for (int i = 0; i < 100; i++) served += 1; // defect
  return arg;
}
long run(void) {
  pthread_t workers[4];
  for (int i = 0; i < 4; i++)
    if (pthread_create(&workers[i], 0, serve, 0) != 0) return -1;
  for (int i = 0; i < 4; i++) pthread_join(workers[i], 0);
  return served;
}`,
    ],
    good: [
      `#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long served;
static void *serve(void *arg) {
  pthread_mutex_lock(&lock);
  served += 1;
  pthread_mutex_unlock(&lock);
  return arg;
}
long run(void) {
  pthread_t a, b;
  if (pthread_create(&a, 0, serve, 0) != 0) return -1;
  if (pthread_create(&b, 0, serve, 0) != 0) return -1;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return served;
}`,
      `#include <pthread.h>
#include <stdatomic.h>
static atomic_long served;
static void *serve(void *arg) { served += 1; return arg; }
int run(pthread_t *a, pthread_t *b) {
  return pthread_create(a, 0, serve, 0) != 0 || pthread_create(b, 0, serve, 0) != 0;
}`,
    ],
  },
  inspect(unit, report) {
    const starts = threadStarts(unit);
    if (starts.length === 0) return;
    const entries = [...new Set(starts.map((start) => start.entry))];
    const inThreads = reachableFrom(unit, entries);
    const flows = new Map(unit.functions.map((fn) => [fn, lockFlow(unit, fn)]));
    const alwaysLocked = calledUnderLock(unit, flows, entries);
    const accesses = unit.functions.flatMap((fn) =>
      accessesOf(unit, fn, flows.get(fn), alwaysLocked.has(fn)),
    );
    for (const variable of new Set(accesses.map((access) => access.variable)))
      checkVariable(unit, variable, accesses, starts, inThreads, report);
    sharedFiles(unit, starts, flows, report);
  },
};

function checkVariable(
  unit: TranslationUnit,
  variable: Variable,
  all: readonly GlobalAccess[],
  starts: readonly ThreadStart[],
  inThreads: ReadonlySet<LoweredFunction>,
  report: ReportHit,
): void {
  const accesses = all.filter((access) => access.variable === variable);
  const ofThreads = accesses.filter(({ fn }) => inThreads.has(fn));
  const writes = ofThreads.filter(({ write, locked }) => write && !locked);
  if (writes.length === 0) return;
  const parallel = writes.some(({ fn }) => runsOften(unit, fn, starts));
  const outside = accesses.filter(({ fn }) => !inThreads.has(fn) && runsBeside(unit, fn, starts));
  if (!parallel && outside.length === 0) return;
  // A single store of a flag that others only test is the least harmful kind.
  const flag =
    !parallel && writes.every(({ expr }) => expr.kind === 'assign' && expr.value.kind === 'number');
  // All writes of a function have the same remedy.
  const ofFunctions = new Map(writes.toReversed().map((write) => [write.fn, write]));
  for (const { expr, fn } of [...ofFunctions.values()].reverse()) {
    report(
      expr,
      `\`${variable.name}\` is written in the thread function \`${fn.name}\` without a lock, and others use it meanwhile`,
      {
        confidence: flag ? 0.5 : 0.75,
      },
    );
  }
}

/** Whether two threads may be in a function at once. */
function runsOften(
  unit: TranslationUnit,
  fn: LoweredFunction,
  starts: readonly ThreadStart[],
): boolean {
  const through = starts.filter(({ entry }) => reachableFrom(unit, [entry]).has(fn));
  return through.length > 1 || through.some(({ repeated }) => repeated);
}

/** Whether a function may run while the threads do: what starts them and waits at its end does so only before and after. */
function runsBeside(
  unit: TranslationUnit,
  fn: LoweredFunction,
  starts: readonly ThreadStart[],
  seen: readonly LoweredFunction[] = [],
): boolean {
  const own = starts.filter(({ by }) => by === fn);
  if (own.length === 0) {
    if (fn.name === 'main' || /init|setup|create|start|destroy|free|cleanup/i.test(fn.name))
      return false;
    const callers = unit.functions.filter((other) => callsOf(other).includes(fn.name));
    // What only such a function calls is a part of it, and what is called before a thread starts is over by then.
    const isPart = callers.every(
      (caller) =>
        !seen.includes(caller) &&
        (isBeforeStart(caller, fn, starts) || !runsBeside(unit, caller, starts, [...seen, fn])),
    );
    return callers.length === 0 || !isPart;
  }
  const calls = callsOf(fn);
  return !calls.some((name) =>
    /^(?:pthread_join|thrd_join|join|WaitForSingleObject|WaitForMultipleObjects)$/.test(name),
  );
}

/** Whether a function that starts threads calls another one before it starts the first only. */
function isBeforeStart(
  caller: LoweredFunction,
  callee: LoweredFunction,
  starts: readonly ThreadStart[],
): boolean {
  const own = starts.filter(({ by, repeated }) => by === caller && !repeated);
  if (own.length === 0) return false;
  const first = Math.min(...own.map(({ at }) => at.start));
  return expressionsOf(caller.blocks).every(
    (expr) => expr.kind !== 'call' || expr.name !== callee.name || expr.start < first,
  );
}

const SAFE_TYPE =
  /atomic|_Atomic|\bthread_local\b|\b_Thread_local\b|\b__thread\b|mutex|\bcond|sem_t|pthread_|std::|sig_atomic_t/;

function accessesOf(
  unit: TranslationUnit,
  fn: LoweredFunction,
  flow: LockFlow | undefined,
  underLock: boolean,
): GlobalAccess[] {
  const found: GlobalAccess[] = [];
  const written = new Map<Expr, Expr>();
  visitFunction(fn, (expr) => {
    if (expr.kind === 'assign') written.set(rootOf(expr.target), expr);
    if (expr.kind === 'incdec') written.set(rootOf(expr.operand), expr);
    if (expr.kind !== 'name' || expr.variable === undefined) return;
    const { variable } = expr;
    if ((variable.scope !== 'global' && variable.scope !== 'static') || variable.constant) return;
    if (variable.type.kind === 'function' || isSafe(unit, variable)) return;
    const write = written.get(expr);
    const at = write ?? expr;
    const locked = underLock || (flow?.heldAt(expr).may.size ?? 0) > 0;
    found.push({ variable, expr: at, write: write !== undefined, fn, locked });
  });
  return found;
}

function isSafe(unit: TranslationUnit, variable: Variable): boolean {
  const { text } = unit.tree;
  const from = Math.max(
    text.lastIndexOf(';', variable.start),
    text.lastIndexOf('}', variable.start),
    text.lastIndexOf('\n', variable.start),
  );
  return SAFE_TYPE.test(text.slice(from + 1, variable.start));
}

function rootOf(target: Expr): Expr {
  let at = withoutCasts(target);
  for (;;) {
    if (at.kind === 'index' || (at.kind === 'member' && !at.arrow)) at = withoutCasts(at.base);
    else return at;
  }
}

/** Functions that are only ever called while some lock is held. */
function calledUnderLock(
  unit: TranslationUnit,
  flows: ReadonlyMap<LoweredFunction, LockFlow>,
  entries: readonly LoweredFunction[],
): ReadonlySet<LoweredFunction> {
  const locked = new Map<string, boolean>();
  for (const [fn, flow] of flows) {
    visitFunction(fn, (expr) => {
      if (expr.kind !== 'call') return;
      const held = flow.heldAt(expr).may.size > 0;
      locked.set(expr.name, (locked.get(expr.name) ?? true) && held);
    });
  }
  return new Set(
    unit.functions.filter((fn) => locked.get(fn.name) === true && !entries.includes(fn)),
  );
}

/** A file of one name that several threads write to. */
function sharedFiles(
  unit: TranslationUnit,
  starts: readonly ThreadStart[],
  flows: ReadonlyMap<LoweredFunction, LockFlow>,
  report: ReportHit,
): void {
  for (const fn of new Set(starts.map(({ entry }) => entry))) {
    if (!runsOften(unit, fn, starts)) continue;
    visitFunction(fn, (expr) => {
      if (expr.kind !== 'call' || !/^fopen(?:64)?$/.test(expr.name)) return;
      const [path, mode] = expr.args;
      if (path?.kind !== 'string' || mode?.kind !== 'string' || !/^[wa]|\+/.test(mode.value))
        return;
      if (
        (flows.get(fn)?.heldAt(expr).may.size ?? 0) > 0 ||
        callsOf(fn).some((name) => /^(?:flock|lockf|flockfile)$/.test(name))
      )
        return;
      report(expr, `several threads write to "${path.value}" at once without a lock`, {
        confidence: 0.6,
      });
    });
  }
}
