import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { EscapingExceptions } from './support/calls/escaping-exceptions.ts';
import { type Acquisition, type LockFlow, lockFlow } from './support/calls/lock-flow.ts';
import { heldByExceptions } from './support/calls/locks-and-exceptions.ts';
import { isMoving } from './support/calls/moving-lock.ts';
import { takenThroughParameters } from './support/calls/parameter-locks.ts';

export const deadlockPatterns: CRule = {
  id: 'deadlock_patterns',
  title: 'Locks are taken so that the program can hang',
  category: 'concurrency',
  cwe: [833, 667],
  furtherCwe: [764],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'A thread that takes a lock it already has waits for itself. Two threads that take two locks in opposite order wait for each other. A path that returns without giving a lock back stops everyone who comes after.',
  suggestion:
    'Release the lock on every path that leaves, take locks in one order everywhere, and never take one twice.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pthread.h>
static pthread_mutex_t table_lock;
static int used;
int reserve(int wanted) {
  pthread_mutex_lock(&table_lock);
  if (used + wanted > 100) return -1; // defect
  used += wanted;
  pthread_mutex_unlock(&table_lock);
  return 0;
}`,
      `#include <pthread.h>
static pthread_mutex_t log_lock, net_lock;
void send_all(void) {
  pthread_mutex_lock(&net_lock);
  pthread_mutex_lock(&log_lock); // defect
  pthread_mutex_unlock(&log_lock);
  pthread_mutex_unlock(&net_lock);
}
void rotate(void) {
  pthread_mutex_lock(&log_lock);
  pthread_mutex_lock(&net_lock); // defect
  pthread_mutex_unlock(&net_lock);
  pthread_mutex_unlock(&log_lock);
}`,
      `#include <pthread.h>
static pthread_mutex_t lock;
static int total;
static void add(int n) {
  pthread_mutex_lock(&lock);
  total += n;
  pthread_mutex_unlock(&lock);
}
void add_twice(int n) {
  pthread_mutex_lock(&lock);
  add(n); // defect
  add(n); // defect
  pthread_mutex_unlock(&lock);
}`,
      `#include <pthread.h>
struct ledger { pthread_mutex_t gate; long total; };
static void settle(struct ledger *book) {
  pthread_mutex_lock(&book->gate);
  book->total = 0;
  pthread_mutex_unlock(&book->gate);
}
static int book_day;
static void close_day(int day, struct ledger *of) {
  book_day = day;
  settle(of);
}
void enter(struct ledger *mine, long amount) {
  pthread_mutex_lock(&mine->gate);
  mine->total += amount;
  if (mine->total > 1000) close_day(3, mine); // defect
  pthread_mutex_unlock(&mine->gate);
}`,
    ],
    good: [
      `#include <pthread.h>
static pthread_mutex_t table_lock;
static int used;
int reserve(int wanted) {
  int status = -1;
  if (pthread_mutex_lock(&table_lock) != 0) return -1;
  if (used + wanted > 100) goto out;
  used += wanted;
  status = 0;
out:
  pthread_mutex_unlock(&table_lock);
  return status;
}`,
      `#include <pthread.h>
struct queue { pthread_mutex_t lock; int length; };
void queue_lock(struct queue *queue) { pthread_mutex_lock(&queue->lock); }
int try_pop(struct queue *queue) {
  if (pthread_mutex_trylock(&queue->lock) != 0) return -1;
  int had = queue->length;
  pthread_mutex_unlock(&queue->lock);
  return had;
}`,
      `#include <pthread.h>
struct ledger { pthread_mutex_t gate; struct ledger *next; long total; };
static void settle(struct ledger *book) {
  pthread_mutex_lock(&book->gate);
  book->total = 0;
  pthread_mutex_unlock(&book->gate);
}
static void settled(struct ledger *book) { book->total = 0; }
static void follow(struct ledger *book) {
  book = book->next;
  settle(book);
}
void enter(struct ledger *mine, long amount) {
  pthread_mutex_lock(&mine->gate);
  mine->total += amount;
  if (mine->next != 0) settle(mine->next);
  settled(mine);
  follow(mine);
  pthread_mutex_unlock(&mine->gate);
  settle(mine);
}`,
    ],
  },
  inspect(unit, report) {
    const text = unit.tree.text;
    const recursive = /PTHREAD_MUTEX_RECURSIVE|recursive_(?:timed_)?mutex|mtx_recursive/.test(text);
    const flows = new Map<LoweredFunction, LockFlow>();
    for (const fn of unit.functions) flows.set(fn, lockFlow(unit, fn));
    const escapes = unit.language === 'cpp' ? new EscapingExceptions(unit) : undefined;
    for (const [fn, flow] of flows) {
      if (!recursive) doubleLocks(unit, fn, flow, report);
      if (escapes !== undefined) heldByExceptions(unit, fn, flow, escapes, report);
      missingReleases(unit, fn, flow, report);
      sameKind(unit, fn, flow, report);
    }
    if (!recursive) {
      calledWithLock(flows, report);
      takenThroughParameters(unit, flows, report);
    }
    inversions(unit, flows, report);
  },
};

function doubleLocks(
  unit: TranslationUnit,
  fn: LoweredFunction,
  flow: LockFlow,
  report: ReportHit,
): void {
  for (const { lock, argument, at, shared, before } of flow.acquisitions) {
    const held = before.must.get(lock);
    if (held === undefined || (shared && held.shared) || isMoving(fn, argument)) continue;
    report(
      at,
      `\`${lock}\` is already held here (taken at line ${unit.tree.location(held.at).line})`,
      {
        confidence: 0.85,
        cwe: 764,
      },
    );
  }
}

function missingReleases(
  unit: TranslationUnit,
  fn: LoweredFunction,
  flow: LockFlow,
  report: ReportHit,
): void {
  if (/pthread_cleanup_push/.test(unit.tree.textOf(fn))) return;
  for (const { start, end, held } of flow.returns) {
    for (const [lock, hold] of held.must) {
      if (hold.until >= 0 || !flow.released.has(lock)) continue;
      report(
        { start, end },
        `returns while \`${lock}\` is still held (taken at line ${unit.tree.location(hold.at).line})`,
        {
          confidence: 0.85,
          cwe: 667,
        },
      );
    }
  }
}

/** Two locks of one kind, one from each argument: another thread may pass them the other way round. */
function sameKind(
  unit: TranslationUnit,
  fn: LoweredFunction,
  flow: LockFlow,
  report: ReportHit,
): void {
  for (const acquisition of flow.acquisitions) {
    const mine = fromParameter(acquisition.argument);
    if (mine === undefined) continue;
    for (const [, hold] of acquisition.before.must) {
      const other = flow.acquisitions.find(({ at }) => at === hold.at);
      const theirs = other === undefined ? undefined : fromParameter(other.argument);
      if (theirs === undefined || theirs.id === mine.id || theirs.path !== mine.path) continue;
      if (ordered(unit, fn, mine.name, theirs.name)) continue;
      report(
        acquisition.at,
        `\`${acquisition.lock}\` is taken while \`${other?.lock}\` is held: a call with the arguments exchanged deadlocks`,
        {
          confidence: 0.6,
          cwe: 833,
        },
      );
    }
  }
}

function fromParameter(argument: Expr): { id: number; name: string; path: string } | undefined {
  let path = '';
  let at = argument;
  for (;;) {
    if (at.kind === 'address' || at.kind === 'cast') at = at.operand;
    else if (at.kind === 'member') {
      path = `.${at.name}${path}`;
      at = at.base;
    } else break;
  }
  if (at.kind !== 'name' || at.variable?.scope !== 'parameter' || path === '') return undefined;
  return { id: at.variable.id, name: at.name, path };
}

/** Code that compares the two locks takes them in a fixed order. */
function ordered(unit: TranslationUnit, fn: LoweredFunction, a: string, b: string): boolean {
  const body = unit.tree.textOf(fn);
  return new RegExp(`\\b(?:${a}|${b})\\b[^;{}]*[<>][^;{}]*\\b(?:${a}|${b})\\b`).test(
    body.replace(/->/g, '.'),
  );
}

/** The file-wide name of a lock: a global, or a member of a type. */
function globalName({ argument, lock }: Acquisition): string | undefined {
  let at = argument;
  while (at.kind === 'address' || at.kind === 'cast') at = at.operand;
  if (at.kind === 'name') {
    const scope = at.variable?.scope;
    return scope === 'local' || scope === 'parameter' ? undefined : lock;
  }
  if (at.kind !== 'member') return undefined;
  const { type } = at.base;
  const record = type.kind === 'pointer' ? type.to : type;
  return record.kind === 'record' || record.kind === 'unknown'
    ? `${record.name}.${at.name}`
    : undefined;
}

function acquiredBy(flows: ReadonlyMap<LoweredFunction, LockFlow>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [fn, flow] of flows) {
    const own = flow.acquisitions.flatMap((one) => {
      const name = globalName(one);
      const plain = one.argument.kind === 'address' ? one.argument.operand : one.argument;
      // A member of some object need not be the member of this one.
      return name === undefined || plain.kind === 'member' ? [] : [name];
    });
    found.set(fn.name, new Set(own));
  }
  for (let round = 0; round < 3; round += 1) {
    for (const [fn, flow] of flows) {
      const mine = found.get(fn.name);
      for (const { call } of flow.calls)
        for (const lock of found.get(call.name) ?? []) mine?.add(lock);
    }
  }
  return found;
}

function calledWithLock(flows: ReadonlyMap<LoweredFunction, LockFlow>, report: ReportHit): void {
  const acquired = acquiredBy(flows);
  for (const flow of flows.values()) {
    for (const { call, held } of flow.calls) {
      if (call.receiver !== undefined) continue;
      for (const lock of acquired.get(call.name) ?? []) {
        const hold = held.must.get(lock);
        if (hold === undefined || hold.shared) continue;
        report(call, `\`${call.name}\` takes \`${lock}\`, which is already held here`, {
          confidence: 0.8,
          cwe: 764,
        });
      }
    }
  }
}

function inversions(
  unit: TranslationUnit,
  flows: ReadonlyMap<LoweredFunction, LockFlow>,
  report: ReportHit,
): void {
  const pairs = new Map<
    string,
    { at: Acquisition['at']; first: string; second: string; fn: string }[]
  >();
  for (const [fn, flow] of flows) {
    for (const acquisition of flow.acquisitions) {
      const second = globalName(acquisition);
      if (second === undefined) continue;
      for (const [, hold] of acquisition.before.must) {
        const outer = flow.acquisitions.find(({ at }) => at === hold.at);
        const first = outer === undefined ? undefined : globalName(outer);
        if (first === undefined || first === second) continue;
        const key = `${first} ${second}`;
        const known = pairs.get(key) ?? [];
        known.push({ at: acquisition.at, first, second, fn: fn.name });
        pairs.set(key, known);
      }
    }
  }
  for (const [, places] of pairs) {
    for (const { at, first, second } of places) {
      const [reverse] = pairs.get(`${second} ${first}`) ?? [];
      if (reverse === undefined) continue;
      report(
        at,
        `takes \`${second}\` while \`${first}\` is held; \`${reverse.fn}\` takes them the other way round at line ${unit.tree.location(reverse.at).line}`,
        {
          confidence: 0.8,
          cwe: 833,
        },
      );
    }
  }
}
