import type { Expr } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { isPointerLike, pointee } from '../../../../code/c/ir/types.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Taint } from '../../../../code/flow/domain/taint.ts';
import { plus, times, type Value } from '../../../../code/flow/domain/value.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts, Pointee } from '../../../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { isUnquestioned, UNQUESTIONED } from '../expressions/unquestioned.ts';
import {
  fromSource,
  isCheckedAbove,
  isExternal,
  isReadHere,
  taintOriginOf,
} from '../expressions/untrusted.ts';
import { beforeShortTextIn, beforeUnknownText, ofCaller } from './before-text.ts';
import { countedInBytes } from './counted-in-bytes.ts';
import {
  bytes,
  type Extent,
  extentOf,
  hasLearntBottom,
  hasLearntTop,
  hasNearBottom,
  offsetOf,
} from './extent.ts';
import type { FoundAccess } from './found-access.ts';
import { eventOfReach, isStrided, isTopOfType } from './index-reach.ts';
import { asIndexed } from './indexed-sum.ts';
import { inputLimit } from './input-limit.ts';
import { indexInLastRound } from './last-round-of-access.ts';
import { isLoopIndex } from './loop-index.ts';
import { madeForLess } from './made-blocks.ts';
import { measuredLength } from './measured-length.ts';

/** A read or write of an element that may not lie in its object. */
export interface BadAccess extends FoundAccess {
  /** What it has in common with other accesses of the function that have the same remedy. */
  readonly cause: string;
}

/** What is wrong with an access through an index or a pointer, the surest thing first. */
export function badAccess(access: AccessEvent, facts: Facts): BadAccess | undefined {
  if (access.via !== 'index' && access.via !== 'deref') return undefined;
  const event = asIndexed(access, facts);
  // Containers of C++ have an operator of their own.
  if (!isPointerLike(event.base.type)) return undefined;
  const places = facts.pointees(event.pointer);
  // Which object goes with which index is not known when there are several.
  const several = places.length > 1;
  const isElsewhere = isSeenOtherwise(event, places, facts);
  const found = places
    .map((place) => check(event, place, facts))
    .filter((bad) => bad !== undefined)
    .map((bad) =>
      several || isElsewhere || isUncertainSource(bad, facts) || isBehindStart(bad, places)
        ? { ...bad, confidence: Math.min(bad.confidence, 0.48) }
        : bad,
    );
  const worst = found.sort((a, b) => b.confidence - a.confidence)[0];
  const { index, base } = event;
  return worst && { ...worst, cause: `${facts.text(base)}[${index && facts.text(index)}]` };
}

function isExact(value: Value, facts: Facts): boolean {
  const { lo, hi } = facts.range(value);
  return lo === hi;
}

/**
 * Whether an index is blamed on its source, which other functions have seen, and may have checked it against. Where the
 * function itself checks one end of the array, it is the one that checks, and forgets the other end.
 */
function isUncertainSource({ index, taint, isOneSided }: FoundAccess, facts: Facts): boolean {
  return index === 'untrusted' && !isOneSided && isExternal(taint) && !isReadHere(taint, facts);
}

/**
 * Whether the object is not the one that the pointer is used for: a part of a record or a row of a
 * matrix that stands for what lies behind it, or something that a pointer without a type was given for.
 */
function isSeenOtherwise({ base }: AccessEvent, places: readonly Pointee[], facts: Facts): boolean {
  const [place] = places;
  if (place === undefined || base.type.kind === 'array') return false;
  const { object } = place;
  if (facts.isPart(object.id)) return true;
  const given = pointee(withoutCasts(base).type);
  return object.kind !== 'heap' && base.kind === 'cast' && given?.kind === 'void';
}

/** Whether a pointer is followed backwards that may lead behind the start of an array, or is one of several. */
function isBehindStart({ index }: FoundAccess, [place]: readonly Pointee[]): boolean {
  return index === 'negative' && /^(?:unknown|literal)$/.test(place?.object.kind ?? '');
}

function check(event: AccessEvent, place: Pointee, facts: Facts): FoundAccess | undefined {
  const { object } = place;
  const { indexValue } = event;
  const element = event.elementSize ?? 1;
  const trust = indexValue === undefined ? 'none' : taintOriginOf(facts, indexValue);
  const taint = indexValue === undefined ? undefined : facts.taint(indexValue);
  const name = object.name === '' ? facts.text(event.base) : object.name;
  const what =
    event.index === undefined
      ? `\`${facts.text(event.expr)}\``
      : `the index \`${facts.text(event.index)}\``;
  if (object.size === undefined || event.elementSize === undefined)
    return ofUnknownSize(event, facts);
  const at = offsetOf(place, indexValue, element);
  const extent: Extent =
    at === undefined
      ? extentOf(
          facts,
          place.offset,
          plus(times(indexValue ?? bytes(0), element), element),
          object.size,
        )
      : extentOf(facts, at, bytes(element), object.size);
  // Behind `text[0] && text[1]` a text that ended before is read no further.
  const stops = !event.write && object.terminated === 'yes' && facts.isDecidedByMemory(event.expr);
  if (extent === 'outside') {
    return {
      message: `${what} is past the end of \`${name}\``,
      confidence: stops ? 0.45 : 0.93,
      event: 'definite',
      index: 'none',
      taint,
    };
  }
  const last = extent === 'reachable' ? indexInLastRound(event, facts) : undefined;
  if (last !== undefined && isExact(place.offset, facts) && isExact(object.size, facts))
    return {
      message: `${what} is ${last} in the last round of its loop, which is past the end of \`${name}\``,
      confidence: 0.93,
      event: 'definite',
      beyondPaths: true,
      index: 'none',
      taint,
    };
  if (extent === 'reachable' && !isTopOfType(event, facts)) {
    const seen = eventOfReach(event, facts, roomOf(object.size, element));
    return {
      message: `${what} can go past the end of \`${name}\``,
      confidence: stops || isSumOfTwo(event, place) ? 0.45 : 0.75,
      event: seen,
      ...(seen === 'may' ? { joined: true } : {}),
      index: 'none',
      taint,
    };
  }
  const range = at === undefined ? undefined : facts.range(at);
  const measured =
    event.write && event.index !== undefined && indexValue !== undefined && object.size.root === 0
      ? measuredLength(facts, indexValue, event.index)
      : undefined;
  if (measured !== undefined && extent !== 'inside')
    return {
      message: `${what} is as great as the text${fromSource(measured.taint)} is long, and is not compared with the size of \`${name}\``,
      confidence: measured.confidence,
      event: measured.event,
      index: 'none',
      taint: measured.taint,
    };
  const length = indexValue === undefined ? undefined : beforeShortTextIn(event, facts);
  if (length !== undefined && indexValue !== undefined) return length(name);
  if (at !== undefined && range !== undefined && range.lo < 0) {
    if (range.hi < 0)
      return {
        message: `${what} is before the start of \`${name}\``,
        confidence: 0.9,
        event: 'definite',
        index: 'negative',
        taint,
      };
    if (trust === 'external' && !hasLearntBottom(facts, at) && event.index?.type.kind === 'int') {
      const isOneSide = isCheckedAbove(facts, at) || hasLearntTop(facts, at);
      return {
        message: `${what} comes from outside and can be negative`,
        confidence: isOneSide ? 0.75 : sureness(event, taint, facts),
        event: 'definite',
        index: 'untrusted',
        ...(isOneSide ? { isOneSided: true } : {}),
        taint,
      };
    }
    if (isOneSided(event, facts))
      return {
        message: `${what} is checked against the end of \`${name}\` only and can be negative`,
        // Where no caller is known to pass a number below zero, that is the caller's business.
        confidence: hasLearntBottom(facts, at) ? 0.58 : 0.45,
        event: 'latent',
        index: 'untrusted',
        taint,
      };
    const failed = failingCallOf(at, range.lo, facts);
    if (failed !== undefined)
      return {
        message: `${what} is ${range.lo} where ${failed}() fails, which is before the start of \`${name}\``,
        confidence: 0.75,
        event: 'definite',
        index: 'negative',
        taint,
      };
    if (isCharacterIndex(event, facts))
      return {
        message: `${what} is a character, which is negative beyond ASCII where \`char\` has a sign, and then before the start of \`${name}\``,
        confidence: 0.48,
        event: 'latent',
        index: 'negative',
        taint,
      };
    const isCounted = isLoopIndex(event, facts);
    if (isCounted ? hasLearntBottom(facts, at) : hasNearBottom(object, at, facts)) {
      const isMet = isCounted && !isStrided(event, facts);
      return {
        message: `${what} can be before the start of \`${name}\``,
        confidence: 0.6,
        event: isMet ? 'definite' : 'may',
        // Of the numbers that several paths brought, one of them alone shows that the least is met.
        ...(isCounted ? {} : { joined: true }),
        index: 'negative',
        taint,
      };
    }
  }
  if (extent === 'inside' || indexValue === undefined) return undefined;
  const counted = countedInBytes(object, times(indexValue, element), event.index, facts);
  if (counted)
    return {
      message: `\`${name}\` has as many bytes as ${what} counts elements of ${element} bytes`,
      confidence: 0.75,
      event: 'definite',
      index: 'none',
      taint,
    };
  const most = object.size.root === 0 ? object.size.add / element : undefined;
  const input = most === undefined ? undefined : inputLimit(event, most, facts);
  if (input !== undefined)
    return {
      message: `${what} goes up to \`${facts.text(input.limit)}\`, which comes from outside and is not compared with the size of \`${name}\``,
      confidence: UNQUESTIONED,
      event: 'definite',
      // The round that leaves the array is none of the first few that a path has.
      beyondPaths: true,
      index: 'untrusted',
      taint: input.taint,
    };
  if (isCheckedAbove(facts, indexValue)) return undefined;
  // A block of a computed size is taken to be made for the index, unless lengths went into the one that are not in the other.
  if (object.size.root !== 0) {
    const end = plus(times(indexValue, element), element);
    const less = event.write ? madeForLess(object, place.offset, end, facts) : undefined;
    if (less === undefined) return undefined;
    const message = `${what} is no place that \`${name}\` was made for`;
    return { message, index: 'none', taint, ...less };
  }
  if (trust === 'external' && !hasLearntTop(facts, indexValue))
    return {
      message: `${what} comes from outside and is not compared with the size of \`${name}\``,
      confidence: sureness(event, taint, facts),
      event: 'definite',
      index: 'untrusted',
      taint,
    };
  if (trust === 'external')
    return facts.range(indexValue).hi * element >= facts.range(object.size).hi
      ? {
          message: `${what} comes from outside and can go past the end of \`${name}\``,
          confidence: 0.7,
          event: 'definite',
          index: 'untrusted',
          taint,
        }
      : undefined;
  if (trust === 'parameter' && isPlainParameter(event))
    return {
      message: `${what} comes from the caller and is not compared with the size of \`${name}\``,
      confidence: event.write && facts.function.exported ? 0.52 : 0.45,
      event: 'latent',
      index: 'untrusted',
      taint,
    };
  return undefined;
}

/** How sure it is that an index from outside is wrong, of which nothing is known. */
function sureness({ index }: AccessEvent, taint: Taint | undefined, facts: Facts): number {
  return index !== undefined && isUnquestioned(taint, index, facts) ? UNQUESTIONED : 0.85;
}

/** How many elements a size of bytes that is no number is. */
function roomOf(size: Value, element: number): Value | undefined {
  if (size.root === 0 || size.scale % element !== 0 || size.add % element !== 0) return undefined;
  return { root: size.root, scale: size.scale / element, add: size.add / element };
}

/** Whether an offset is made of two that vary: what they come to together no range tells. */
function isSumOfTwo({ index }: AccessEvent, { offset }: Pointee): boolean {
  if (index === undefined) return false;
  const isVaried = constantOf(index) === undefined;
  if (offset.root !== 0 && isVaried) return true;
  const inner = withoutCasts(index);
  return (
    inner.kind === 'binary' &&
    /^[-+*]$/.test(inner.op) &&
    constantOf(inner.left) === undefined &&
    constantOf(inner.right) === undefined
  );
}

/** A signed parameter whose upper limit is checked, and whose lower one is forgotten. */
function isOneSided(event: AccessEvent, facts: Facts): boolean {
  const { index, indexValue } = event;
  return (
    index?.type.kind === 'int' &&
    index.type.signed &&
    indexValue !== undefined &&
    isPlainParameter(event) &&
    hasLearntTop(facts, indexValue) &&
    !facts.factsOf(indexValue).checkedBelow
  );
}

function isPlainParameter(event: AccessEvent): boolean {
  return event.index?.kind === 'name' && event.index.variable?.scope === 'parameter';
}

/** In memory of unknown size only an index from outside without any check is said to be wrong. */
function ofUnknownSize(event: AccessEvent, facts: Facts): FoundAccess | undefined {
  const { index, indexValue } = event;
  const behind = beforeUnknownText(event, facts);
  if (behind !== undefined) return behind;
  if (index === undefined || indexValue === undefined || indexValue.root === 0) return undefined;
  const length = beforeShortTextIn(event, facts);
  if (length !== undefined) return ofCaller(length(facts.text(event.base)), event, facts);
  const known = facts.factsOf(indexValue);
  if (known.checkedAbove || hasLearntTop(facts, indexValue)) return undefined;
  const taint = known.taint;
  if (taintOriginOf(facts, indexValue) === 'external' && facts.range(indexValue).hi > 65535)
    return {
      message: `the index \`${facts.text(index)}\` comes from outside and is not checked`,
      confidence: 0.7,
      event: 'definite',
      index: 'untrusted',
      taint,
    };
  const direct =
    event.write &&
    facts.function.exported &&
    isPlainParameter(event) &&
    !known.checkedBelow &&
    index.type.kind === 'int' &&
    index.type.signed &&
    event.base.kind === 'name' &&
    event.base.variable?.scope === 'parameter';
  return direct
    ? {
        message: `the index \`${facts.text(index)}\` comes from the caller and is not checked`,
        confidence: 0.45,
        event: 'latent',
        index: 'untrusted',
        taint,
      }
    : undefined;
}

/** The library function whose result, told from no other on this path, is an index below zero where it fails. */
function failingCallOf(at: Value, lo: number, facts: Facts): string | undefined {
  if (at.root === 0 || at.scale !== 1 || at.add !== 0) return undefined;
  const { from } = facts.factsOf(at);
  const result = libraryModelOf(from)?.result;
  return result?.kind === 'integer' && result.lo === lo && lo < 0 ? from : undefined;
}

/** Whether a table with room for any character is used with a plain `char` as the index, of which nothing is known. */
function isCharacterIndex({ index, indexValue }: AccessEvent, facts: Facts): boolean {
  const inner = index && withoutCasts(index);
  if (inner === undefined || indexValue === undefined || inner !== lastSigned(index)) return false;
  const { type } = inner;
  return (
    type.kind === 'int' &&
    type.bits === 8 &&
    type.signed &&
    facts.range(indexValue).lo === -128 &&
    !facts.factsOf(indexValue).checkedBelow
  );
}

/** What a number is, where no cast on the way to it takes its sign away. */
function lastSigned(expr: Expr | undefined): Expr | undefined {
  if (expr?.kind !== 'cast') return expr;
  return expr.type.kind === 'int' && expr.type.signed ? lastSigned(expr.operand) : undefined;
}
