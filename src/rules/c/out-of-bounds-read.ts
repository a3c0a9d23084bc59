import type { Expr } from '../../code/c/ir/ast.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { conversions } from '../../code/library-models/format-string.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf } from './support/expressions/untrusted.ts';
import { badAccess } from './support/sizes/element-access.ts';
import { isUnended } from './support/texts/unended-array.ts';

export const outOfBoundsRead: CRule = {
  id: 'out_of_bounds_read',
  title: 'Memory outside a buffer is read',
  category: 'bounds',
  cwe: [125],
  furtherCwe: [126, 127, 129],
  severity: 'high',
  precision: 'medium',
  help: 'The index or pointer leaves the array or block that it belongs to, or a text function runs on because no NUL ends the text. At best the program stops; at worst it discloses other memory, keys included, to an attacker.',
  suggestion:
    'Check the index against the number of elements, and end text with a NUL before it is used as text.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `static unsigned char values[256];
int sum(const char *text) {
  int sum = 0;
  while (*text) sum += values[(int)*text++]; // defect
  return sum;
}`,
      `#include <stdio.h>
#include <unistd.h>
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int length_of(void) {
  int month = 0;
  if (scanf("%d", &month) != 1) return -1;
  return days[month]; // defect
}
int total(void) {
  int sum = 0;
  for (int i = 1; i <= 12; i++)
    sum += days[i]; // defect
  return sum;
}
void show(int fd) {
  char text[128];
  if (read(fd, text, sizeof(text)) < 0) return;
  printf("%s\\n", text); // defect
}`,
      `#include <string.h>
int is_folder(const char *path) {
  return path[strlen(path) - 1] == '/'; // defect
}
int is_closed(const char *text) {
  const char *last = text + strlen(text) - 1;
  return *last == ')'; // defect
}
int ends_in_two(const char *text) {
  size_t length = strlen(text);
  if (length == 0) return 0;
  return text[length - 2] == '.'; // defect
}`,
    ],
    good: [
      `static unsigned char values[256];
int sum(const char *text) {
  int sum = 0;
  for (; *text; text++) {
    if (*text < 0) continue;
    sum += values[(int)*text] + values[(unsigned char)text[1]] + values[text[1] & 127];
  }
  return sum;
}`,
      `#include <string.h>
int is_folder(const char *path) {
  return path[0] != 0 && path[strlen(path) - 1] == '/';
}
int is_closed(const char *text) {
  const char *end = text + strlen(text);
  if (*text == '(') return text[strlen(text) - 1] == ')';
  return end > text && end[-1] == ')';
}
int trimmed(const char *text) {
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == ' ') length--;
  if (strcmp(text, "none") == 0) return text[strlen(text) - 1];
  return (int)length;
}`,
      `static unsigned mix(const unsigned char *bytes, unsigned count) {
  unsigned words = count / 4;
  unsigned sum = 0;
  const unsigned char *rest = bytes + words * 4;
  for (unsigned i = 0; i < words; i++) sum = sum * 31 + bytes[i * 4];
  switch (count & 3) {
    case 3: sum += rest[2];
    case 2: sum += rest[1];
    case 1: sum += rest[0];
  }
  return sum;
}
int main(void) { return mix("a", 1) + mix("dozen letters", 13) + mix("", 0) == 7; }`,
      `#include <stdio.h>
#include <unistd.h>
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int length_of(void) {
  int month = 0;
  if (scanf("%d", &month) != 1) return -1;
  if (month < 1 || month > 12) return -1;
  return days[month - 1];
}
void show(int fd) {
  char text[128];
  long got = read(fd, text, sizeof(text) - 1);
  if (got < 0) return;
  text[got] = 0;
  printf("%s\\n", text);
  printf("%.*s\\n", (int)got, text);
}`,
    ],
  },
  listen: (report) => {
    // What strncpy left without a NUL is that rule's affair.
    const copied = new Set<number>();
    return {
      enter: () => copied.clear(),
      called(event, _result, facts) {
        const [destination] = event.args;
        if (destination === undefined || event.model?.writes === undefined) return;
        for (const { object } of facts.pointees(destination)) {
          if (/^st[rp]ncpy$/.test(event.call.name)) copied.add(object.id);
          else copied.delete(object.id);
        }
      },
      access(event, facts) {
        if (event.write) return;
        const bad = badAccess(event, facts);
        if (bad === undefined) return;
        report(event.expr, bad.message, {
          confidence: bad.confidence,
          cwe: bad.index === 'untrusted' ? 129 : bad.index === 'negative' ? 127 : 125,
          event: bad.event,
          ...(bad.joined === true ? { joined: true } : {}),
          ...(bad.beyondPaths === true ? { beyondPaths: true } : {}),
          cause: bad.cause,
          trace: traceOf(bad.taint, facts.step(event.expr, 'it is read here')),
        });
      },
      transfer(event, facts) {
        const expr = event.call.args[event.arg];
        if (!event.write && event.size === undefined && expr !== undefined)
          checkText(expr, event.pointer, copied, facts, report);
      },
      call: (event, facts) => checkFormat(event, copied, facts, report),
    };
  },
};

/** Each `%s` without a precision reads up to the NUL. */
function checkFormat(
  event: CallEvent,
  copied: ReadonlySet<number>,
  facts: Facts,
  report: ReportHit,
): void {
  const format = event.model?.format;
  const formatValue = format === undefined ? undefined : event.args[format];
  if (format === undefined || formatValue === undefined) return;
  const text = facts.pointees(formatValue)[0]?.object.text;
  if (text === undefined) return;
  let next = format + 1;
  for (const item of conversions(text).items) {
    next += item.stars;
    const value = event.args[next];
    const expr = event.call.args[next];
    next += 1;
    if (item.type !== 's' || item.precision !== undefined || item.stars > 0) continue;
    if (value !== undefined && expr !== undefined) checkText(expr, value, copied, facts, report);
  }
}

/** Text that comes from read() and its like has no NUL unless the program stores one. */
function checkText(
  expr: Expr,
  pointer: Value,
  copied: ReadonlySet<number>,
  facts: Facts,
  report: ReportHit,
): void {
  const pointees = facts.pointees(pointer);
  for (const { object, offset } of pointees) {
    if (object.kind === 'literal' || copied.has(object.id)) continue;
    const isWhole = offset.root === 0;
    if (object.terminated !== 'no' && !(isWhole && isUnended(expr, object, facts))) continue;
    report(expr, `\`${facts.text(expr)}\` is read as text, but nothing ends it with a NUL`, {
      // What callers pass goes with the length that they pass.
      confidence: pointees.length > 1 || object.kind === 'unknown' ? 0.45 : 0.8,
      cwe: 126,
      event: eventOf(object.taint),
      trace: traceOf(object.taint, facts.step(expr, 'it is read as text here')),
    });
  }
}
