import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import { visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { constantPrefix } from './support/expressions/constant-text.ts';
import { textArguments } from './support/texts/text-arguments.ts';

const GETENV = /^(?:secure_)?getenv$/;

export const getenvUnchecked: CRule = {
  id: 'getenv_unchecked',
  title: 'The result of getenv is used unchecked',
  category: 'error_handling',
  cwe: [476, 252, 690],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: '`getenv` returns null for a variable that is not set. The user who starts the program decides which are, so an unchecked result stops the program as soon as one is missing.',
  suggestion:
    'Check the result for null and use a default, or report that the variable is missing.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <string.h>
size_t depth(void) {
  const char *root = getenv("APP_ROOT");
  return strlen(root); // defect
}`,
      `#include <stdio.h>
#include <stdlib.h>
void show(void) {
  printf("shell: %s\\n", getenv("SHELL")); // defect
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
size_t depth(void) {
  const char *root = getenv("APP_ROOT");
  if (root == NULL) root = "/";
  return strlen(root);
}`,
      `#include <stdlib.h>
int is_verbose(void) { return getenv("VERBOSE") != NULL; }
int level(void) { return getenv("LEVEL") ? atoi(getenv("LEVEL")) : 1; }`,
    ],
  },
  listen: (report) => ({
    access: (event, facts) => check(event.base, event.expr, event.pointer, facts, report),
    call(event, facts) {
      for (const index of event.model?.nonNull ?? [])
        one(event.call, event.args, index, facts, report);
      const format = event.model?.format;
      if (format !== undefined) {
        for (const index of printed(event.args, format, facts))
          one(event.call, event.args, index, facts, report);
      } else if (event.model === undefined && libraryModelOf(event.call.name) === undefined) {
        // Passed straight to another call, it cannot have been tested.
        for (const arg of event.call.args) {
          const inner = withoutCasts(arg);
          if (inner.kind === 'call' && GETENV.test(inner.name))
            report(inner, `${facts.text(inner)} may be null and is passed without a check`, {
              confidence: 0.5,
            });
        }
      }
    },
  }),
};

function one(
  call: CallExpr,
  args: readonly Value[],
  index: number,
  facts: Facts,
  report: ReportHit,
): void {
  const value = args[index];
  const arg = call.args[index];
  if (value !== undefined && arg !== undefined) check(arg, arg, value, facts, report);
}

/** The arguments that a format whose text is known prints as text. */
function printed(args: readonly Value[], position: number, facts: Facts): number[] {
  const value = args[position];
  const format = value === undefined ? undefined : constantPrefix(value, facts);
  return format === undefined ? [] : textArguments(format, position);
}

function check(base: Expr, at: Expr, value: Value, facts: Facts, report: ReportHit): void {
  if (facts.isNull(value) !== 'maybe') return;
  const origin = facts.nullOrigin(value);
  if (origin?.kind !== 'failure' || !GETENV.test(origin.what) || wasLookedUpBefore(base, facts))
    return;
  report(at, `\`${facts.text(base)}\` may be null: the variable need not be set`, {
    confidence: 0.75,
    trace: origin.step === undefined ? [] : [origin.step, facts.step(at, 'it is used here')],
  });
}

/** Whether the function has asked for the same variable before: `getenv("N") ? atoi(getenv("N")) : 1`. */
function wasLookedUpBefore(base: Expr, facts: Facts): boolean {
  const whole = withoutCasts(base);
  // Of `getenv("N") ? getenv("N") : "1"` it is the value that is followed, and the condition that asks.
  if (whole.kind === 'conditional')
    return [whole.then ?? whole.condition, whole.otherwise].some((side) =>
      wasLookedUpBefore(side, facts),
    );
  const call = whole;
  const text = facts.text(call);
  let before = false;
  if (call.kind === 'call')
    visitFunction(facts.function, (expr) => {
      before ||= expr.kind === 'call' && expr.start < call.start && facts.text(expr) === text;
    });
  return before;
}
