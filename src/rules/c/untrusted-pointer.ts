import type { Expr } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf, fromSource, isExternal, isReadHere } from './support/expressions/untrusted.ts';

export const untrustedPointer: CRule = {
  id: 'untrusted_pointer',
  title: 'Input is used as a pointer',
  category: 'memory',
  cwe: [822],
  severity: 'high',
  precision: 'high',
  help: 'A number or bytes from input are taken for an address and used as one. The author of the input chooses which memory the program reads or writes.',
  suggestion: 'Read an index or a handle instead, check it, and look the pointer up.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct request { int kind; char *body; };
char first(int fd) {
  struct request request;
  if (read(fd, &request, sizeof(request)) != sizeof(request)) return 0;
  return request.body[0]; // defect
}
int peek(void) {
  unsigned long where = 0;
  if (scanf("%lx", &where) != 1) return -1;
  int *place = (int *)where; // defect
  return *place; // defect
}`,
    ],
    good: [
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int cells[16];
int peek(char *line) {
  unsigned long where = 0;
  if (scanf("%lu", &where) != 1 || where >= 16) return -1;
  int *place = &cells[where];
  if (fgets(line, 80, stdin) == NULL) return -1;
  char *colon = strchr(line, ':');
  if (colon != NULL) *colon = 0;
  const char *home = getenv("HOME");
  return *place + (home == NULL ? 0 : home[0]);
}`,
      `#include <dirent.h>
#include <stdio.h>
#include <unistd.h>
static int split(char *line, char **word) {
  while (*line == ' ') line++;
  *word = *line ? line : NULL;
  return *line;
}
int words(FILE *in) {
  char line[80];
  int count = 0;
  while (fgets(line, sizeof line, in) != NULL) {
    char *word;
    split(line, &word);
    if (word && *word) count++;
  }
  return count;
}
static int number(char **at, char *end) {
  int value = 0;
  while (*at < end && **at >= '0' && **at <= '9') value = value * 10 + *(*at)++ - '0';
  return value;
}
int ports(int fd) {
  char line[80];
  long got = read(fd, line, sizeof line - 1);
  if (got <= 0) return -1;
  char *at = line;
  int first = number(&at, line + got);
  return at < line + got && *at == ' ' ? first : 0;
}
unsigned next_address(char *at, char *end, char **rest) {
  unsigned value = 0;
  for (; at < end && *at != ' '; at++) value = value * 256 + (unsigned char)*at;
  *rest = at;
  return value;
}
int fields(int fd) {
  char line[80];
  long got = read(fd, line, sizeof line);
  if (got <= 0) return -1;
  char *at = line, *end = line + got;
  unsigned sum = next_address(at, end, &at);
  if (at == end || *at++ != ' ') return -1;
  sum += next_address(at, end, &at);
  return at == end || *at++ != ' ' ? -1 : sum;
}
int isHidden(DIR *folder) {
  struct dirent *entry = readdir(folder);
  if (entry == NULL) return 0;
  const unsigned char *name = (unsigned char *)entry->d_name;
  return name[0] == '.';
}`,
    ],
  },
  listen: (report) => ({
    access(event, facts) {
      if (event.base.type.kind !== 'pointer' || !isInput(event.pointer, facts)) return;
      if (isMovedByCallee(event.base, facts)) return;
      const taint = facts.taint(event.pointer);
      report(event.expr, `\`${facts.text(event.base)}\` holds an address${fromSource(taint)}`, {
        confidence: isReadHere(taint, facts) ? 0.8 : 0.45,
        event: eventOf(taint),
        trace: traceOf(taint, facts.step(event.expr, 'it is followed here')),
      });
    },
    assign(event, facts) {
      if (event.value === undefined) return;
      const to = 'scope' in event.target ? event.target.type : event.target.type;
      if (to.kind === 'pointer') checkMade(event.value, event.assigned, facts, report);
    },
    returned(value, result, facts) {
      if (value !== undefined && result !== undefined && facts.function.returns.kind === 'pointer')
        checkMade(value, result, facts, report);
    },
  }),
};

/** An untrusted number that becomes a pointer, which is dereferenced elsewhere. */
function checkMade(expr: Expr, value: Value, facts: Facts, report: ReportHit): void {
  const { type } = withoutCasts(expr);
  const taint = facts.taint(value);
  if (type.kind !== 'int' || value.root === 0 || !isExternal(taint)) return;
  report(expr, `\`${facts.text(expr)}\` makes a pointer of a number${fromSource(taint)}`, {
    confidence: 0.7,
    event: eventOf(taint),
    trace: traceOf(taint, facts.step(expr, 'it becomes a pointer here')),
  });
}

/** Whether a function of the project gets the address of the pointer, as those do that move it through the input. */
function isMovedByCallee(moved: Expr, { function: fn }: Facts): boolean {
  // The callee goes on from where `*line++` stands.
  const base = moved.kind === 'incdec' ? moved.operand : moved;
  if (base.kind !== 'name') return false;
  return expressionsOf(fn.blocks).some(
    (expr) =>
      expr.kind === 'call' &&
      libraryModelOf(expr.name) === undefined &&
      expr.args.map(withoutCasts).some((arg) => {
        const operand = arg.kind === 'address' ? arg.operand : undefined;
        return operand?.kind === 'name' && operand.variable === base.variable;
      }),
  );
}

/** Whether a source of input ends what it brings with a NUL, or brings a pointer to it: `fgets`, `readdir`. */
function bringsText(source: string): boolean {
  const model = libraryModelOf(source.replace(/\(\)$/, ''));
  return (
    model?.result?.kind === 'pointer' ||
    model?.writes?.some(({ terminated }) => terminated === 'yes') === true
  );
}

/** Whether the bits of the pointer themselves were read from outside. */
function isInput(pointer: Value, facts: Facts): boolean {
  const { taint, from } = facts.factsOf(pointer);
  if (!isExternal(taint)) return false;
  const result = from === '' ? undefined : libraryModelOf(from)?.result;
  if (result !== undefined) return result.kind === 'integer';
  // The vectors of arguments and of the environment hold good pointers to bad text.
  if (taint.kind === 'argv' || taint.kind === 'environment') return false;
  // What brings a line or a name brings characters; where a pointer comes out, it points to them.
  if (bringsText(taint.source)) return false;
  return from === '' || libraryModelOf(from)?.scan !== undefined;
}
