import type { Expr } from '../../code/c/ir/ast.ts';
import { knownNumber } from '../../code/c/ir/constants.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';

/** Numbers below are marks that stand for no address, and no program has memory there. */
const LEAST = 4096;
/** What is above is -1, -2 and so on, which mark a failure. */
const MOST = 2 ** 48;

export const fixedAddress: CRule = {
  id: 'fixed_address',
  title: 'A number is used as an address',
  category: 'memory',
  cwe: [587],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'A pointer is set to a number that is written in the code. What lies there is decided by the system, the compiler and where the program is loaded, and mostly it is nothing: the next build or the next machine reads or writes something else, or stops. Where the number is the address of a function, an attacker who gets code to that place has it run.',
  suggestion:
    'Take the address of a variable or function, or ask the system to map the memory (`mmap`).',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <string.h>
struct settings { int level; };
int level(void) {
  struct settings *kept = (struct settings *)0x7f100000; // defect
  return kept->level;
}
void greet(void) {
  char *screen = (char *)753664; // defect
  strcpy(screen, "hello");
}
int start(int argument) {
  int (*entry)(int) = (int (*)(int))0x08040000UL; // defect
  return entry(argument);
}`,
    ],
    good: [
      `#include <stdio.h>
#include <stdint.h>
#include <sys/mman.h>
static int counters[4];
enum { NONE = 1 };
int *counter(int which, uintptr_t given) {
  if (which == 9) return (int *)-1;
  if (which == 8) return (int *)NONE;
  if (which == 7) return (int *)given;
  void *made = mmap((void *)0x10000000, 4096, PROT_READ, MAP_PRIVATE, -1, 0);
  if (made == MAP_FAILED || made == (void *)0x20000000) return 0;
  return &counters[which & 3];
}`,
      `#define CONTROL (*(volatile unsigned *)0x40021000u)
void enable(void) { CONTROL |= 1u; }
void disable(void) { *(volatile unsigned *)0x40021000u = 0; }`,
    ],
  },
  inspect(unit, report) {
    const isHosted = /#\s*include\s*<(?:stdio\.h|iostream|unistd\.h|fstream|windows\.h)>/.test(
      unit.tree.text,
    );
    const check = (roots: readonly Expr[]): void => checkAll(unit, roots, isHosted, report);
    for (const { blocks } of unit.functions) check(expressionsOf(blocks));
    for (const { init } of unit.globals) if (init !== undefined) check(expressionsIn(init));
  },
};

function checkAll(
  unit: TranslationUnit,
  all: readonly Expr[],
  isHosted: boolean,
  report: ReportHit,
): void {
  const asked = new Set<Expr>();
  for (const expr of all) {
    // What is compared is a mark, and an address that `mmap` is asked for is a wish.
    if (expr.kind === 'binary' && /^(?:[!=]=|[<>]=?|-)$/.test(expr.op))
      for (const side of [expr.left, expr.right]) asked.add(side);
    if (expr.kind === 'call' && /^(?:mmap|VirtualAlloc)/.test(expr.name))
      for (const arg of expr.args) asked.add(arg);
    // Of several casts of a number the outermost says what it is used as.
    if (expr.kind === 'cast') asked.add(expr.operand);
    if (expr.kind !== 'cast' || asked.has(expr) || !isAddress(expr)) continue;
    const text = unit.tree.textOf(expr);
    // A register of a device has an address of its own, where there is no system between it and the program.
    // Names of registers are macros, and what is volatile about them stands in a type far away.
    const isMacro = !/^\(|_cast\b/.test(text);
    const isRegister = isMacro || /\bvolatile\b/.test(lineOf(unit, expr.start) + text);
    if (isRegister && !isHosted) continue;
    // Where no system stands between a program and the machine, its memory has fixed addresses as well.
    const confidence = isRegister || !isHosted ? 0.45 : 0.65;
    report(expr, `the number ${knownNumber(withoutCasts(expr)) ?? ''} is taken for an address`, {
      confidence,
    });
  }
}

function isAddress(expr: Expr): boolean {
  if (!isPointerLike(expr.type)) return false;
  const number = withoutCasts(expr);
  if (isPointerLike(number.type)) return false;
  const value = knownNumber(number);
  return value !== undefined && value >= LEAST && value < MOST && value !== 2 ** 32 - 1;
}

/** The text of a line up to a place in it. */
function lineOf({ tree: { text } }: TranslationUnit, at: number): string {
  return text.slice(text.lastIndexOf('\n', at) + 1, at);
}
