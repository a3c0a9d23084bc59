import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf, fromSource, isExternal, taintOriginOf } from './support/expressions/untrusted.ts';
import { hasLearntBottom, hasLearntTop } from './support/sizes/extent.ts';
import { isCheckedAboveOnly } from './support/sizes/fields-checked-above.ts';
import { type SizeUse, sizeUses } from './support/sizes/size-uses.ts';

export const signedUnsignedConversion: CRule = {
  id: 'signed_unsigned_conversion',
  title: 'A negative number becomes a huge length',
  category: 'integer',
  cwe: [195],
  severity: 'medium',
  precision: 'medium',
  help: 'Lengths are unsigned. A signed number that can be negative here, such as the -1 with which `read` reports an error, turns into one near the top of the range, and the call touches far more memory than there is. A check against the upper limit alone lets it through.',
  suggestion: 'Refuse negative values before the number is used as a length.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <arpa/inet.h>
#include <unistd.h>
static int fill(int fd, char *to, size_t wanted) {
  while (wanted > 0) {
    ssize_t got = read(fd, to, wanted < 512 ? wanted : 512);
    if (got <= 0) return -1;
    to += got;
    wanted -= (size_t)got;
  }
  return 0;
}
int frame(int fd, char *body) {
  uint32_t head;
  if (read(fd, &head, sizeof head) != sizeof head) return -1;
  int length = (int)ntohl(head);
  if (length > 2048) return -1;
  return fill(fd, body, length); // defect
}`,
      `#include <string.h>
#include <sys/socket.h>
void forward(int from, int to, char *copy) {
  char data[512];
  long got = recv(from, data, sizeof(data), 0);
  memcpy(copy, data, got); // defect
  send(to, copy, 16, 0);
}
void place(char *out, const char *in, int count) {
  if (count > 64) return;
  memcpy(out, in, (size_t)count); // defect
}`,
      `#include <stdint.h>
#include <string.h>
struct slice { int from; int count; };
struct book { const uint8_t *text; int size; struct slice page; };
static uint32_t number(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[3] << 24; }
static int fits(const struct book *book, const struct slice *page) {
  return page->from <= book->size && page->count <= book->size - page->from;
}
int open_page(struct book *book, const uint8_t *p) {
  book->page.from = number(p);
  book->page.count = number(p + 4);
  return fits(book, &book->page) ? 0 : -1;
}
void read_page(const struct book *book, uint8_t *out) {
  const struct slice *page = &book->page;
  memcpy(out, book->text + page->from, page->count); // defect
}`,
    ],
    good: [
      `#include <arpa/inet.h>
#include <unistd.h>
static int fill(int fd, char *to, size_t wanted) {
  while (wanted > 0) {
    ssize_t got = read(fd, to, wanted < 512 ? wanted : 512);
    if (got <= 0) return -1;
    to += got;
    wanted -= (size_t)got;
  }
  return 0;
}
int frame(int fd, char *body) {
  uint32_t head;
  if (read(fd, &head, sizeof head) != sizeof head) return -1;
  int length = (int)ntohl(head);
  if (length < 0 || length > 2048) return -1;
  return fill(fd, body, length);
}`,
      `#include <string.h>
#include <sys/socket.h>
void forward(int from, char *copy) {
  char data[512];
  long got = recv(from, data, sizeof(data), 0);
  if (got <= 0) return;
  memcpy(copy, data, got);
}
void place(char *out, const char *in, int count) {
  if (count < 0 || count > 64) return;
  memcpy(out, in, (size_t)count);
}`,
    ],
  },
  listen: (report) => {
    const sizes = sizeUses((use, facts) => check(use, facts, report));
    return {
      ...sizes,
      call(event, facts) {
        sizes.call?.(event, facts);
        checkArguments(event, facts, report);
      },
    };
  },
};

/**
 * Data that is compared with its upper limit alone and then given to a function of the project as a number
 * without a sign: what is done with it there may be too involved to be known, and is right for no such number.
 */
function checkArguments({ call, args }: CallEvent, facts: Facts, report: ReportHit): void {
  const parameters = facts.unit.functionsByName.get(call.name)?.parameters ?? [];
  for (const [index, { type }] of parameters.entries()) {
    const expr = call.args[index];
    const inner = expr && withoutCasts(expr);
    if (expr === undefined || inner === undefined || args[index] === undefined) continue;
    if (type.kind !== 'int' || type.signed || type.boolean === true) continue;
    if (inner.type.kind !== 'int' || !inner.type.signed || inner.type.bits > type.bits) continue;
    const value = facts.valueOf(inner);
    const taint = facts.taint(value);
    if (!isExternal(taint) || facts.range(value).lo >= 0 || value.root === 0) continue;
    if (facts.factsOf(value).checkedBelow || !hasLearntTop(facts, value)) continue;
    report(
      expr,
      `\`${facts.text(inner)}\`${fromSource(taint)} is compared with its upper limit alone: below zero it becomes a huge number in \`${call.name}\``,
      {
        confidence: 0.65,
        event: eventOf(taint),
        trace: traceOf(taint, facts.step(expr, 'it becomes a number without a sign here')),
      },
    );
  }
}

function check(use: SizeUse, facts: Facts, report: ReportHit): void {
  if (use.kind === 'index') return;
  const inner = withoutCasts(use.expr);
  const value = facts.valueOf(inner);
  const { distortion } = facts.factsOf(use.value);
  const stored = distortion?.kind === 'sign';
  const isSigned = inner.type.kind === 'int' && inner.type.signed;
  if (!stored && (!isSigned || facts.range(value).lo >= 0)) return;
  if (!stored && (facts.factsOf(value).checkedBelow || value.root === 0)) return;
  const known = facts.factsOf(value);
  const taint = facts.taint(value);
  const confidence = confidenceOf(use, inner !== use.expr, stored, facts);
  if (confidence === 0) return;
  report(
    use.expr,
    `\`${facts.text(inner)}\`${known.from === '' ? fromSource(taint) : ` from ${known.from}()`} can be negative and becomes a huge ${use.kind === 'length' ? 'length' : 'size'}`,
    {
      confidence,
      event:
        inner.kind === 'member' && isCheckedAboveOnly(inner, facts.unit) ? 'shape' : eventOf(taint),
      trace: traceOf(
        taint,
        distortion?.step ?? facts.step(use.expr, 'it is used as a length here'),
      ),
    },
  );
}

function confidenceOf(use: SizeUse, cast: boolean, stored: boolean, facts: Facts): number {
  const value = facts.valueOf(withoutCasts(use.expr));
  const { lo } = facts.range(value);
  const known = facts.factsOf(value);
  const trust = taintOriginOf(facts, value);
  const fails =
    /^(?:read|pread|recv|recvfrom|recvmsg|readlink|getline|ftell|snprintf|vsnprintf|write|send)$/;
  if (lo >= -1 && lo < 0 && fails.test(known.from)) return use.kind === 'length' ? 0.8 : 0.6;
  if (trust === 'external') return use.kind === 'length' ? 0.75 : 0.48;
  if (trust !== 'parameter') return lo < 0 && hasLearntBottom(facts, value) && lo === -1 ? 0.5 : 0;
  if (use.kind === 'allocation') return 0.4;
  // A check from above only is a check that forgot half.
  if (hasLearntTop(facts, value)) return cast || stored ? 0.62 : 0.55;
  const inner = withoutCasts(use.expr);
  if (inner.kind === 'member' && isCheckedAboveOnly(inner, facts.unit)) return 0.62;
  const isGiven = inner.kind === 'name' && inner.variable?.scope === 'parameter';
  return isGiven && (cast || stored) ? 0.55 : 0.42;
}
