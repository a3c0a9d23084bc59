import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { constant, linearSum, type Value } from '../../code/flow/domain/value.ts';
import type { CallEvent, TransferEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts, Pointee } from '../../code/flow/interpreter/facts.ts';
import { hasUserModel, libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { textRange } from './support/expressions/text-range.ts';
import {
  eventOf,
  fromSource,
  isExternal,
  isReadHere,
  keptInRecord,
  MAX_KEPT,
} from './support/expressions/untrusted.ts';
import { extentOf } from './support/sizes/extent.ts';
import { formattedLength } from './support/texts/formatted-length.ts';
import { isMeasuredInSum } from './support/texts/measured-texts.ts';

const COPIES = /^(?:__builtin_)?(?:strcpy|stpcpy|strcat)$/;
const WIDE = /^wcs(?:cpy|cat)$/;
const FORMATS = /^v?sprintf$/;

export const unsafeApi: CRule = {
  id: 'unsafe_api',
  title: 'Text is copied without a limit',
  category: 'bounds',
  cwe: [787, 120],
  furtherCwe: [242, 131],
  severity: 'high',
  precision: 'high',
  help: '`strcpy`, `strcat`, `sprintf` and `gets` write as much as the source holds, whatever the size of the destination. Text that is one byte too long overwrites what lies behind the buffer: other variables, the return address, the allocator. Copies that provably fit, such as a literal into a larger array, are not reported. `gets` cannot be used safely at all.',
  suggestion:
    'Use a function that takes the size of the destination, such as snprintf or fgets, and check for truncation.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <string.h>
#include <stdio.h>
void greet(const char *who) {
  char line[40];
  strcpy(line, "Dear "); // a literal that fits
  strcat(line, who); // defect
  puts(line);
}`,
      `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char answer[16];
  char path[64];
  gets(answer); // defect
  sprintf(path, "%s/.config/%s", getenv("HOME"), "app.ini"); // defect
  return puts(path);
}`,
      `#include <stdlib.h>
#include <string.h>
char *copy(const char *text) {
  char *made = malloc(strlen(text));
  if (made == NULL) return NULL;
  strcpy(made, text); // defect
  return made;
}`,
      `#include <string.h>
char *add_suffix(char *name, const char *suffix) { return strcat(name, suffix); } // defect`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
#include <stdio.h>
char *copy(const char *text) {
  char *made = malloc(strlen(text) + 1);
  if (made == NULL) return NULL;
  strcpy(made, text);
  return made;
}
int keep(char *slot, const char *text) {
  char name[32];
  if (strlen(text) >= sizeof(name)) return -1;
  strcpy(name, text);
  snprintf(slot, 8, "%s", name);
  return 0;
}
void label(int id) {
  char text[32];
  sprintf(text, "item %d", id);
  puts(text);
}`,
    ],
  },
  listen: (report) => ({
    transfer(event, facts) {
      const copy = event.write ? copyOf(event) : undefined;
      if (copy !== undefined) checkCopy(event, copy, facts, report);
    },
    call(event, facts) {
      const { name } = event.call;
      if (event.call.receiver !== undefined) return;
      if (name === 'gets' && event.model !== undefined) {
        report(event.call, '`gets` reads a line of any length into the buffer', {
          confidence: 0.95,
          cwe: 242,
        });
      } else if (hasUserModel(name)) checkUnbounded(event, facts, report);
      else if (FORMATS.test(name)) checkFormat(event, facts, report);
      else if (WIDE.test(name)) checkWide(event, facts, report);
    },
  }),
};

/** How sure it is that a text has no limit where only callers could tell. */
const MAX_OF_CALLERS = 0.6;

/** Where the text comes from that a call copies whole, and whether it goes behind what is there. */
interface TextCopy {
  /** The position of the argument. */
  readonly from: number;
  readonly appends: boolean;
}

function copyOf({ call, arg, text }: TransferEvent): TextCopy | undefined {
  if (COPIES.test(call.name)) return { from: 1, appends: call.name.endsWith('strcat') };
  if (!text || !hasUserModel(call.name)) return undefined;
  const write = libraryModelOf(call.name)?.writes?.find((one) => one.arg === arg);
  const from = write?.from ?? write?.size?.text;
  return from === undefined ? undefined : { from, appends: write?.append === true };
}

/** What a declared function writes without any bound, as `gets` does. */
function checkUnbounded({ call, args, model }: CallEvent, facts: Facts, report: ReportHit): void {
  const write = model?.writes?.find(({ size, from }) => size === undefined && from === undefined);
  const target = write === undefined ? undefined : args[write.arg];
  if (target === undefined) return;
  const known = facts.pointees(target).find(({ object }) => object.size !== undefined);
  const name =
    known === undefined || known.object.name === '' ? 'its argument' : `\`${known.object.name}\``;
  report(call, `\`${call.name}\` writes without a limit to ${name}`, {
    confidence: known === undefined ? 0.6 : 0.9,
    cwe: 120,
  });
}

function checkCopy(
  event: TransferEvent,
  { from: position, appends }: TextCopy,
  facts: Facts,
  report: ReportHit,
): void {
  const { call, size } = event;
  const source = call.args[position];
  if (size === undefined || source === undefined) return;
  const from = facts.valueOf(source);
  const taint = facts.contentTaint(from);
  const isLiteral = facts.pointees(from).every(({ object }) => object.kind === 'literal');
  for (const pointee of facts.pointees(event.pointer)) {
    const { object } = pointee;
    if (object.size === undefined) {
      if (isLiteral && facts.pointees(from).length > 0) continue;
      const blind = isBlind(event, from, facts);
      report(
        call,
        blind
          ? `${call.name} copies text of any length, and \`${facts.function.name}\` is not told how much fits`
          : `${call.name} copies text of any length to a place of unknown size`,
        {
          confidence: isReadHere(taint, facts) ? 0.65 : blind ? 0.5 : 0.45,
          cwe: 120,
          event: isExternal(taint) ? eventOf(taint) : 'latent',
          trace: traceOf(taint, facts.step(call, 'it is copied here')),
        },
      );
      continue;
    }
    const bytes = appends ? appended(facts, pointee, size) : size;
    const offset = appends ? constant(0) : pointee.offset;
    const atMost = extentOf(facts, offset, bytes, object.size);
    if (atMost === 'inside') continue;
    // Of the text that is there only a bound from above is known, unless its length is.
    const isBound =
      appends && (object.length === undefined || linearSum(object.length, size, 1) === undefined);
    const extent =
      isBound && atMost === 'outside' && extentOf(facts, offset, size, object.size) !== 'outside'
        ? 'reachable'
        : atMost;
    const isVague = isBound && object.maxLength >= facts.range(object.size).hi;
    const name = object.name === '' ? 'the destination' : `\`${object.name}\``;
    if (extent === 'outside') {
      report(call, `${call.name} writes more than ${name} can hold`, {
        confidence: 0.93,
        cwe: object.kind === 'heap' ? 131 : 787,
      });
      continue;
    }
    // What is written to a literal is meant for the buffer that stands in its place on other paths.
    if (object.kind === 'literal') continue;
    // A block that was allocated for the purpose is taken to be large enough unless it provably is not.
    if (object.size.root !== 0) {
      // A local array has the length that its declaration says, which is not that of what comes in.
      if (
        object.kind === 'variable' &&
        isExternal(taint) &&
        textRange(facts, from).most === Number.POSITIVE_INFINITY
      )
        report(
          call,
          `${call.name} copies text of any length${fromSource(taint)} into ${name}, whose size is not known`,
          {
            confidence: 0.45,
            cwe: 120,
            trace: traceOf(taint, facts.step(call, 'it is copied here')),
          },
        );
      continue;
    }
    const limit = textRange(facts, from).most;
    if (!Number.isFinite(limit) && isMeasuredInSum(facts.function, source, call.start)) continue;
    const stated = Number.isFinite(limit)
      ? isVague
        ? 0.42
        : // The sender of a text chooses its length, up to what was read.
          isExternal(taint)
          ? 0.95
          : extent === 'unknown'
            ? 0.42
            : 0.6
      : facts.factsOf(size).checkedAbove
        ? 0.45
        : isExternal(taint)
          ? 0.95
          : MAX_OF_CALLERS;
    const confidence = keptInRecord(taint) ? Math.min(stated, MAX_KEPT) : stated;
    report(
      call,
      Number.isFinite(limit)
        ? `${call.name} copies up to ${limit + 1} bytes into the ${object.size.add} of ${name}`
        : `${call.name} copies text of any length${fromSource(taint)} into the ${object.size.add} bytes of ${name}`,
      {
        confidence,
        cwe: Number.isFinite(limit) ? 787 : 120,
        event: isExternal(taint) ? eventOf(taint) : 'latent',
        trace: traceOf(taint, facts.step(call, 'it is copied here without a limit')),
      },
    );
  }
}

/**
 * Whether a function that other files may call copies one of its parameters to another without having
 * looked at the length, and no other parameter could tell it the size of the destination.
 */
function isBlind(event: TransferEvent, source: Value, facts: Facts): boolean {
  const ends = [event.call.args[event.arg], event.call.args[1]].map(
    (arg) => arg && withoutCasts(arg),
  );
  return (
    ends.every((end) => end?.kind === 'name' && end.variable?.scope === 'parameter') &&
    // What is known of a parameter when every caller was seen is more than that it is one.
    [event.pointer, source].every((value) => facts.contentTaint(value)?.kind === 'parameter') &&
    !facts.function.parameters.some(({ type }) => type.kind === 'int') &&
    event.size !== undefined &&
    !facts.factsOf(event.size).checkedAbove
  );
}

/** The bytes in use after `size` more are put behind the text that is there. */
function appended(facts: Facts, { object }: Pointee, size: Value): Value {
  if (object.length !== undefined) {
    const sum = linearSum(object.length, size, 1);
    if (sum !== undefined) return sum;
  }
  if (object.terminated === 'yes' && Number.isFinite(object.maxLength)) {
    const sum = linearSum(size, constant(object.maxLength), 1);
    const least = facts.range(size);
    // The text there may be shorter, so that only a bound from above is known.
    return sum !== undefined && least.lo === least.hi && object.maxLength === 0
      ? size
      : (sum ?? size);
  }
  return size;
}

function checkFormat(event: CallEvent, facts: Facts, report: ReportHit): void {
  const { call, args } = event;
  const [destination] = args;
  if (destination === undefined) return;
  const length = formattedLength(facts, call, args, 1);
  const variadic = call.name === 'vsprintf';
  const most = variadic || length === undefined ? Number.POSITIVE_INFINITY : length.most;
  const into = length?.unbounded?.value;
  const taint = into === undefined ? undefined : facts.contentTaint(into);
  for (const { object, offset } of facts.pointees(destination)) {
    const size = object.size;
    if (size === undefined) {
      if (Number.isFinite(most)) continue;
      report(call, `${call.name} writes text of any length to a place of unknown size`, {
        confidence: isReadHere(taint, facts) ? 0.6 : 0.42,
        cwe: 120,
      });
      continue;
    }
    if (size.root !== 0 || object.kind === 'literal') continue;
    const room = size.add - Math.max(0, facts.range(offset).lo);
    if (most + 1 <= room) continue;
    const name = object.name === '' ? 'the destination' : `\`${object.name}\``;
    if (length !== undefined && !variadic && length.least + 1 > room) {
      report(
        call,
        `${call.name} writes at least ${length.least + 1} bytes into the ${room} of ${name}`,
        {
          confidence: 0.92,
        },
      );
      continue;
    }
    const bounded = Number.isFinite(most);
    const text = length?.unbounded?.expr;
    if (!bounded && text !== undefined && isMeasuredInSum(facts.function, text, call.start))
      continue;
    report(
      call,
      bounded
        ? `${call.name} can write ${most + 1} bytes into the ${room} of ${name}`
        : `${call.name} writes text of any length${fromSource(taint)} into the ${room} bytes of ${name}`,
      {
        confidence: bounded
          ? length?.byFloat === true
            ? 0.42
            : 0.6
          : isExternal(taint)
            ? 0.88
            : taint !== undefined
              ? MAX_OF_CALLERS
              : variadic || length === undefined
                ? 0.5
                : 0.6,
        cwe: bounded ? 787 : 120,
        event: bounded || isExternal(taint) ? 'definite' : 'latent',
        trace: traceOf(taint, facts.step(call, 'it is written here without a limit')),
      },
    );
  }
}

/** Wide characters take four bytes each. */
function checkWide(event: CallEvent, facts: Facts, report: ReportHit): void {
  const { call, args } = event;
  const [destination, source] = args;
  if (destination === undefined || source === undefined) return;
  const limit = textRange(facts, source);
  const literal = facts.pointees(source).some(({ object }) => object.kind === 'literal');
  for (const { object, offset } of facts.pointees(destination)) {
    if (object.size === undefined || object.size.root !== 0) continue;
    const room = object.size.add - Math.max(0, facts.range(offset).lo);
    if (literal ? (limit.most + 1) * 4 <= room : limit.most + 4 <= room) continue;
    const name = object.name === '' ? 'the destination' : `\`${object.name}\``;
    report(call, `${call.name} copies wide text into ${name} without a limit`, {
      confidence: literal ? 0.9 : 0.75,
    });
  }
}
