import type { CallExpr, Expr, Loop, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from './c-rule.ts';
import { rootVariable } from './support/expressions/root-variable.ts';

/** The place of what a thread is given, by the call that starts it. */
const GIVEN: ReadonlyMap<string, number> = new Map(
  Object.entries({ pthread_create: 3, thrd_create: 2, CreateThread: 3, _beginthreadex: 3 }),
);

/** A function that waits for the thread, or for a sign of it, may keep the variable alive for as long as it takes. */
const WAITS =
  /join|wait|barrier|sleep|pause|sem_|getchar|pthread_exit|sigsuspend|future|latch|_run$|_loop$/i;

export const threadUsesLocal: CRule = {
  id: 'thread_uses_local',
  title: 'A thread is given a local variable that changes or ends',
  category: 'concurrency',
  cwe: [562, 362],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A new thread reads what it was given later, whenever it runs. A local variable of the function that starts it is gone by then if that function has returned, and a variable of a loop holds the value of a later round: two threads then work with one descriptor, and another is never looked after.',
  suggestion:
    'Give each thread memory of its own that it frees, or wait for it before the variable changes or ends.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pthread.h>
#include <sys/socket.h>
struct task { int fd; int kind; };
void *work(void *arg);
int begin(int fd) {
  pthread_t worker;
  struct task task = { fd, 1 };
  if (pthread_create(&worker, NULL, work, &task) != 0) return -1; // defect
  return pthread_detach(worker);
}
int serve(int listener) {
  for (;;) {
    pthread_t worker;
    int client = accept(listener, NULL, NULL);
    if (client < 0) return -1;
    if (pthread_create(&worker, NULL, work, &client) == 0) // defect
      pthread_detach(worker);
  }
}
int all(void) {
  pthread_t workers[4];
  for (int i = 0; i < 4; i++)
    if (pthread_create(&workers[i], NULL, work, &i) != 0) return -1; // defect
  for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
  return 0;
}`,
    ],
    good: [
      `#include <pthread.h>
#include <stdlib.h>
struct task { int fd; int kind; };
void *work(void *arg);
int begin(int fd) {
  pthread_t worker;
  struct task task = { fd, 1 };
  if (pthread_create(&worker, NULL, work, &task) != 0) return -1;
  return pthread_join(worker, NULL);
}
int later(int fd) {
  pthread_t worker;
  struct task *task = malloc(sizeof *task);
  if (task == NULL) return -1;
  task->fd = fd;
  task->kind = 2;
  if (pthread_create(&worker, NULL, work, task) != 0) {
    free(task);
    return -1;
  }
  return pthread_detach(worker);
}
int all(void) {
  pthread_t workers[4];
  struct task tasks[4];
  for (int i = 0; i < 4; i++) {
    tasks[i].fd = i;
    if (pthread_create(&workers[i], NULL, work, &tasks[i]) != 0) return -1;
  }
  for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
  return 0;
}
int shared(int fd) {
  pthread_t workers[4];
  struct task task = { fd, 3 };
  for (int i = 0; i < 4; i++)
    if (pthread_create(&workers[i], NULL, work, &task) != 0) return -1;
  for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
  return 0;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      const calls = expressionsOf(fn.blocks).filter((expr) => expr.kind === 'call');
      for (const call of calls) {
        const position = GIVEN.get(call.name);
        const given = position === undefined ? undefined : call.args[position];
        const variable = given && localGiven(given);
        if (given === undefined || variable === undefined) continue;
        const loop = loopOf(fn, call);
        const name = `\`${variable.name}\``;
        const sure = { confidence: 0.8 };
        if (loop !== undefined && !waitsIn(fn, loop) && changesIn(fn, loop, variable, given))
          report(
            call,
            `the threads of all rounds are given ${name}, which the next round changes`,
            {
              ...sure,
              cwe: 362,
            },
          );
        else if (mayReturn(fn) && !calls.some(({ name: called }) => WAITS.test(called)))
          report(
            call,
            `${name} is gone once \`${fn.name}\` returns, and the thread may still use it`,
            sure,
          );
      }
    }
  },
};

/** The local variable, or the array, whose address an argument is. */
function localGiven(given: Expr): Variable | undefined {
  const bare = withoutCasts(given);
  const variable =
    bare.kind === 'address'
      ? rootVariable(bare.operand)
      : bare.kind === 'name' && bare.type.kind === 'array'
        ? bare.variable
        : undefined;
  return variable?.scope === 'local' || variable?.scope === 'parameter' ? variable : undefined;
}

/** The innermost loop around a call. */
function loopOf(fn: LoweredFunction, call: CallExpr): Loop | undefined {
  const block = fn.blocks.find((one) => expressionsOf([one]).includes(call));
  return fn.loops
    .filter(({ body }) => block !== undefined && body.includes(block.id))
    .toSorted((a, b) => a.body.length - b.body.length)[0];
}

function waitsIn(fn: LoweredFunction, { body }: Loop): boolean {
  const blocks = body.flatMap((id) => fn.blocks[id] ?? []);
  return expressionsOf(blocks).some((expr) => expr.kind === 'call' && WAITS.test(expr.name));
}

/** Whether each round declares or writes the very variable, and not an element of its own of an array. */
function changesIn(fn: LoweredFunction, { body }: Loop, variable: Variable, given: Expr): boolean {
  const bare = withoutCasts(given);
  if (bare.kind === 'address' && withoutCasts(bare.operand).kind === 'index') return false;
  const blocks = body.flatMap((id) => fn.blocks[id] ?? []);
  const isDeclared = blocks.some(({ steps }) =>
    steps.some((step) => step.kind === 'declare' && step.variable === variable),
  );
  return (
    isDeclared ||
    expressionsOf(blocks).some((expr) => {
      const target =
        expr.kind === 'assign' ? expr.target : expr.kind === 'incdec' ? expr.operand : undefined;
      return target !== undefined && rootVariable(target) === variable;
    })
  );
}

/** Whether a function comes to an end while the program goes on. */
function mayReturn(fn: LoweredFunction): boolean {
  return fn.name !== 'main' && fn.blocks.some(({ end }) => end.kind === 'return');
}
