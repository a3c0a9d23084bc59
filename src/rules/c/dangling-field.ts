import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsIn, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { type Place, placeOf } from './support/calls/memory-moves.ts';

export const danglingField: CRule = {
  id: 'dangling_field',
  title: 'A failure leaves a field that points to freed memory',
  category: 'memory',
  cwe: [415],
  furtherCwe: [416, 825],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'A function frees what a field of its argument points to and puts something new in its place, but returns before that when something fails. The record goes on to exist, and what uses or frees the field later, or calls the function again, meets memory that is freed.',
  suggestion: 'Free the old value when the new one is there, or set the field to NULL at once.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <string.h>
struct badge { char *label; int kind; };
int badge_label(struct badge *badge, const char *text) {
  free(badge->label);
  if (strlen(text) > 100) return -1; // defect
  char *copy = strdup(text);
  if (copy == NULL) return -1;
  badge->label = copy;
  return 0;
}
void badge_end(struct badge *badge) { free(badge->label); }`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
struct badge { char *label; int kind; };
int badge_label(struct badge *badge, const char *text) {
  char *copy = strdup(text);
  if (copy == NULL) return -1;
  free(badge->label);
  badge->label = copy;
  return 0;
}
int badge_again(struct badge *badge, const char *text) {
  free(badge->label);
  badge->label = NULL;
  if (strlen(text) > 100) return -1;
  badge->label = strdup(text);
  return badge->label == NULL ? -1 : 0;
}
int badge_or_end(struct badge *badge, const char *text) {
  free(badge->label);
  char *copy = strdup(text);
  if (copy == NULL) { free(badge); return -1; }
  badge->label = copy;
  return 0;
}
void badge_end(struct badge *badge) { free(badge->label); }
void badge_drop(struct badge *badge) { free(badge->label); free(badge); }`,
    ],
  },
  inspect(unit, report) {
    const frees = new Map<string, Set<LoweredFunction>>();
    for (const fn of unit.functions)
      for (const block of fn.blocks)
        for (const expr of topLevelExpressions(block).flatMap((each) => expressionsIn(each))) {
          const field = lastField(freedPlace(expr)?.text);
          if (field === undefined) continue;
          const known = frees.get(field) ?? new Set();
          frees.set(field, known.add(fn));
        }
    if (frees.size > 0) for (const fn of unit.functions) inspectFunction(fn, frees, report);
  },
};

/** The fields whose memory is freed, and whether another field of the record was set since. */
type State = ReadonlyMap<string, { readonly place: Place; readonly isMarked: boolean }>;

function inspectFunction(
  fn: LoweredFunction,
  frees: ReadonlyMap<string, ReadonlySet<LoweredFunction>>,
  report: ReportHit,
): void {
  const graph = controlFlow(fn.blocks);
  const replaced = new Set<string>();
  const inputs = solveLattice<State>(graph, {
    boundary: new Map(),
    join: (a, b) =>
      new Map([...a, ...[...b].filter(([text, { isMarked }]) => isMarked || !a.has(text))]),
    equals: (a, b) =>
      a.size === b.size &&
      [...a].every(([text, { isMarked }]) => b.get(text)?.isMarked === isMarked),
    transfer: (id, before) => behind(fn.blocks[id], before, replaced),
  });
  const told = new Set<string>();
  for (const block of fn.blocks) {
    const before = inputs[block.id];
    if (before === undefined || block.end.kind !== 'return') continue;
    for (const [text, { place, isMarked }] of behind(block, before, replaced)) {
      if (!replaced.has(text) || told.has(text) || place.root.scope !== 'parameter') continue;
      if (place.root.type.kind !== 'pointer') continue;
      told.add(text);
      const others = frees.get(lastField(text) ?? '')?.size ?? 0;
      report(
        block.end,
        `\`${text}\` still points to what was freed, and nothing is put in its place here`,
        {
          confidence: isMarked || others < 2 ? 0.45 : 0.7,
        },
      );
    }
  }
}

function behind(block: BasicBlock | undefined, before: State, replaced: Set<string>): State {
  const state = new Map(before);
  if (block === undefined) return state;
  for (const root of topLevelExpressions(block))
    for (const expr of expressionsIn(root).toReversed()) step(expr, state, replaced);
  return state;
}

function step(
  expr: Expr,
  state: Map<string, { place: Place; isMarked: boolean }>,
  replaced: Set<string>,
): void {
  const freed = freedPlace(expr);
  if (freed !== undefined) state.set(freed.text, { place: freed, isMarked: false });
  else if (expr.kind === 'call')
    // Another function that gets the record, or the address of the field, may set it.
    for (const arg of expr.args)
      for (const part of expressionsIn(arg))
        if (part.kind === 'name' && part.variable !== undefined)
          for (const [text, { place }] of state)
            if (place.root === part.variable) state.delete(text);
  if (expr.kind !== 'assign') return;
  const target = withoutCasts(expr.target);
  const place = placeOf(target);
  for (const [text, known] of state) {
    if (place?.text === text) {
      replaced.add(text);
      state.delete(text);
    } else if (place?.root === known.place.root) state.set(text, { ...known, isMarked: true });
    else if (target.kind === 'name' && target.variable === known.place.root) state.delete(text);
    else if (target.kind === 'deref') state.delete(text);
  }
}

/** The field that a call of the library frees what it points to. */
function freedPlace(expr: Expr): Place | undefined {
  if (expr.kind !== 'call') return undefined;
  const at = libraryModelOf(expr.name)?.releases;
  const arg = at === undefined || /realloc/.test(expr.name) ? undefined : expr.args[at];
  return arg === undefined ? undefined : placeOf(arg);
}

function lastField(text: string | undefined): string | undefined {
  return text?.split(/->|\./).at(-1);
}
