import type { CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { callGraphOf, type FileCallGraph } from './support/calls/call-graph.ts';
import { parsedRecursions } from './support/calls/parsed-recursion.ts';
import { addressTaken } from './support/expressions/root-variable.ts';

export const unboundedRecursion: CRule = {
  id: 'unbounded_recursion',
  title: 'Recursion without a limit',
  category: 'resource',
  cwe: [674],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'Each call takes room on the stack, and the stack ends without warning. A function that always calls itself, or calls itself with the same arguments, never comes back. Where the input decides the depth, as in nested brackets, a few kilobytes of input can stop the program.',
  suggestion: 'Add a case that ends the recursion, and a limit on its depth.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `struct reader { const char *at; };
static int value(struct reader *in);
static int list(struct reader *in) {
  for (in->at++; *in->at != ')'; in->at++)
    if (value(in) < 0) return -1;
  return 0;
}
static int value(struct reader *in) {
  return *in->at == '(' ? list(in) : *in->at == 'x' ? 0 : -1; // defect
}
int parse(const char *text) {
  struct reader in = { text };
  return value(&in);
}
static int sum(const char **at) {
  int total = 0;
  if (**at != '[') return *(*at)++;
  for (++*at; **at && **at != ']';) total += sum(at); // defect
  return total;
}
int total(const char *text) { return sum(&text); }`,
      `int depth(int level) {
  return 1 + depth(level + 1); // defect
}`,
      `int even(int n);
int odd(int n) { return even(n - 1); } // defect
int even(int n) { return odd(n - 1); } // defect`,
      `#include <stdio.h>
void count(int from) {
  if (from == 0) return;
  printf("%d\\n", from);
  count(from--); // defect
}`,
      `#include <stdlib.h>
#include <stdio.h>
static long sum(int n) {
  if (n == 0) return 0;
  return n + sum(n - 1);
}
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int most = atoi(argv[1]);
  printf("%ld\\n", sum(most)); // defect
  return 0;
}`,
    ],
    good: [
      `struct reader { const char *at; int depth; };
static int value(struct reader *in);
static int list(struct reader *in) {
  if (++in->depth > 100) return -1;
  for (in->at++; *in->at != ')'; in->at++)
    if (value(in) < 0) return -1;
  in->depth--;
  return 0;
}
static int value(struct reader *in) { return *in->at == '(' ? list(in) : *in->at == 'x' ? 0 : -1; }
int parse(const char *text) {
  struct reader in = { text, 0 };
  return value(&in);
}
static int sum(const char **at, int left) {
  if (left == 0) return -1;
  int total = 0;
  if (**at != '[') return *(*at)++;
  for (++*at; **at && **at != ']';) total += sum(at, left - 1);
  return total;
}
int total(const char *text) { return sum(&text, 32); }`,
      `enum kind { NAME = 40, LIST = 60 };
struct type { enum kind kind; const struct type *item; };
static int check(const struct type *type, const char **text);
static int each(const struct type *type, const char **text) {
  while (**text != 0) {
    if (check(type->item, text) < 0) return -1;
    ++*text;
  }
  return 0;
}
static int check(const struct type *type, const char **text) {
  enum kind kind = type->kind;
  switch (kind) {
    case NAME: return **text == 'n' ? 0 : -1;
    case LIST: return each(type, text);
  }
  return -1;
}
int valid(const struct type *type, const char *text) { return check(type, &text); }`,
      `long factorial(int n) {
  if (n <= 1) return 1;
  return n * factorial(n - 1);
}`,
      `struct tree { struct tree *left, *right; };
int height(const struct tree *tree) {
  if (tree == 0) return 0;
  int left = height(tree->left);
  int right = height(tree->right);
  return 1 + (left > right ? left : right);
}`,
      `#include <stdlib.h>
static long sum(int n) {
  if (n <= 0) return 0;
  return sum(n - 1);
}
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int most = atoi(argv[1]);
  if (most < 0 || most > 1000) return 1;
  return sum(most) > 10;
}`,
    ],
  },
  inspect(unit, report) {
    const graph = callGraphOf(unit);
    const endless = graph.withoutBaseCase();
    for (const fn of unit.functions) {
      if (endless.has(fn)) {
        reportCalls(fn, graph, endless, unit, report);
        continue;
      }
      for (const call of graph.selfCalls(fn)) {
        if (!isWritten(call, unit) || !keepsArguments(fn, call)) continue;
        report(call, `\`${fn.name}\` calls itself with the arguments that it was given`, {
          confidence: 0.8,
        });
      }
    }
    for (const { call, by, callee, bracket } of parsedRecursions(unit)) {
      const what = by === callee ? 'calls itself' : `and \`${callee.name}\` call each other`;
      report(
        call,
        `each \`${bracket}\` of the input makes \`${by.name}\` ${what}, and nothing limits how deep`,
        { confidence: 0.6 },
      );
    }
  },
  listen: (report) => {
    let known: TranslationUnit | undefined;
    let graph: FileCallGraph | undefined;
    return {
      call({ call, args }, facts) {
        if (known !== facts.unit) graph = callGraphOf(facts.unit);
        known = facts.unit;
        const callee = graph?.definition(call.name);
        if (graph === undefined || callee === undefined || callee === facts.function) return;
        for (const position of countedDown(callee, graph)) {
          const value = args[position];
          if (value === undefined) continue;
          const taint = facts.taint(value);
          if (taint === undefined || taint.kind === 'parameter' || facts.range(value).hi < 1e5)
            continue;
          report(call, `${taint.source} decides how deep \`${callee.name}\` calls itself`, {
            confidence: 0.65,
            trace: [...taint.steps, facts.step(call, 'the recursion begins here')],
          });
        }
      },
    };
  },
};

function reportCalls(
  fn: LoweredFunction,
  graph: FileCallGraph,
  endless: ReadonlySet<LoweredFunction>,
  unit: TranslationUnit,
  report: ReportHit,
): void {
  for (const expr of expressionsOf(fn.blocks)) {
    const callee = expr.kind === 'call' ? graph.calleeOf(fn, expr) : undefined;
    if (callee === undefined || !endless.has(callee)) continue;
    if (expr.kind !== 'call' || !isWritten(expr, unit)) continue;
    const what = callee === fn ? 'calls itself' : `and \`${callee.name}\` call each other`;
    report(expr, `\`${fn.name}\` ${what} on every path`, { confidence: 0.9 });
  }
}

/**
 * Whether the code calls the function by its own name. A wrapper calls what it wraps by the name that a macro
 * turns into the wrapper's everywhere else.
 */
function isWritten({ callee, name }: CallExpr, { tree }: TranslationUnit): boolean {
  return name !== '' && tree.textOf(callee).endsWith(unqualifiedName(name));
}

/**
 * Whether a call gives each parameter its own old value, in a function whose
 * conditions look at its own variables only: then it does the same for ever.
 */
function keepsArguments(fn: LoweredFunction, call: CallExpr): boolean {
  if (fn.parameters.length === 0 || call.args.length !== fn.parameters.length) return false;
  const taken = addressTaken(fn);
  const changed = changedVariables(fn, call);
  const same = call.args.every((arg, index) => {
    const parameter = fn.parameters[index];
    const bare = withoutCasts(arg);
    const name = bare.kind === 'incdec' && !bare.prefix ? bare.operand : bare;
    if (name.kind !== 'name' || name.variable === undefined || name.variable !== parameter)
      return false;
    return !taken.has(parameter) && !changed.has(parameter) && parameter.type.kind === 'int';
  });
  return same && fn.blocks.every(({ end }) => end.kind !== 'branch' || isOwn(end.condition));
}

function changedVariables(fn: LoweredFunction, besides: CallExpr): Set<Variable> {
  const ignored = new Set(besides.args.flatMap((arg) => expressionsIn(arg)));
  const changed = new Set<Variable>();
  for (const expr of expressionsOf(fn.blocks)) {
    const target =
      expr.kind === 'assign' ? expr.target : expr.kind === 'incdec' ? expr.operand : undefined;
    if (target?.kind === 'name' && target.variable !== undefined && !ignored.has(expr))
      changed.add(target.variable);
  }
  return changed;
}

function isOwn(condition: Expr): boolean {
  for (const expr of expressionsIn(condition)) {
    if (/^(?:call|deref|index|opaque|member)$/.test(expr.kind)) return false;
    if (expr.kind === 'name' && !/^(?:local|parameter)$/.test(expr.variable?.scope ?? ''))
      return false;
  }
  return true;
}

/** The parameters by which a function calls itself with less each time. */
function countedDown(fn: LoweredFunction, graph: FileCallGraph): number[] {
  return fn.parameters.flatMap((parameter, position) => {
    const less = graph.selfCalls(fn).some((call) => {
      const arg = call.args[position];
      return (
        arg?.kind === 'binary' &&
        arg.op === '-' &&
        arg.left.kind === 'name' &&
        arg.left.variable === parameter &&
        (constantOf(arg.right) ?? 0) > 0
      );
    });
    return less && !hasUpperLimit(fn, parameter) ? [position] : [];
  });
}

function hasUpperLimit(fn: LoweredFunction, parameter: Variable): boolean {
  return fn.blocks.some(({ end }) => {
    if (end.kind !== 'branch') return false;
    for (const expr of expressionsIn(end.condition)) {
      if (expr.kind !== 'binary' || !/^[<>]=?$/.test(expr.op)) continue;
      const names = expr.left.kind === 'name' && expr.left.variable === parameter;
      if (names && (constantOf(expr.right) ?? 0) > 2) return true;
    }
    return false;
  });
}
