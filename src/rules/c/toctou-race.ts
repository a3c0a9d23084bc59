import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsIn, visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { TraceStep } from '../../code/syntax/location.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { onlyDefinition } from './support/calls/own-functions.ts';

/** Calls that ask about a path, and how much that looks like a decision about rights. */
const CHECKS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    access: 0.8,
    eaccess: 0.8,
    faccessat: 0.8,
    _access: 0.8,
    euidaccess: 0.8,
    stat: 0.55,
    stat64: 0.55,
    lstat: 0.6,
    lstat64: 0.6,
    exists: 0.6,
    is_regular_file: 0.6,
  }),
);
/** Calls that then act on the path. */
const USES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    fopen: 0,
    fopen64: 0,
    freopen: 0,
    open: 0,
    open64: 0,
    openat: 1,
    creat: 0,
    unlink: 0,
    remove: 0,
    rename: 0,
    chmod: 0,
    chown: 0,
    lchown: 0,
    truncate: 0,
    execl: 0,
    execv: 0,
    execve: 0,
    dlopen: 0,
    opendir: 0,
    symlink: 1,
    link: 0,
  }),
);

interface Check {
  readonly name: string;
  readonly confidence: number;
  readonly keys: readonly string[];
  readonly position: number;
  readonly step: TraceStep;
}

/** A call that asks about a path, with the place of that among its arguments. */
interface Asked extends Pick<Check, 'name' | 'confidence'> {
  readonly index: number;
  readonly arg: Expr;
}

export const toctouRace: CRule = {
  id: 'toctou_race',
  title: 'A path is checked first and used later',
  category: 'concurrency',
  cwe: [367],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'Between the check and the use, a user who may write to the directory can put another file or a link in its place. A privileged program then opens, changes or deletes what it just refused.',
  suggestion:
    'Open the file first and ask about the descriptor with fstat, or just try and handle the error.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <unistd.h>
FILE *open_report(const char *path) {
  if (access(path, W_OK) != 0) return NULL;
  return fopen(path, "a"); // defect
}`,
      `#include <sys/stat.h>
#include <unistd.h>
int drop(const char *path) {
  struct stat about;
  if (lstat(path, &about) != 0 || !S_ISREG(about.st_mode)) return -1;
  return unlink(path); // defect
}`,
      `#include <fcntl.h>
#include <unistd.h>
static int mayRead(int quiet, const char *what) { return access(what, R_OK) == 0 || quiet < 0; }
int begin(const char *path) {
  if (!mayRead(0, path)) return -1;
  return open(path, O_RDONLY | O_CLOEXEC); // defect
}`,
    ],
    good: [
      `#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int open_regular(const char *path) {
  struct stat about;
  int fd = open(path, O_RDONLY);
  if (fd < 0) return -1;
  if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) return fd;
  close(fd);
  return -1;
}`,
      `#include <stdio.h>
#include <unistd.h>
FILE *either(const char *mine, const char *other) {
  if (access(mine, R_OK) != 0) return NULL;
  return fopen(other, "r");
}
static int mayRead(const char *what) { return access(what, R_OK) == 0; }
FILE *second(const char *mine, const char *other) {
  if (mayRead(mine)) return NULL;
  return fopen(other, "r");
}`,
    ],
  },
  listen(report) {
    let checks: Check[] = [];
    return {
      enter(fn, facts) {
        checks = [];
        visitFunction(fn, (expr) => {
          const asked = expr.kind === 'call' ? checkOf(expr, fn, facts) : undefined;
          if (asked === undefined) return;
          const { arg } = asked;
          checks.push({
            ...asked,
            keys: [spelling(arg, facts)],
            position: expr.end,
            step: facts.step(expr, 'the path is checked here'),
          });
        });
      },
      call(event, facts) {
        const { call } = event;
        const position = USES.get(call.name);
        if (call.receiver !== undefined) return;
        const arg = position === undefined ? undefined : call.args[position];
        const value = position === undefined ? undefined : event.args[position];
        if (arg !== undefined && value !== undefined) hit(call, arg, value, checks, facts, report);
        const asked = event.use === 'ignored' ? undefined : checkOf(call, facts.function, facts);
        const given = asked && event.args[asked.index];
        if (asked === undefined || given === undefined) return;
        const path = asked.arg;
        checks = checks.map((check) =>
          check.position === call.end ? { ...check, keys: keysOf(path, given, facts) } : check,
        );
      },
    };
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) {
      const asked: { key: string; end: number; line: number }[] = [];
      const plain = (expr: Expr): string =>
        unit.tree.textOf(withoutCasts(expr)).replace(/\.c_str\(\)|\s/g, '');
      visitFunction(fn, (expr) => {
        const [path] = expr.kind === 'call' ? expr.args : [];
        if (expr.kind === 'call' && path !== undefined && CHECKS.get(expr.name) !== undefined)
          asked.push({ key: plain(path), end: expr.end, line: unit.tree.location(expr).line });
      });
      for (const { steps } of fn.blocks) {
        for (const step of steps) {
          if (step.kind !== 'declare' || step.init?.kind !== 'initlist') continue;
          const { type } = step.variable;
          const path = step.init.items[0]?.value;
          if (type.kind !== 'unknown' || !/\b[io]?fstream$/.test(type.name) || path === undefined)
            continue;
          const earlier = asked.find(
            ({ key, end }) => key === plain(path) && end < step.variable.start,
          );
          if (earlier === undefined) continue;
          report(
            step.variable,
            `\`${plain(path)}\` was checked at line ${earlier.line} and may be another file by now`,
            {
              confidence: 0.75,
            },
          );
        }
      }
    }
  },
};

/** What a call checks: itself, or as a function of the file that answers by a check of its parameter. */
function checkOf(call: CallExpr, fn: LoweredFunction, { unit }: Facts): Asked | undefined {
  const index = pathOf(call);
  const arg = call.args[index];
  const confidence = CHECKS.get(call.name);
  if (confidence !== undefined)
    return arg === undefined ? undefined : { name: call.name, confidence, index, arg };
  const callee = call.receiver === undefined ? onlyDefinition(unit, call.name) : undefined;
  if (callee === undefined || callee === fn) return undefined;
  const inner = answeringCheck(callee);
  const given = inner && call.args[inner.index];
  return inner === undefined || given === undefined ? undefined : { ...inner, arg: given };
}

/** The check of a parameter by whose result alone a function answers. */
function answeringCheck(fn: LoweredFunction): Omit<Asked, 'arg'> | undefined {
  const [first, ...others] = fn.blocks.flatMap(({ end }) => (end.kind === 'return' ? [end] : []));
  if (first?.value === undefined || others.length > 0) return undefined;
  for (const expr of expressionsIn(first.value)) {
    const confidence = expr.kind === 'call' ? CHECKS.get(expr.name) : undefined;
    const path = expr.kind === 'call' ? expr.args[pathOf(expr)] : undefined;
    if (expr.kind !== 'call' || confidence === undefined || path === undefined) continue;
    const bare = withoutCasts(path);
    const index = bare.kind === 'name' ? (bare.variable?.position ?? -1) : -1;
    // One that asks what there is may do so for another reason than rights.
    if (index >= 0) return { name: expr.name, confidence: confidence > 0.7 ? 0.7 : 0.45, index };
  }
  return undefined;
}

/** Which argument is the path. */
function pathOf({ name }: CallExpr): number {
  return name === 'faccessat' ? 1 : 0;
}

function hit(
  call: Expr,
  arg: Expr,
  value: Value,
  checks: readonly Check[],
  facts: Facts,
  report: ReportHit,
): void {
  const keys = keysOf(arg, value, facts);
  const found = checks
    .filter((check) => check.position <= call.start && check.keys.some((key) => keys.includes(key)))
    .at(-1);
  if (found === undefined) return;
  report(
    call,
    `\`${facts.text(arg)}\` was checked with \`${found.name}\` before and may be another file by now`,
    {
      confidence: found.confidence,
      trace: [found.step, facts.step(call, 'the path is used here')],
    },
  );
}

function keysOf(arg: Expr, value: Value, facts: Facts): string[] {
  const keys = [spelling(arg, facts)];
  if (value.root !== 0) keys.push(`value ${value.root} ${value.add}`);
  for (const { object, offset } of facts.pointees(value))
    if (offset.root === 0) keys.push(`object ${object.id} ${offset.add}`);
  return keys;
}

function spelling(arg: Expr, facts: Facts): string {
  return `text ${facts.text(withoutCasts(arg)).replace(/\s/g, '')}`;
}
