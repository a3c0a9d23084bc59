import type { Expr } from '../../../../code/c/ir/ast.ts';
import { pointee } from '../../../../code/c/ir/types.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { isFormattedLength } from '../../../../code/flow/calls/formatted-output.ts';
import type { Taint } from '../../../../code/flow/domain/taint.ts';
import { constant, type Value } from '../../../../code/flow/domain/value.ts';
import type { TransferEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts, Pointee } from '../../../../code/flow/interpreter/facts.ts';
import type { ReportHit } from '../../c-rule.ts';
import { traceOf } from '../expressions/taint-trace.ts';
import { isUnquestioned, UNQUESTIONED } from '../expressions/unquestioned.ts';
import { eventOf, fromSource, isCheckedAbove, taintOriginOf } from '../expressions/untrusted.ts';
import { reportBehindUsed } from './behind-used.ts';
import { countedInBytes } from './counted-in-bytes.ts';
import { extentOf, hasLearntTop } from './extent.ts';
import { isOfLongerRecord } from './longer-record.ts';
import { beforeStart, madeForLess } from './made-blocks.ts';
import { measuredLength } from './measured-length.ts';
import { appendedBytes, isOfWholeRows } from './transferred-bytes.ts';

/** Reports a call that moves more bytes than there are behind one of the places that its pointer may lead to. */
export function checkTransfer(
  event: TransferEvent,
  expr: Expr,
  size: Value,
  place: Pointee,
  facts: Facts,
  report: ReportHit,
): void {
  const { call, write } = event;
  const { object } = place;
  // How far a function of the project reads is known for arrays that are seen whole only.
  if (event.length !== undefined && object.size === undefined) return;
  if (object.size === undefined && write && isOfLongerRecord(event, expr, place, facts)) {
    report(
      call,
      `\`${facts.text(expr)}\` is the size of another record than ${call.name} writes to`,
      { confidence: 0.6, event: 'shape', cwe: 787 },
    );
    return;
  }
  const trust = taintOriginOf(facts, size);
  const taint = facts.taint(size);
  const checked = isCheckedAbove(facts, size);
  const verb = write ? 'writes' : 'reads';
  const name = object.name === '' ? 'the buffer' : `\`${object.name}\``;
  const trace = traceOf(taint, facts.step(call, `${call.name} ${verb} so many bytes here`));
  if (object.size === undefined) {
    if (write && reportBehindUsed(event, expr, size, facts, report)) return;
    if (trust !== 'external' || checked || facts.range(size).hi <= 255) return;
    if (hasLearntTop(facts, size)) return;
    report(call, `the length \`${facts.text(expr)}\`${fromSource(taint)} is not checked`, {
      confidence: 0.65,
      event: eventOf(taint),
      cwe: write ? 787 : 126,
      trace,
    });
    return;
  }
  const appends = call.name === 'strncat';
  const used = appends ? appendedBytes(place, size, call.args[1], facts) : size;
  const offset = appends ? constant(0) : place.offset;
  const early = beforeStart(object, offset, facts);
  if (early !== undefined) {
    report(call, `${call.name} ${verb} before the start of ${name}`, {
      ...early,
      cwe: write ? 124 : 127,
      trace,
    });
    return;
  }
  const extent = extentOf(facts, offset, used, object.size);
  if (extent === 'inside' || isOfWholeRows(call.args[event.arg], used, facts)) return;
  const cwe = write ? (appends || call.name === 'snprintf' ? 119 : 787) : 126;
  if (extent === 'outside') {
    // Reading a padded literal, or text with a limit, stops at its end.
    if (!write && object.kind === 'literal' && /^(?:str|mem)n?(?:case)?cmp$/.test(call.name))
      return;
    // `&first[1]` may well stand for the rest of the record that it lies in.
    const given = call.args[event.arg];
    const isRest =
      (object.kind === 'unknown' && facts.range(offset).lo > 0) ||
      (facts.isPart(object.id) && given !== undefined && withoutCasts(given).type.kind !== 'array');
    report(call, `${call.name} ${verb} past the end of ${name}`, {
      confidence: isRest && !isOfLongerRecord(event, expr, place, facts) ? 0.48 : 0.92,
      cwe,
      trace,
    });
    return;
  }
  if (appends && isWholeRoom(size, object.size)) {
    report(call, `strncat may add a whole ${name} to the text that is already there`, {
      confidence: 0.65,
      cwe: 805,
    });
    return;
  }
  const sureness = write && isUnquestioned(taint, expr, facts) ? UNQUESTIONED : 0.85;
  if (extent === 'reachable') {
    report(call, `${call.name} can reach past the end of ${name}`, {
      confidence: trust === 'external' ? sureness : 0.7,
      // Where both the place and the length vary, mostly the one is what the other leaves.
      event: offset.root !== 0 && used.root !== 0 ? 'may' : eventOf(taint),
      cwe,
      trace,
    });
    return;
  }
  if (countedInBytes(object, offset, elementIndex(call.args[event.arg]), facts)) {
    report(call, `${name} has as many bytes as its elements are counted`, {
      confidence: 0.75,
      cwe: write ? 787 : 126,
      trace,
    });
    return;
  }
  const isOfFormat = used.root !== 0 && isFormattedLength(facts.factsOf(used).from);
  const measured =
    (write || isOfFormat) && object.size.root === 0 ? measuredLength(facts, used, expr) : undefined;
  if (measured !== undefined && object.kind !== 'literal') {
    report(
      call,
      `${call.name} ${verb} as much as the text${fromSource(measured.taint)} is long ${write ? 'into' : 'of'} the ${object.size.add} bytes of ${name}`,
      {
        confidence: measured.confidence,
        event: measured.event,
        cwe: write ? 787 : 126,
        trace: traceOf(
          measured.taint,
          facts.step(call, `it is ${write ? 'written' : 'read'} here without a limit`),
        ),
      },
    );
    return;
  }
  const less = write ? madeForLess(object, offset, used, facts) : undefined;
  if (less !== undefined) {
    const message = `\`${facts.text(expr)}\` bytes go to a place in ${name} that it was not made for`;
    report(call, message, { ...less, cwe: 787, trace });
    return;
  }
  if (write && reportBehindUsed(event, expr, size, facts, report)) return;
  if (checked && facts.factsOf(size).distortion === undefined) return;
  if (object.size.root !== 0 && !checked && trust !== 'external') return;
  const chosen = write && !isKeptNumber(facts.taint(mostOf(expr, size, facts)), facts);
  const confidence =
    trust === 'external' ? sureness : trust === 'parameter' ? (chosen ? 0.62 : 0.45) : 0;
  if (confidence === 0 || checked) return;
  report(
    call,
    `the length \`${facts.text(expr)}\`${fromSource(taint)} is not compared with the size of ${name}`,
    { confidence, event: eventOf(taint), cwe, trace },
  );
}

/** The index of `&a[i]`. */
function elementIndex(given: Expr | undefined): Expr | undefined {
  const bare = given && withoutCasts(given);
  return bare?.kind === 'address' && bare.operand.kind === 'index' ? bare.operand.index : undefined;
}

/** What a size is at most: the rest `all - some` is no more than `all`, whatever decides about `some`. */
function mostOf(expr: Expr, size: Value, facts: Facts): Value {
  const bare = withoutCasts(expr);
  if (bare.kind !== 'binary' || bare.op !== '-') return size;
  const all = facts.valueOf(bare.left);
  return facts.atMost(facts.valueOf(bare.right), all) ? all : size;
}

/** A number out of a structure that the caller passes was checked, if at all, when it was put there. */
function isKeptNumber(taint: Taint | undefined, facts: Facts): boolean {
  const from = (taint?.parameters ?? []).map((position) => facts.function.parameters[position]);
  return from.every((each) => each !== undefined && pointee(each.type)?.kind === 'record');
}

function isWholeRoom(limit: Value, size: Value): boolean {
  return limit.root === 0 && size.root === 0 && limit.add === size.add - 1;
}
