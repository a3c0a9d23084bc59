import type { Expr } from '../../code/c/ir/ast.ts';
import { visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { TraceStep } from '../../code/syntax/location.ts';
import type { CRule, ReportHit } from './c-rule.ts';

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
  readonly keys: readonly string[];
  readonly position: number;
  readonly step: TraceStep;
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
}`,
    ],
  },
  listen(report) {
    let checks: Check[] = [];
    return {
      enter(fn, facts) {
        checks = [];
        visitFunction(fn, (expr) => {
          if (expr.kind !== 'call' || CHECKS.get(expr.name) === undefined) return;
          const arg = expr.args[expr.name === 'faccessat' ? 1 : 0];
          if (arg === undefined) return;
          checks.push({
            name: expr.name,
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
        if (CHECKS.get(call.name) === undefined || event.use === 'ignored') return;
        const index = call.name === 'faccessat' ? 1 : 0;
        const path = call.args[index];
        const given = event.args[index];
        if (path === undefined || given === undefined) return;
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
      confidence: CHECKS.get(found.name) ?? 0.5,
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
