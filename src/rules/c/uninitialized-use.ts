import { predecessors, successors } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { libraryReturnType } from '../../code/c/ir/library-types.ts';
import {
  alwaysEvaluatedIn,
  expressionsIn,
  expressionsOf,
  topLevelExpressions,
} from '../../code/c/ir/walk.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { reachable } from '../../code/graph/reachability.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule } from './c-rule.ts';
import { rootVariable } from './support/expressions/root-variable.ts';

export const uninitializedUse: CRule = {
  id: 'uninitialized_use',
  title: 'A value is used before it was written',
  category: 'memory',
  cwe: [457, 908, 824],
  severity: 'high',
  precision: 'high',
  help: 'A local variable, or memory from `malloc`, holds whatever was there before until the program writes it. What is read then differs from run to run, may leak secrets of earlier calls, and as a pointer leads anywhere. Often one path through an `if` or `switch` forgets to set it.',
  suggestion: 'Give it a value where it is declared, or on every path that leads here.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `int largest(const int *all, int count) {
  int best;
  for (int i = 0; i < count; i++) {
    if (all[i] > best) // defect
      best = all[i];
  }
  return best; // defect
}`,
      `#include <string.h>
void greet(const char *name) {
  char *text;
  strcpy(text, name); // defect
}`,
      `int price(int kind) {
  int cents;
  switch (kind) {
    case 1: cents = 120; break;
    case 2: cents = 250; break;
  }
  return cents; // defect
}`,
      `#include <stdlib.h>
int *counters(void) {
  int *all = malloc(4 * sizeof *all);
  if (all == NULL) return NULL;
  all[0] = all[1] + 1; // defect
  return all;
}`,
      `struct size { int width; int height; };
int area(void) {
  struct size size;
  return size.width * 3; // defect
}`,
      `struct style { int width; int colour; };
static int parse(const char *text, struct style *out) {
  if (text[0] == 'w') { out->width = 3; out->colour = 0; return 1; }
  if (text[0] == 'c') { out->colour = 7; return 1; }
  return 0;
}
int width(const char *text) {
  struct style style;
  if (!parse(text, &style)) return -1;
  return style.width // defect
    + style.colour;
}`,
    ],
    good: [
      `struct style { int width; int colour; };
static int parse(const char *text, struct style *out) {
  if (text[0] == 'w') { out->width = 3; out->colour = 0; return 1; }
  if (text[0] == 'c') { out->width = 1; out->colour = 7; return 1; }
  return 0;
}
int width(const char *text) {
  struct style style;
  if (!parse(text, &style)) return -1;
  return style.width + style.colour;
}`,
      `int told(int error, const char *text);
static int parse(const char *text, unsigned *out) {
  if (text[0] == '-') return told(7, text);
  *out = (unsigned)text[0];
  return 0;
}
int first(const char *text) {
  unsigned number;
  int error = parse(text, &number);
  if (error != 0) return -error;
  return (int)number;
}`,
      `#include <stdio.h>
int ask(void) {
  int number;
  if (scanf("%d", &number) != 1) return -1;
  return number;
}`,
      `int price(int kind) {
  int cents;
  switch (kind) {
    case 1: cents = 120; break;
    default: cents = 250; break;
  }
  return cents;
}`,
      `struct size { int width; int height; };
void measure(struct size *size);
int area(void) {
  struct size size;
  measure(&size);
  return size.width * size.height;
}`,
      `#include <string.h>
struct size { int width; int height; };
int area(int wide) {
  struct size size;
  memset(&size, 0, sizeof size);
  if (wide) size.width = 3;
  return size.width;
}`,
    ],
  },
  listen: (report) => {
    let elsewhere: (name: string, expr: Expr) => boolean = () => false;
    let handed: readonly { variable: Variable; at: number }[] = [];
    return {
      enter(fn, facts) {
        elsewhere = writtenUnseen(fn, facts);
        handed = passedByReference(fn);
      },
      uninitialised({ expr, name, certainty, isPointer }, facts) {
        if (elsewhere(name, expr)) return;
        const root = rootVariable(expr);
        const sure =
          certainty === 'yes' ||
          (root !== undefined && expr.kind === 'name' && isOnlyUpdated(facts.function, root));
        // A function that was given its address, and seems not to write it, may do so all the same.
        const mayBeSet =
          expr.kind === 'call' ||
          handed.some(({ variable, at }) => variable === root && at < expr.start) ||
          (root !== undefined && inMacro(root, expr, facts));
        const always = root !== undefined && runsAlways(facts.function, root, expr);
        const never =
          sure &&
          (root === undefined ||
            (!isWrittenBefore(facts.function, root, expr) && !isWrittenInText(root, expr, facts)));
        // A macro that stands between the type and the name is taken for the name.
        if (root !== undefined && facts.unit.symbols.macrosNamed(root.name).length > 0) return;
        report(
          expr,
          sure
            ? `\`${name}\` is used here but was never written`
            : `\`${name}\` is used here, but one path that leads here does not write it`,
          {
            confidence: mayBeSet ? 0.42 : never ? 0.9 : always ? 0.65 : 0.45,
            event: !mayBeSet && (never || always) ? 'definite' : 'may',
            trace: [facts.step(expr, 'it is read here')],
            ...(isPointer ? { cwe: 824 } : expr.kind === 'name' ? {} : { cwe: 908 }),
          },
        );
      },
    };
  },
};

/**
 * Variables that code may write without the flow showing it: in a lambda or
 * assembler, through a C++ reference, by `stream >> x`, or by a macro of an
 * unknown header. A cast to void reads nothing.
 */
function writtenUnseen(fn: LoweredFunction, facts: Facts): (name: string, expr: Expr) => boolean {
  const variables = new Set<Variable>();
  const ignored = new Set<Expr>();
  const opaque: string[] = [];
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'opaque') opaque.push(facts.text(expr));
    else if (expr.kind === 'cast' && expr.type.kind === 'void') ignored.add(expr.operand);
    else if (expr.kind === 'binary' && expr.op === '>>' && expr.left.type.kind !== 'int')
      addName(expr.right, variables);
    else if (expr.kind === 'call' && mayWriteArguments(expr, facts))
      for (const arg of expr.args) addName(arg, variables);
  }
  return (name, expr) => {
    if (ignored.has(expr)) return true;
    const root = rootVariable(expr);
    if (root !== undefined && variables.has(root)) return true;
    const word = root?.name ?? name;
    return opaque.some((text) => new RegExp(`\\b${escaped(word)}\\b`).test(text));
  };
}

function addName(expr: Expr, to: Set<Variable>): void {
  const variable = rootVariable(expr);
  if (variable !== undefined) to.add(variable);
}

function mayWriteArguments(call: CallExpr, facts: Facts): boolean {
  if (call.isMacro) return true;
  // What no file declares and no model describes may be a macro of a header that was not read.
  if (facts.unit.language === 'c')
    return (
      call.name !== '' &&
      facts.unit.symbols.function(call.name) === undefined &&
      libraryModelOf(call.name) === undefined &&
      libraryReturnType(call.name).kind === 'unknown'
    );
  return call.receiver !== undefined || libraryModelOf(call.name) === undefined;
}

function escaped(word: string): string {
  return word.replace(/[^\w]/g, '\\$&');
}

/** Where a function passes the address of a variable, or an array, to a call. */
function passedByReference(fn: LoweredFunction): { variable: Variable; at: number }[] {
  const found: { variable: Variable; at: number }[] = [];
  for (const expr of expressionsOf(fn.blocks)) {
    const part =
      expr.kind === 'address' ? expr.operand : expr.type.kind === 'array' ? expr : undefined;
    const variable = part === undefined ? undefined : rootVariable(part);
    if (variable !== undefined) found.push({ variable, at: expr.start });
  }
  return found;
}

/** Whether the text before a read hands the variable to a macro, which other settings may define otherwise. */
function inMacro(variable: Variable, read: Expr, facts: Facts): boolean {
  const between = facts.text({ start: variable.end, end: read.start });
  const use = new RegExp(`\\b([A-Za-z_]\\w*)\\s*\\([^;{}]*?\\b${escaped(variable.name)}\\b`, 'g');
  for (const [, name = ''] of between.matchAll(use))
    if (facts.unit.symbols.macrosNamed(name).some((macro) => macro.parameters !== undefined))
      return true;
  return false;
}

/** Whether the text before a read assigns the variable, in a part perhaps that other builds have. */
function isWrittenInText(variable: Variable, read: Expr, facts: Facts): boolean {
  const between = facts.text({ start: variable.end, end: read.start });
  // Assembler in the middle of the code is not read.
  if (/\b_*asm_*\b/.test(between)) return true;
  return new RegExp(`(?:^|[^.>\\w])${escaped(variable.name)}\\s*=[^=]`).test(between);
}

/** Whether some way to a read leads through a write of the variable or of a part of it. */
function isWrittenBefore(fn: LoweredFunction, variable: Variable, read: Expr): boolean {
  const before = predecessors(fn.blocks);
  const isUpdated = isOnlyUpdated(fn, variable);
  const writes = (block: BasicBlock, end: number) =>
    topLevelExpressions(block).some((root) =>
      expressionsIn(root).some(
        (part) => part.start < end && isWrite(part, variable) && !(isUpdated && isStep(part)),
      ),
    );
  const own = fn.blocks.find((block) =>
    topLevelExpressions(block).some((root) => expressionsIn(root).includes(read)),
  );
  if (own === undefined || writes(own, read.start)) return true;
  for (const id of reachable(before[own.id] ?? [], (at) => before[at] ?? [])) {
    const block = fn.blocks[id];
    if (block !== undefined && writes(block, Number.POSITIVE_INFINITY)) return true;
  }
  return false;
}

function isWrite(part: Expr, variable: Variable): boolean {
  const target =
    part.kind === 'assign'
      ? part.target
      : part.kind === 'incdec' || part.kind === 'address'
        ? part.operand
        : undefined;
  return target !== undefined && rootVariable(target) === variable;
}

/**
 * Whether nothing gives a number a value but steps from the one that it has, as in `sum += i`: what the first of them starts from
 * is what the variable happened to hold.
 */
function isOnlyUpdated(fn: LoweredFunction, variable: Variable): boolean {
  if (variable.scope !== 'local' || !/^(?:int|float)$/.test(variable.type.kind)) return false;
  return expressionsOf(fn.blocks).every((part) => !isWrite(part, variable) || isStep(part));
}

/** Whether an expression changes a number by what it is: `+=` or `++`. */
function isStep(part: Expr): boolean {
  return part.kind === 'incdec' || (part.kind === 'assign' && part.op !== '=');
}

/**
 * Whether a read runs whenever its variable is declared. Where a condition
 * guards it, that condition may go with the one that guards the write.
 */
function runsAlways(fn: LoweredFunction, variable: Variable, read: Expr): boolean {
  const declares = fn.blocks.findIndex(({ steps }) =>
    steps.some((step) => step.kind === 'declare' && step.variable === variable),
  );
  const reads = fn.blocks.findIndex((block) =>
    topLevelExpressions(block).some((root) => [...alwaysEvaluatedIn(root)].includes(read)),
  );
  if (declares < 0 || reads < 0) return false;
  const seen = new Set([declares, reads]);
  const work = declares === reads ? [] : [declares];
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const end = fn.blocks[id]?.end;
    if (end === undefined || end.kind === 'return') return false;
    for (const next of successors(end)) {
      if (seen.has(next)) continue;
      seen.add(next);
      work.push(next);
    }
  }
  return true;
}
