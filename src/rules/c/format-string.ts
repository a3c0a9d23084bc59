import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule } from './c-rule.ts';
import { isConstantText } from './support/expressions/constant-text.ts';
import { confidenceByOrigin, traceOf, untrustedDataIn } from './support/expressions/taint-trace.ts';
import { eventOf } from './support/expressions/untrusted.ts';

/** Formats of functions that the library models do not know. */
const MORE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    _snprintf: 2,
    _snprintf_s: 3,
    sprintf_s: 2,
    swprintf: 2,
    fwprintf: 1,
    _printf: 0,
    g_print: 0,
    g_printerr: 0,
    g_strdup_printf: 0,
    NSLog: 0,
    __android_log_print: 2,
    SDL_Log: 0,
    printk: 0,
    sqlite3_mprintf: 0,
  }),
);

export const formatString: CRule = {
  id: 'format_string',
  title: 'The format of a print call is not a literal',
  category: 'input',
  cwe: [134],
  severity: 'high',
  precision: 'high',
  help: 'An attacker who decides the format of `printf` and its like decides what it reads from the stack and, with `%n`, what it writes to memory. Text that only has to be printed belongs in an argument of `"%s"`.',
  suggestion: 'Use a literal format, such as `printf("%s", text)`.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
void greet(FILE *out) {
  char name[64];
  if (fgets(name, sizeof name, stdin) == NULL) return;
  fprintf(out, name); // defect
}`,
      `#include <syslog.h>
void note(const char *text) {
  syslog(LOG_INFO, text); // defect
}`,
      `#include <stdio.h>
int main(int argc, char **argv) {
  const char *layout = "%s\\n";
  if (argc > 2) layout = argv[1];
  printf(layout, argv[0]); // defect
  return 0;
}`,
    ],
    good: [
      `#include <libintl.h>
#include <stdio.h>
#define _(text) gettext(text)
static const char ignored[] = "%d paths are ignored\\n";
void warn(int count) { fprintf(stderr, _(ignored), count); }`,
      `#include <stdio.h>
void greet(const char *name, int loud) {
  const char *layout = loud ? "%s!\\n" : "%s\\n";
  printf(layout, name);
  printf(loud ? "!\\n" : ".\\n");
}`,
      `#include <stdarg.h>
#include <stdio.h>
void note(const char *layout, ...) {
  va_list rest;
  va_start(rest, layout);
  vfprintf(stderr, layout, rest);
  va_end(rest);
}
void start(int port) { note("listening on %d\\n", port); }`,
    ],
  },
  listen(report) {
    let wrappers: ReadonlyMap<string, number> | undefined;
    let numbered = new Set<number>();
    return {
      enter() {
        numbered = new Set();
      },
      call(event, facts) {
        for (const object of numberedBy(event, facts)) numbered.add(object);
        wrappers ??= wrappersOf(facts.unit);
        const position =
          event.model?.format ?? MORE.get(event.call.name) ?? wrappers.get(event.call.name);
        if (position === undefined) return;
        const format = event.call.args[position];
        const value = event.args[position];
        if (format === undefined || value === undefined) return;
        if (isConstantText(format, value, facts)) return;
        if (
          format.type.kind !== 'unknown' &&
          format.type.kind !== 'pointer' &&
          format.type.kind !== 'array'
        )
          return;
        if (passesOn(event, format, facts)) return;
        const taint = untrustedDataIn(value, facts);
        const alone = event.call.args.length === position + 1;
        const name = facts.text(format);
        const confidence =
          taint !== undefined
            ? confidenceByOrigin(taint, 0.92, alone ? 0.75 : 0.55)
            : facts.pointees(value).some(({ object }) => numbered.has(object.id))
              ? 0.6
              : alone
                ? 0.5
                : 0.4;
        report(
          event.call,
          taint === undefined || taint.kind === 'parameter'
            ? `the format \`${name}\` is not a literal`
            : `the format \`${name}\` comes from ${taint.source}`,
          {
            confidence,
            event: eventOf(taint),
            trace: traceOf(taint, facts.step(event.call, 'it is used as a format here')),
          },
        );
      },
    };
  },
};

/** Texts into which outside numbers are formatted: as a format they choose widths and arguments. */
function numberedBy(event: CallEvent, facts: Facts): readonly number[] {
  const target = event.args[0];
  const format = event.model?.format;
  if (!/^_?sn?printf/.test(event.call.name) || target === undefined || format === undefined)
    return [];
  const outside = event.args.slice(format + 1).some((value) => {
    const kind = facts.taint(value)?.kind;
    return kind !== undefined && kind !== 'parameter' && kind !== 'random';
  });
  return outside ? facts.pointees(target).map(({ object }) => object.id) : [];
}

/** A wrapper of `printf` forwards the format that it was given, with the arguments. */
function passesOn(event: CallEvent, format: Expr, facts: Facts): boolean {
  const inner = withoutCasts(format);
  const isParameter = inner.kind === 'name' && inner.variable?.scope === 'parameter';
  const { name, args } = event.call;
  if (facts.function.variadic) return true;
  const takesList = /^_?v(?!oid)/.test(name) || /_v\w*printf|vprintf/.test(name);
  return (takesList && isParameter) || args.some((arg) => isList(arg));
}

function isList(arg: Expr): boolean {
  return isListType(arg.type);
}

function isListType(type: CType): boolean {
  return (type.kind === 'unknown' || type.kind === 'record') && /va_list/.test(type.name);
}

/** Functions of the file that take a format and arguments, and where the format stands. */
function wrappersOf(unit: TranslationUnit): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  // A wrapper may hand its arguments on to another function of the file as a list.
  for (let known = -1; found.size > known; ) {
    known = found.size;
    for (const fn of unit.functions) {
      const takesAny = fn.variadic || fn.parameters.some(({ type }) => isListType(type));
      const position = takesAny ? formatOf(fn, found) : undefined;
      if (position !== undefined) found.set(fn.name, position);
    }
  }
  return found;
}

function formatOf(fn: LoweredFunction, wrappers: ReadonlyMap<string, number>): number | undefined {
  let position: number | undefined;
  visitFunction(fn, (expr) => {
    if (expr.kind !== 'call') return;
    const at = libraryModelOf(expr.name)?.format ?? wrappers.get(expr.name);
    const arg = at === undefined ? undefined : expr.args[at];
    if (arg?.kind === 'name' && arg.variable?.scope === 'parameter')
      position = arg.variable.position;
  });
  return position;
}
