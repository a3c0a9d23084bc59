import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { ownFunction } from './support/calls/own-functions.ts';
import { reachableFrom } from './support/calls/thread-starts.ts';

/** Library functions that POSIX does not list as safe in a signal handler. */
const UNSAFE =
  /^(?:v?f?printf|v?sn?printf|v?dprintf|puts|fputs|putc|fputc|putchar|perror|fopen|fclose|fflush|fread|fwrite|fgets|getchar|scanf|fscanf|malloc|calloc|realloc|free|strdup|asprintf|exit|syslog|vsyslog|openlog|strerror|strsignal|localtime|gmtime|ctime|asctime|strftime|getenv|setenv|putenv|system|popen|pclose|longjmp|siglongjmp|pthread_mutex_lock|pthread_cond_\w+|pthread_create|pthread_join|sleep|rand|random|getpwnam|getpwuid|gethostbyname|getaddrinfo|dlopen|strtok|atexit|err|errx|warn|warnx|opendir|readdir|closedir|cout|operator<<)$/;
/** Jumping out of a handler is a weakness of its own kind. */
const JUMPS = /^(?:sig)?longjmp$/;

export const signalHandlerUnsafe: CRule = {
  id: 'signal_handler_unsafe',
  title: 'A signal handler calls what it must not',
  category: 'concurrency',
  cwe: [479, 364],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'A signal arrives in the middle of anything, also of `malloc` or `printf`. A handler that calls them again finds their data half changed or their lock taken: the program hangs or its heap breaks, sometimes in a way that an attacker can steer.',
  suggestion:
    'Only set a `volatile sig_atomic_t` flag or use write and _exit, and do the work in the main loop.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static void say(int number) { printf("signal %d\\n", number); } // defect
static void on_term(int number) {
  say(number);
  exit(1); // defect
}
void prepare(void) {
  struct sigaction action = { 0 };
  action.sa_handler = on_term;
  sigaction(SIGTERM, &action, NULL);
}`,
    ],
    good: [
      `#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t stopping;
static void on_term(int number) { (void)number; stopping = 1; write(2, "bye\\n", 4); }
void prepare(void) {
  signal(SIGTERM, on_term);
  printf("ready\\n");
}`,
    ],
  },
  inspect(unit, report) {
    const handlers = handlersOf(unit);
    const looksLike = unit.functions.filter((fn) => !handlers.has(fn) && isShapedLikeHandler(fn));
    for (const fn of reachableFrom(unit, [...handlers]))
      analyseHandler(
        unit,
        fn,
        handlers.has(fn) ? 'the signal handler' : 'what a signal handler calls,',
        0.85,
        report,
      );
    for (const fn of looksLike) analyseHandler(unit, fn, 'the signal handler', 0.55, report);
  },
};

function analyseHandler(
  unit: TranslationUnit,
  fn: LoweredFunction,
  role: string,
  confidence: number,
  report: ReportHit,
): void {
  const calls: CallExpr[] = [];
  visitFunction(fn, (expr) => {
    if (expr.kind !== 'call' || expr.receiver !== undefined || !UNSAFE.test(expr.name)) return;
    const { name } = expr.through ?? expr;
    if (ownFunction(unit, name) === undefined) calls.push(expr);
  });
  const [first, ...others] = calls.sort((a, b) => a.start - b.start);
  if (first === undefined) return;
  // One handler is one defect, however many calls it makes.
  const names = [...new Set(others.map((call) => call.name))].filter((name) => name !== first.name);
  const more = names.length === 0 ? '' : `; nor ${listed(names)}, called further down`;
  report(first, `\`${first.name}\` is not safe in ${role} \`${fn.name}\`${more}`, {
    confidence: calls.every((call) => JUMPS.test(call.name))
      ? Math.min(confidence, 0.6)
      : confidence,
  });
}

/** "`a`, `b` and `c`" */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? `is ${last}` : `are ${quoted.join(', ')} and ${last}`;
}

/** Functions that the file registers for signals. */
function handlersOf(unit: TranslationUnit): ReadonlySet<LoweredFunction> {
  const found = new Set<LoweredFunction>();
  const add = (expr: Expr | undefined): void => {
    if (expr === undefined) return;
    let inner = withoutCasts(expr);
    if (inner.kind === 'address') inner = inner.operand;
    if (inner.kind !== 'name') return;
    const { name } = inner;
    const fn = ownFunction(unit, name);
    if (fn !== undefined) found.add(fn);
  };
  for (const fn of unit.functions) {
    visitFunction(fn, (expr) => {
      if (expr.kind === 'call' && /^(?:signal|bsd_signal|sysv_signal|sigset)$/.test(expr.name))
        add(expr.args[1]);
      if (
        expr.kind === 'assign' &&
        expr.target.kind === 'member' &&
        /^sa_(?:handler|sigaction)$/.test(expr.target.name)
      )
        add(expr.value);
      if (expr.kind === 'initlist')
        for (const item of expr.items)
          if (item.name !== undefined && /^sa_(?:handler|sigaction)$/.test(item.name))
            add(item.value);
    });
  }
  return found;
}

/** `void sigterm_handler(int sig)`: registered in another file, as it seems. */
function isShapedLikeHandler(fn: LoweredFunction): boolean {
  const [parameter, ...more] = fn.parameters;
  return (
    fn.returns.kind === 'void' &&
    parameter?.type.kind === 'int' &&
    (more.length === 0 || more.length === 2) &&
    /^(?:on_?)?sig(?:nal|int|term|hup|chld|segv|alrm|usr|pipe|quit|abrt|bus)?[a-z0-9]*_?(?:handler|catcher|caught)|(?:handle|catch)_?(?:sig|signal)/i.test(
      fn.name,
    )
  );
}
