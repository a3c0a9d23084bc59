import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf, fromSource, taintOriginOf } from './support/expressions/untrusted.ts';
import { hasLearntBottom, hasLearntTop } from './support/sizes/extent.ts';
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
    ],
    good: [
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
  listen: (report) => sizeUses((use, facts) => check(use, facts, report)),
};

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
      event: eventOf(taint),
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
  const isGiven = inner.kind === 'name' && inner.variable?.scope === 'parameter';
  return isGiven && (cast || stored) ? 0.55 : 0.42;
}
