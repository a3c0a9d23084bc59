import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { ownFunction } from './support/calls/own-functions.ts';

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
static void say(int number) { printf("signal %d\\n", number); }
static void on_term(int number) {
  say(number); // defect
  exit(1);
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
    const calls = new UnsafeCalls(unit);
    for (const fn of handlers) analyseHandler(fn, calls, 0.85, report);
    for (const fn of looksLike) analyseHandler(fn, calls, 0.55, report);
  },
};

/** What a call in a handler comes to: an unsafe function, and the calls of the file that lead to it. */
interface UnsafeCall {
  readonly unsafe: CallExpr;
  /** From the call in the handler, the unsafe one left out. */
  readonly way: readonly CallExpr[];
}

/** The first unsafe call that each function of a file makes, itself or through others. */
class UnsafeCalls {
  private readonly known = new Map<LoweredFunction, UnsafeCall | undefined>();

  private readonly unit: TranslationUnit;

  constructor(unit: TranslationUnit) {
    this.unit = unit;
  }

  /** What a call comes to, or undefined where it is safe. */
  through(call: CallExpr): UnsafeCall | undefined {
    if (call.receiver !== undefined) return undefined;
    const callee = ownFunction(this.unit, call.name);
    if (callee === undefined) return UNSAFE.test(call.name) ? { unsafe: call, way: [] } : undefined;
    const inner = this.in(callee);
    return inner && { unsafe: inner.unsafe, way: [call, ...inner.way] };
  }

  private in(fn: LoweredFunction): UnsafeCall | undefined {
    if (this.known.has(fn)) return this.known.get(fn);
    // A function that calls itself adds nothing to what it does.
    this.known.set(fn, undefined);
    let found: UnsafeCall | undefined;
    for (const call of callsIn(fn)) found ??= this.through(call);
    this.known.set(fn, found);
    return found;
  }
}

/**
 * Reports the first call of a handler that is not safe, or comes to one that is not: where the handler
 * stands is decided what it may do, not in what it calls.
 */
function analyseHandler(
  fn: LoweredFunction,
  calls: UnsafeCalls,
  confidence: number,
  report: ReportHit,
): void {
  const all = callsIn(fn).flatMap((call) => {
    const found = calls.through(call);
    return found === undefined ? [] : [{ call, ...found }];
  });
  const [first, ...others] = all;
  if (first === undefined) return;
  // One handler is one defect, however many calls it makes.
  const { name } = first.unsafe;
  const names = [...new Set(others.map(({ unsafe }) => unsafe.name))].filter((one) => one !== name);
  const more = names.length === 0 ? '' : `; nor ${listed(names)}, called further down`;
  const isJump = all.every(({ unsafe }) => JUMPS.test(unsafe.name));
  const through = first.way.map((call) => `\`${call.name}\``).join(' and ');
  const role = `is not safe in the signal handler \`${fn.name}\``;
  report(
    first.call,
    `\`${name}\`${through === '' ? '' : `, called through ${through},`} ${role}${more}`,
    { confidence: isJump ? Math.min(confidence, 0.6) : confidence },
  );
}

/** The calls of a function, in the order of the text. */
function callsIn(fn: LoweredFunction): CallExpr[] {
  const calls: CallExpr[] = [];
  visitFunction(fn, (expr) => {
    if (expr.kind === 'call') calls.push(expr);
  });
  return calls.sort((a, b) => a.start - b.start);
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
