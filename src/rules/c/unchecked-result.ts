import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Taint } from '../../code/flow/domain/taint.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { resultUses } from '../../code/flow/project/result-uses.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule, HitOptions } from './c-rule.ts';
import { neededArguments } from './support/calls/needed-arguments.ts';
import { KeptResults } from './support/expressions/kept-results.ts';
import { isAskedBefore, isKnownToHold, soughtBy } from './support/expressions/known-to-hold.ts';
import { rootVariable } from './support/expressions/root-variable.ts';
import { eventOf, fromSource, isExternal, isReadHere } from './support/expressions/untrusted.ts';

/** What is looked for in memory that the caller has: whether it is there, the caller may know. */
const SEARCHES =
  /^(?:strr?chr|str(?:case)?str|strpbrk|strtok|strtok_r|strsep|memr?chr|memmem|bsearch)$/;
/** What the system is asked for: whether it is there, the program cannot know. */
const LOOKUPS =
  /^(?:getpwnam|getpwuid|getgrnam|getgrgid|gethostbyname|getservbyname|getprotobyname|dlopen|dlsym|realpath|freopen|getcwd)$/;

/** From so many untested results of a function in a file on, that they are not tested is a custom. */
const CUSTOM = 3;

export const uncheckedResult: CRule = {
  id: 'unchecked_result',
  title: 'A search may find nothing, and its result is used',
  category: 'error_handling',
  cwe: [476, 252, 690],
  severity: 'medium',
  precision: 'medium',
  help: '`strchr`, `strstr`, `strtok`, `bsearch` and their like return null when they find nothing, and so do `getpwnam`, `gethostbyname` and `dlsym` for what the system does not have. Where the text comes from outside, who sends it decides whether it holds what is searched for.',
  suggestion: 'Check the result for null before it is used.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <string.h>
int ask(char *out) {
  char line[80];
  if (fgets(line, sizeof line, stdin) == NULL) return -1;
  *strchr(line, '\\n') = 0; // defect
  char *value = strchr(line, '=');
  return out[0] == value[1]; // defect
}`,
      `#include <pwd.h>
#include <string.h>
unsigned owner(const char *name) {
  struct passwd *entry = getpwnam(name);
  return entry->pw_uid; // defect
}
char *extension(char *path) {
  char *dot = strrchr(path, '.');
  dot[0] = 0; // defect
  return dot + 1;
}`,
      `struct pair { int key; int value; struct pair *next; };
static struct pair *find(struct pair *list, int key) {
  for (; list; list = list->next)
    if (list->key == key) return list;
  return 0;
}
static const char *name_of(int kind) {
  switch (kind) {
    case 1: return "red";
    case 2: return "blue";
    default: return 0;
  }
}
int value(struct pair *list, int key) {
  return find(list, key)->value; // defect
}
struct button { int key; struct pair *pair; };
void bind(struct button *button, struct pair *list) {
  button->pair = find(list, button->key);
}
int press(const struct button *button) {
  return button->pair->value; // defect
}
char initial(const struct pair *one) {
  const char *name = name_of(one->key);
  return name[0]; // defect
}`,
      `#include <stdlib.h>
struct word { int key; int count; };
int compare(const void *a, const void *b);
int count(const struct word *all, size_t n, struct word sought) {
  struct word *found = bsearch(&sought, all, n, sizeof *all, compare);
  return found->count; // defect
}`,
    ],
    good: [
      `struct pair { int key; int value; struct pair *next; };
static struct pair *find(struct pair *list, int key) {
  for (; list; list = list->next)
    if (list->key == key) return list;
  return 0;
}
static struct pair *first(struct pair *list) {
  if (list == 0) return 0;
  return list->next ? list->next : list;
}
void add(struct pair *list, int key);
int value(struct pair *list, int key, struct pair last) {
  struct pair *found = find(list, key);
  if (found == 0) return 0;
  add(list, 7);
  return found->value + find(list, 7)->value + first(&last)->value;
}
struct button { int key; struct pair *pair; };
void bind(struct button *button, struct pair *list) {
  button->pair = find(list, button->key);
  if (button->pair == 0) button->pair = list;
}
int press(const struct button *button) {
  return button->pair->value;
}
int known(struct pair *list, int key) {
  return find(list, key) ? find(list, key)->value : 0;
}`,
      `#include <stdio.h>
#include <string.h>
int ask(char *out) {
  char line[80];
  if (fgets(line, sizeof line, stdin) == NULL) return -1;
  line[strcspn(line, "\\n")] = 0;
  char *value = strchr(line, '=');
  if (value == NULL) return -1;
  return out[0] == value[1];
}
char kind(const char *mode) { return *strchr(mode, 0); }
const char *value(const char *line) {
  if (strncmp(line, "key=", 4) != 0) return NULL;
  return strchr(line, '=') + 1;
}`,
      `#include <stdio.h>
#include <string.h>
int middle(int left, int right) {
  char text[32];
  snprintf(text, sizeof text, "%d/%d", left, right);
  char *slash = strchr(text, '/');
  *slash = 0;
  char name[16] = "a:b";
  return *strchr(name, ':');
}`,
    ],
  },
  listen: (report) => {
    const calls = new Map<number, CallExpr>();
    /** Where the text comes from that `strtok(NULL, …)` goes on in. */
    let ofTokens: Taint | undefined;
    let custom: ReadonlySet<string> | undefined;
    let usedAtOnce: ReadonlySet<string> | undefined;
    const kept = new KeptResults(({ base, at }, search) =>
      report(
        at,
        `\`${expressionText(base)}\` may be null: the result of ${search.name} was kept there unchecked`,
        {
          confidence: 0.45,
          event: 'may',
        },
      ),
    );
    const check = (base: Expr, at: Expr, pointer: Value, facts: Facts): void => {
      const origin = facts.nullOrigin(pointer);
      if (origin?.kind !== 'failure' || facts.isNull(pointer) !== 'maybe') return;
      const call = calls.get(pointer.root);
      const isOwn = call !== undefined && facts.mayFindNothing(call.name);
      const sure =
        call === undefined
          ? undefined
          : isOwn
            ? certaintyOfOwn(call, facts)
            : certaintyOf(call, pointer, ofTokens, facts);
      if (call === undefined || sure === undefined) return;
      usedAtOnce ??= oftenUsedAtOnce(facts);
      if (isOwn && usedAtOnce.has(call.name)) return;
      custom ??= neverTested(facts);
      if (sure.confidence < 0.5 && custom.has(call.name)) return;
      const { taint, ...options } = sure;
      const from = isExternal(taint) ? fromSource(taint) : '';
      const message =
        isOwn || LOOKUPS.test(call.name)
          ? `\`${facts.text(base)}\` may be null: the result of ${call.name} was not checked`
          : `\`${facts.text(base)}\` is null where ${call.name} finds nothing in the text${from}`;
      report(at, message, {
        ...options,
        trace: origin.step === undefined ? [] : [origin.step, facts.step(at, 'it is used here')],
      });
    };
    return {
      enter() {
        calls.clear();
        ofTokens = undefined;
      },
      called({ call, args: [text] }, result, facts) {
        if (call.name === 'strtok' && text !== undefined && text.root !== 0)
          ofTokens = facts.contentTaint(text);
        const isSearch = SEARCHES.test(call.name) || LOOKUPS.test(call.name);
        if (isSearch || facts.mayFindNothing(call.name)) calls.set(result.root, call);
      },
      access(event, facts) {
        check(event.base, event.expr, event.pointer, facts);
        if (facts.isNull(event.pointer) !== 'never')
          kept.use(facts.function, event.base, event.expr);
      },
      assign({ target, value, assigned }, facts) {
        const search = value === undefined ? undefined : withoutCasts(value);
        if (search?.kind !== 'call' || !('kind' in target) || !facts.mayFindNothing(search.name))
          return;
        if (facts.isNull(assigned) === 'maybe' && !facts.isSeldomTested(search.name))
          kept.keep(facts.function, target, search);
      },
      call(event, facts) {
        for (const { argument, value } of neededArguments(event)) {
          check(argument, argument, value, facts);
        }
      },
    };
  },
};

interface Certainty extends HitOptions {
  readonly taint: Taint | undefined;
}

/** How sure it is that nothing may be found; undefined where the function may well know that something is. */
function certaintyOf(
  search: CallExpr,
  result: Value,
  ofTokens: Taint | undefined,
  facts: Facts,
): Certainty | undefined {
  if (LOOKUPS.test(search.name)) return { confidence: 0.6, event: 'definite', taint: undefined };
  const places = facts.pointees(result);
  const sought = soughtBy(search);
  const isThere = places.some(
    ({ object }) =>
      object.kind === 'literal' || (sought !== undefined && object.text?.includes(sought) === true),
  );
  if (isThere) return undefined;
  const [text] = search.args;
  const variable = text === undefined ? undefined : variableOf(text);
  if (variable !== undefined && isKnownToHold(facts.function, search, variable)) return undefined;
  const taint = facts.contentTaint(result) ?? (search.name === 'strtok' ? ofTokens : undefined);
  if (isExternal(taint) && isReadHere(taint, facts))
    return { confidence: 0.65, event: eventOf(taint), taint };
  return { confidence: 0.45, event: 'may', taint };
}

/**
 * How sure it is of a function of the project, which gives null on some of its paths: the caller may know that this call
 * takes none of them. Where a good part of the callers does not ask, these seem to know.
 */
function certaintyOfOwn(search: CallExpr, facts: Facts): Certainty | undefined {
  if (facts.isSeldomTested(search.name) || isAskedBefore(facts.function, search)) return undefined;
  return { confidence: 0.45, event: 'may', taint: undefined };
}

/** The variable through which a text is reached. */
function variableOf(text: Expr): ReturnType<typeof rootVariable> {
  const inner = withoutCasts(text);
  if (inner.kind === 'binary') return variableOf(inner.left);
  if (inner.kind === 'member') return variableOf(inner.base);
  if (inner.kind === 'index') return variableOf(inner.base);
  if (inner.kind === 'address' || inner.kind === 'deref') return variableOf(inner.operand);
  return rootVariable(inner);
}

/** The searches whose results a file uses several times without ever testing one. */
function neverTested(facts: Facts): ReadonlySet<string> {
  const uses = resultUses(
    facts.unit.functions,
    (name) => SEARCHES.test(name) && libraryModelOf(name) !== undefined,
  );
  return new Set(
    uses
      .filter(({ tested, untested }) => tested === 0 && untested >= CUSTOM)
      .map(({ callee }) => callee),
  );
}

/** The functions of the project whose results a file uses in the same expression, again and again. */
function oftenUsedAtOnce(facts: Facts): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const isOwn = (name: string) => libraryModelOf(name) === undefined;
  for (const { blocks } of facts.unit.functions)
    for (const expr of expressionsOf(blocks))
      if (expr.kind === 'call' && isOwn(expr.name)) count(expr.name, 1);
  for (const { callee, tested, untested } of resultUses(facts.unit.functions))
    count(callee, -tested - untested);
  return new Set([...counts].filter(([, atOnce]) => atOnce > CUSTOM).map(([name]) => name));
}
