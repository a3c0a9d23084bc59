import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsIn, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { EventKind } from '../basis.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { neededArguments } from './support/calls/needed-arguments.ts';
import { nullEntry } from './support/expressions/constant-tables.ts';
import { reachingValues } from './support/expressions/null-assignments.ts';
import { isNullConstant, usedThoughNull } from './support/expressions/null-comparisons.ts';
import { isLeftNull } from './support/expressions/null-left.ts';
import { blockOf, leadsTo } from './support/expressions/unavoidable.ts';

export const possibleNullDeref: CRule = {
  id: 'possible_null_deref',
  title: 'A null pointer may be dereferenced',
  category: 'memory',
  cwe: [476],
  severity: 'high',
  precision: 'medium',
  help: 'The pointer is null on a path that reaches this use: it was set to null, or the code compares it with null and then uses it all the same. At best the program stops.',
  suggestion: 'Return, or handle the case, where the pointer is null.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
struct user { int age; };
void show(struct user *user) {
  if (user == NULL) {
    printf("no user\\n");
  }
  printf("%d\\n", user->age); // defect
}`,
      `#include <string.h>
struct user { int age; };
int age(int known) {
  struct user first = { 30 };
  struct user *user = NULL;
  if (known > 3) user = &first;
  return user->age; // defect
}
int last(char **words, int count) {
  char *word = NULL;
  for (int i = 0; i < count; i++) if (strcmp(words[i], "-") == 0) word = "-";
  return word[0]; // defect
}`,
      `#include <string.h>
struct option { const char *name; const char *help; int (*apply)(int); };
static int twice(int n) { return 2 * n; }
static const struct option options[] = {
  { "twice", "doubles", twice }, { "none", NULL, twice }, { "later", "not there yet", NULL },
};
static const char *const units[] = { "m", NULL, "kg" };
size_t length(int which) {
  if (which < 0 || which >= 3) return 0;
  const struct option *option = &options[which];
  return strlen(option->help); // defect
}
int apply(unsigned which) {
  if (which > 2) return 0;
  return options[which].apply(1) // defect
    + units[which][0]; // defect
}
enum kind { RED, GREEN, BLUE, KINDS };
static const char *const names[KINDS] = { [RED] = "red", [BLUE] = "blue" };
int initial(unsigned kind) {
  if (kind >= KINDS) return 0;
  return names[kind][0]; // defect
}`,
    ],
    good: [
      `#include <string.h>
struct option { const char *name; const char *help; int (*apply)(int); };
static int twice(int n) { return 2 * n; }
static const struct option options[] = {
  { "twice", "doubles", twice }, { "none", NULL, twice }, { "later", "not there yet", NULL }, { NULL, NULL, NULL },
};
static const char *const units[] = { "m", "kg", NULL };
size_t length(int which) {
  if (which < 0 || which >= 3 || options[which].help == NULL) return 0;
  return strlen(options[which].help);
}
int apply(unsigned which) {
  int all = 0;
  if (which > 1) return 0;
  for (int i = 0; options[i].name; i++)
    if (options[i].apply) all += options[i].apply(1) + options[i].name[0];
  return options[which].apply(1) + units[which][0] + all;
}`,
      `#include <stdlib.h>
struct user { int age; };
int look(struct user **user);
int age(int known) {
  struct user first = { 30 };
  struct user *user = NULL;
  if (known > 3) user = &first;
  if (known > 3) return user->age;
  if (known < 0) look(&user);
  else user = &first;
  return user == NULL ? 0 : user->age;
}`,
      `#include <stdio.h>
struct user { int age; };
void show(struct user *user) {
  if (user == NULL) {
    printf("no user\\n");
    return;
  }
  printf("%d\\n", user->age);
}`,
    ],
  },
  listen: (report) => ({
    access: (event, facts) =>
      check(event.base, event.expr, event.pointer, event.via, facts, report),
    call(event, facts) {
      for (const { index, argument, value } of neededArguments(event)) {
        if (!hasNoLength(event, index, facts)) {
          check(argument, argument, value, 'call', facts, report);
        }
      }
      const { callee } = event.call;
      if (/^(?:index|member)$/.test(withoutCasts(callee).kind))
        checkEntry(callee, event.call, facts.valueOf(callee), facts, report);
    },
  }),
};

/** Whether a call touches no bytes behind an argument: `recv(fd, NULL, 0, MSG_PEEK)`. */
function hasNoLength({ model, args }: CallEvent, arg: number, facts: Facts): boolean {
  const entry = [...(model?.writes ?? []), ...(model?.reads ?? [])].find((one) => one.arg === arg);
  const size = entry?.size?.arg === undefined ? undefined : args[entry.size.arg];
  return size !== undefined && facts.range(size).hi === 0;
}

function check(
  base: Expr,
  at: Expr,
  pointer: Value,
  via: string,
  facts: Facts,
  report: ReportHit,
): void {
  const nullness = facts.isNull(pointer);
  if (nullness === 'never') return;
  if (checkEntry(base, at, pointer, facts, report)) return;
  // A macro that is given a constant asks for it before it looks through it.
  if (isNullConstant(base) && /^[A-Za-z_]\w*\s*\(/.test(facts.text(at))) return;
  const origin = facts.nullOrigin(pointer);
  const name = facts.text(base);
  const isJoined = nullness === 'maybe' && (origin === undefined || origin.kind === 'parameter');
  if (isJoined && isLeftNull(base, at, facts)) {
    report(at, `\`${name}\` is still null here where nothing else was given to it`, {
      confidence: 0.6,
      event: 'may',
      joined: true,
    });
    return;
  }
  const isNull = nullness === 'always' || origin?.kind === 'literal';
  if (isNull || origin?.kind === 'compared') {
    report(
      at,
      isNull
        ? `\`${name}\` is null here and is dereferenced`
        : `\`${name}\` is compared with null before, but is dereferenced where it may be null`,
      certaintyOf(
        base,
        at,
        { always: nullness === 'always', isGivenNull: origin === undefined },
        facts.function,
      ),
    );
  } else if (
    origin?.kind === 'parameter' &&
    via !== 'call' &&
    via !== 'index' &&
    facts.function.exported &&
    !facts.function.isMethod
  ) {
    report(at, `\`${name}\` comes from the caller and is dereferenced without a check`, {
      confidence: 0.4,
      event: 'latent',
    });
  }
}

/** A pointer that is read from a table of the code, in which some are null. */
function checkEntry(
  base: Expr,
  at: Expr,
  pointer: Value,
  facts: Facts,
  report: ReportHit,
): boolean {
  if (facts.isNull(pointer) === 'never') return false;
  const entry = nullEntry(base, facts);
  if (entry === undefined) return false;
  const name = facts.text(base);
  const message = entry.isAlways
    ? `\`${name}\` is null in \`${entry.table}\``
    : `\`${name}\` is null in some rows of \`${entry.table}\`, and is used without a check`;
  // What else stands in the row may tell the code that this is none of those.
  const isSure = entry.isAlways || !facts.isDecidedByMemory(at);
  report(at, message, { confidence: isSure ? 0.65 : 0.45, event: isSure ? 'definite' : 'may' });
  return true;
}

/**
 * How sure it is that the pointer is null whenever control comes here. That it is null on some path
 * is little: which paths there are other conditions may decide, which go together with the pointer.
 */
function certaintyOf(
  base: Expr,
  at: Expr,
  { always, isGivenNull }: { readonly always: boolean; readonly isGivenNull: boolean },
  fn: LoweredFunction,
): Certainty {
  const pointer = withoutCasts(base);
  if (isNullConstant(pointer)) return { confidence: 0.9, event: 'definite' };
  const block = blockOf(fn, at);
  const asked = block === undefined ? undefined : usedThoughNull(fn, pointer, block, at.start);
  // What a condition asks for beside the pointer mostly goes together with it.
  if (asked === 'together') return { confidence: 0.6, event: 'belief' };
  if (asked === 'alone') return { confidence: always ? 0.9 : 0.8, event: 'definite' };
  const variable = pointer.kind === 'name' ? pointer.variable : undefined;
  const given =
    variable === undefined
      ? undefined
      : reachingValues(fn, variable, at, block ?? nearBlock(fn, at));
  if (given === undefined || given.nulls.length === 0)
    // Another function has set it to null, on every way here.
    return always && isGivenNull
      ? { confidence: 0.6, event: 'definite' }
      : { confidence: 0.45, event: 'belief' };
  if (!given.hasOthers) return { confidence: 0.9, event: 'definite' };
  const isUnavoidable = block !== undefined && given.nulls.some((from) => leadsTo(fn, from, block));
  return { confidence: isUnavoidable ? 0.6 : 0.45, event: 'may' };
}

interface Certainty {
  readonly confidence: number;
  readonly event: EventKind;
}

/** The block in which an expression stands, though a part of it may decide whether it is evaluated. */
function nearBlock(fn: LoweredFunction, at: Expr): number {
  const found = fn.blocks.find((block) =>
    topLevelExpressions(block).some((root) => expressionsIn(root).includes(at)),
  );
  return found?.id ?? 0;
}
