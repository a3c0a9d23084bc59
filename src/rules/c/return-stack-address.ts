import type { Expr, Span, Variable } from '../../code/c/ir/ast.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { rootVariable } from './support/expressions/root-variable.ts';

export const returnStackAddress: CRule = {
  id: 'return_stack_address',
  title: 'The address of a local variable outlives it',
  category: 'memory',
  cwe: [562],
  severity: 'high',
  precision: 'high',
  help: 'A local variable is gone when its function returns. A pointer to it that the caller gets, directly or in a structure or a global, points into memory that the next call writes over. It often seems to work in tests and fails when the stack is used differently.',
  suggestion: 'Return a copy, allocate the memory, or let the caller pass a buffer.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <stdlib.h>
int set_home(const char *folder) {
  char text[64];
  snprintf(text, sizeof text, "HOME=%s", folder);
  return putenv(text); // defect
}`,
      `#include <stdio.h>
const char *label(int number) {
  char text[16];
  snprintf(text, sizeof text, "#%d", number);
  return text; // defect
}`,
      `struct point { int x, y; };
struct point *middle(int width, int height) {
  struct point here = { width / 2, height / 2 };
  struct point *result = &here;
  return result; // defect
}`,
      `struct job { int *status; };
static struct job current;
void start(struct job *job) {
  int status = 0;
  job->status = &status; // defect
}
void start_current(void) {
  int status = 0;
  current.status = &status; // defect
}`,
    ],
    good: [
      `#include <stdio.h>
const char *label(int number) {
  static char text[16];
  snprintf(text, sizeof text, "#%d", number);
  return text;
}`,
      `struct job { int *status; };
int run(struct job *job);
int start(struct job *job) {
  int status = 0;
  job->status = &status;
  int result = run(job);
  job->status = 0;
  return result + status;
}`,
      `struct point { int x, y; };
struct point middle(int width, int height) {
  struct point here = { width / 2, height / 2 };
  return here;
}`,
      `char *skip(char *text, int count) {
  char **at = &text;
  while (count-- > 0 && **at) ++*at;
  return *at;
}`,
    ],
  },
  listen: (report) => {
    const stored = new Map<number, Stored>();
    return {
      enter: () => stored.clear(),
      assign({ expr, target, value, assigned }, facts) {
        if (!('kind' in target) || assigned.root === 0) return;
        // A record is copied, whatever the type of the place is known to be.
        if (expr.type.kind === 'record' || value?.type.kind === 'record') return;
        if (target.kind === 'name' && isAutomatic(target.variable)) return;
        const local = localTarget(assigned, facts);
        if (local === undefined) return;
        // What a call has given out belongs to code that is not seen, which often is done with it by the end.
        const isForeign = target.kind === 'member' && ownerOf(target)?.scope === 'local';
        stored.set(assigned.root, { expr, name: local, confidence: isForeign ? 0.55 : 0.75 });
      },
      call({ call, args }, facts) {
        const [given] = args;
        if (call.name !== 'putenv' || given === undefined || facts.function.name === 'main') return;
        const local = localTarget(given, facts);
        if (local !== undefined)
          say(
            call,
            `the environment keeps the address of the local \`${local}\``,
            0.8,
            facts,
            report,
          );
      },
      returned(value, result, facts) {
        if (value !== undefined && result !== undefined) returned(value, result, facts, report);
        if (stored.size > 0 && facts.function.name !== 'main') left(stored, facts, report);
      },
    };
  },
};

function isAutomatic(variable: Variable | undefined): boolean {
  return variable?.scope === 'local' || variable?.scope === 'parameter';
}

/** The name of the local variable that a pointer points into. */
function localTarget(value: Value, facts: Facts): string | undefined {
  const [only, ...others] = facts.pointees(value);
  return only?.object.kind === 'variable' && others.length === 0 ? only.object.name : undefined;
}

function returned(value: Expr, result: Value, facts: Facts, report: ReportHit): void {
  const { returns } = facts.function;
  if (returns.kind === 'pointer' && returns.reference === true) {
    const variable = rootVariable(value);
    if (variable?.scope === 'local' && variable.type.kind !== 'pointer')
      say(value, `a reference to the local \`${variable.name}\` is returned`, 0.9, facts, report);
    return;
  }
  const bare = withoutCasts(value);
  if (bare.kind === 'name' && bare.type.kind === 'record')
    return returnedRecord(value, bare.variable, facts, report);
  const isPointer =
    isPointerLike(returns) && (isPointerLike(value.type) || isPointerLike(bare.type));
  if (!isPointer) return;
  if (facts.factsOf(result).from === 'alloca')
    return say(value, 'memory from alloca is returned', 0.85, facts, report);
  if (facts.mayBeAnyElement(result)) return;
  const pointees = facts.pointees(result);
  for (const { object } of pointees) {
    if (object.kind !== 'variable') continue;
    const message = `the address of the local \`${object.name}\` is returned`;
    return say(value, message, pointees.length === 1 ? 0.9 : 0.7, facts, report);
  }
}

/** A record that is returned by its value takes the pointers in it along. */
function returnedRecord(
  value: Expr,
  variable: Variable | undefined,
  facts: Facts,
  report: ReportHit,
): void {
  if (variable?.scope !== 'local') return;
  const object = facts.state.ids.root(variable.id, 'variable');
  for (const [path, held] of facts.partsOf(object)) {
    const local = path === '' ? undefined : localTarget(held, facts);
    if (local === undefined || facts.isNull(held) === 'always' || facts.mayBeAnyElement(held))
      continue;
    say(
      value,
      `\`${variable.name}${path}\` of what is returned points to the local \`${local}\``,
      0.85,
      facts,
      report,
    );
    return;
  }
}

function say(at: Span, message: string, confidence: number, facts: Facts, report: ReportHit): void {
  report(at, message, { confidence, trace: [facts.step(at, 'it is gone once this returns')] });
}

/** The variable that a place is reached through. */
function ownerOf(place: Expr): Variable | undefined {
  let at = place;
  while (at.kind === 'member' || at.kind === 'index') at = withoutCasts(at.base);
  return at.kind === 'name' ? at.variable : undefined;
}

/** A place that was given the address of a local variable. */
interface Stored {
  readonly expr: Span;
  readonly name: string;
  readonly confidence: number;
}

/** What memory outside still holds when the function ends. */
function left(stored: ReadonlyMap<number, Stored>, facts: Facts, report: ReportHit): void {
  for (const [cell, value] of facts.state.entries()) {
    const store = stored.get(value.root);
    if (store === undefined || !isOutside(cell, facts)) continue;
    report(
      store.expr,
      `the address of the local \`${store.name}\` is kept after its function ends`,
      {
        confidence: store.confidence,
        trace: [
          facts.step(store.expr, 'it is stored here and still there when the function returns'),
        ],
      },
    );
  }
}

function isOutside(cell: number, facts: Facts): boolean {
  const object = facts.objectOfCell(cell);
  return object !== undefined && (object.kind === 'static' || object.kind === 'unknown');
}
