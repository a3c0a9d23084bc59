import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsIn } from '../../code/c/ir/walk.ts';
import type { Taint } from '../../code/flow/domain/taint.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from './c-rule.ts';
import { addressTaken } from './support/expressions/root-variable.ts';

export const reachableAssertion: CRule = {
  id: 'reachable_assertion',
  title: 'Input can make an assertion fail',
  category: 'error_handling',
  cwe: [617],
  severity: 'medium',
  precision: 'medium',
  help: 'An assertion states what can only be false through a mistake of the programmer. Where input decides it, the sender of the input can stop the program; and in a build without assertions nothing checks the input at all.',
  suggestion: 'Check the input with an ordinary condition and handle the error.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <assert.h>
#include <stdio.h>
int pick(const int *table) {
  int choice = 0;
  if (scanf("%d", &choice) != 1) return -1;
  assert(choice >= 0 && choice < 10); // defect
  return table[choice];
}`,
      `#include <stdlib.h>
#include <stdio.h>
int pick(const int *table) {
  int choice = fgetc(stdin);
  if (choice > 9) abort(); // defect
  return choice < 0 ? -1 : table[choice];
}`,
      `#include <assert.h>
int settle(void) {
  int open = 3;
  open -= 2;
  assert(open == 0); // defect
  return open;
}`,
    ],
    good: [
      `#include <assert.h>
#include <stdio.h>
int pick(const int *table) {
  int choice = 0;
  if (scanf("%d", &choice) != 1) return -1;
  if (choice < 0 || choice >= 10) return -1;
  assert(choice < 10);
  return table[choice];
}`,
      `#include <assert.h>
int at(const int *table, int index) {
  assert(table != 0);
  assert(index >= 0);
  return table[index];
}`,
      `#define NDEBUG
#include <assert.h>
#include <stdio.h>
int pick(void) {
  int choice = fgetc(stdin);
  assert(choice != EOF);
  return choice;
}`,
    ],
  },
  listen: (report) => {
    let aborting = new Set<Expr>();
    let taken = new Set<Variable>();
    return {
      enter(fn) {
        aborting = abortConditions(fn);
        taken = addressTaken(fn);
      },
      branch(condition, assertion, facts) {
        if (!assertion && !aborting.has(condition)) return;
        if (assertion && facts.unit.configuration.isSet('NDEBUG')) return;
        const result = facts.valueOf(condition);
        if (assertion && result.root === 0) {
          if (result.add !== 0 || !isPlain(condition, taken)) return;
          report(condition, `\`${facts.text(condition)}\` is false whenever control comes here`, {
            confidence: 0.75,
          });
          return;
        }
        const taint = outsideTaint(condition, facts);
        if (taint === undefined) return;
        const what = assertion ? 'the assertion fails' : 'the program aborts';
        report(condition, `${what} when ${taint.source} says so`, {
          confidence: assertion ? 0.75 : 0.6,
          trace: [...taint.steps, facts.step(condition, 'it decides here')],
        });
      },
    };
  },
};

/** The conditions of which one side does nothing but abort. */
function abortConditions(fn: LoweredFunction): Set<Expr> {
  const found = new Set<Expr>();
  for (const { end } of fn.blocks) {
    if (end.kind !== 'branch' || end.assertion === true) continue;
    for (const next of [end.then, end.otherwise]) {
      const first = fn.blocks[next]?.steps[0];
      if (first?.kind === 'eval' && first.expr.kind === 'call' && first.expr.name === 'abort')
        found.add(end.condition);
    }
  }
  return found;
}

/** Untrusted data among what a condition looks at; a pointer's being null is not data. */
function outsideTaint(condition: Expr, facts: Facts): Taint | undefined {
  for (const expr of expressionsIn(condition)) {
    if (expr.type.kind !== 'int' && expr.type.kind !== 'float') continue;
    if (
      expr.kind !== 'name' &&
      expr.kind !== 'member' &&
      expr.kind !== 'index' &&
      expr.kind !== 'deref'
    )
      continue;
    const taint = facts.taint(facts.valueOf(expr));
    if (taint !== undefined && taint.kind !== 'parameter' && taint.kind !== 'random') return taint;
  }
  return undefined;
}

/**
 * Whether a condition compares local variables that only this function writes.
 * A constant one, as in `assert(!"unknown kind")`, marks what should not be reached.
 */
function isPlain(condition: Expr, taken: ReadonlySet<Variable>): boolean {
  let named = false;
  for (const expr of expressionsIn(condition)) {
    if (/^(?:string|call|member|index|deref|opaque|assign|incdec|sizeof)$/.test(expr.kind))
      return false;
    if (expr.kind !== 'name') continue;
    if (expr.variable?.scope !== 'local' || taken.has(expr.variable)) return false;
    named = true;
  }
  return named;
}
