import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { hasUserModel, libraryModelOf } from '../../code/library-models/lookup.ts';
import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { addressTaken } from './support/expressions/root-variable.ts';

export const ignoredErrorPath: CRule = {
  id: 'ignored_error_path',
  title: 'An error is noticed and then ignored',
  category: 'error_handling',
  cwe: [391, 390],
  severity: 'low',
  event: 'shape',
  precision: 'medium',
  help: 'The code takes the trouble to learn whether something failed, and then goes on as if it had not: the variable with the result is never tested, or the branch for the failure is empty. What follows works with data that was never read or written. If going on is right, a comment that says so helps the next reader, and keeps this rule silent.',
  suggestion: 'Handle the failure, or say in a comment why it may be ignored.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <unistd.h>
void save(int fd, const char *text, size_t length) {
  ssize_t done = write(fd, text, length); // defect
  printf("saved\\n");
}`,
      `#include <sys/stat.h>
#include <stdio.h>
void prepare(const char *folder) {
  int rc = mkdir(folder, 0700);
  if (rc < 0) // defect
  {
  }
  printf("%s is ready\\n", folder);
}`,
    ],
    good: [
      `#include <stdio.h>
#include <unistd.h>
int save(int fd, const char *text, size_t length) {
  ssize_t done = write(fd, text, length);
  if (done < 0) return -1;
  return 0;
}`,
      `#include <sys/stat.h>
#include <errno.h>
#include <stdio.h>
void prepare(const char *folder) {
  int rc = mkdir(folder, 0700);
  if (rc < 0) {
    /* It is there already. */
  }
  int again = mkdir(folder, 0700);
  (void)again;
}`,
    ],
  },
  listen: (report) => ({
    call({ call, model, use }) {
      // Rules on the library know its functions by their names.
      if (use !== 'ignored' || model?.failure === undefined || !hasUserModel(call.name)) return;
      report(call, `\`${call.name}\` can fail, and its result is ignored`, { confidence: 0.7 });
    },
  }),
  inspect(unit, report) {
    for (const fn of unit.functions) uncheckedResults(fn, report);
    emptyBranches(unit, report);
  },
};

/** Results of calls that can fail, kept in variables that are never read. */
function uncheckedResults(fn: LoweredFunction, report: ReportHit): void {
  const read = addressTaken(fn);
  const results = new Map<Variable, { at: Expr; from: string }>();
  const note = (variable: Variable | undefined, value: Expr): void => {
    const call = withoutCasts(value);
    if (variable?.scope !== 'local' || call.kind !== 'call') return;
    const failure = libraryModelOf(call.name)?.failure;
    if (failure !== undefined && failure !== 'null')
      results.set(variable, { at: value, from: call.name });
  };
  for (const block of fn.blocks) {
    for (const root of topLevelExpressions(block)) collectReads(root, read);
    for (const step of block.steps) {
      if (step.kind === 'declare' && step.init !== undefined) note(step.variable, step.init);
      else if (
        step.kind === 'eval' &&
        step.expr.kind === 'assign' &&
        step.expr.target.kind === 'name'
      )
        note(step.expr.target.variable, step.expr.value);
    }
  }
  const hidden = expressionsOf(fn.blocks).some((expr) => expr.kind === 'opaque');
  for (const [variable, { at, from }] of results) {
    if (read.has(variable) || hidden) continue;
    report(at, `\`${variable.name}\` takes the result of ${from}, which is never checked`, {
      confidence: 0.6,
    });
  }
}

/** Adds the variables that an expression reads; a plain assignment reads only its value. */
function collectReads(expr: Expr, to: Set<Variable>): void {
  if (expr.kind === 'assign' && expr.op === '=' && expr.target.kind === 'name')
    return collectReads(expr.value, to);
  for (const inner of expressionsIn(expr)) {
    if (inner.kind === 'name' && inner.variable !== undefined) to.add(inner.variable);
  }
}

/** `if (rc < 0) { }`: a test for failure with nothing in it, not even a comment. */
function emptyBranches(unit: TranslationUnit, report: ReportHit): void {
  const conditions = new Map<number, Expr>();
  for (const fn of unit.functions) {
    for (const { end } of fn.blocks)
      if (end.kind === 'branch') conditions.set(end.condition.start, end.condition);
  }
  for (const node of descendants(unit.tree.root)) {
    if (node.type === 'catch_clause') emptyHandler(node, unit, report);
    if (node.type !== 'if_statement' || childOf(node, 'alternative') !== undefined) continue;
    const body = childOf(node, 'consequence');
    if (body === undefined || !isEmpty(body, unit)) continue;
    const test = childOf(node, 'condition');
    const condition = [...conditions.values()].find(
      (each) => test !== undefined && each.start > test.start && each.end < test.end,
    );
    if (condition === undefined || !testsFailure(condition)) continue;
    report(condition, 'the failure that this finds is not handled', { confidence: 0.6, cwe: 390 });
  }
}

function emptyHandler(node: SyntaxNode, unit: TranslationUnit, report: ReportHit): void {
  const body = childOf(node, 'body');
  if (body === undefined || !isEmpty(body, unit)) return;
  const end = childOf(node, 'parameters')?.end ?? node.start + 1;
  report({ start: node.start, end }, 'the exception is caught and nothing is done', {
    confidence: 0.5,
    cwe: 390,
  });
}

function isEmpty(body: SyntaxNode, unit: TranslationUnit): boolean {
  if (body.type !== 'compound_statement' || body.children.some((child) => child.named))
    return false;
  return /^\{\s*\}$/.test(unit.tree.textOf(body));
}

/** Whether a condition asks for the failure of a call: `r < 0`, `r == -1`, `fp == NULL`, `rc`. */
function testsFailure(condition: Expr): boolean {
  const bare = withoutCasts(condition);
  if (bare.kind === 'name') return /^(?:rc|ret|err|error|errno|status)$/i.test(bare.name);
  if (bare.kind !== 'binary') return false;
  const right = constantOf(bare.right);
  const negative = (bare.op === '<' && right === 0) || (bare.op === '==' && right === -1);
  const named =
    bare.left.kind === 'name' &&
    /^(?:rc|ret|err|error|status|res|result|n|fd)$/i.test(bare.left.name);
  const called = withoutCasts(bare.left).kind === 'call' || bare.left.kind === 'assign';
  return (negative && (named || called)) || (bare.op === '!=' && right === 0 && named);
}
