import type { Expr, Loop, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { MemoryObject } from '../../code/flow/domain/memory-object.ts';
import type { Taint } from '../../code/flow/domain/taint.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { AccessEvent, AssignEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts, Pointee } from '../../code/flow/interpreter/facts.ts';
import type { ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf, isExternal, keptInRecord } from './support/expressions/untrusted.ts';
import { hasLearntTop } from './support/sizes/extent.ts';
import { measuredLength } from './support/sizes/measured-length.ts';
import { isEndedByInput } from './support/texts/ended-by-input.ts';
import { readsMeasuredText } from './support/texts/measured-texts.ts';
import { isUnaskedCopy } from './support/texts/unasked-copies.ts';

/** Where something is stored: `a[i]`, or `*p` with a pointer that goes on. */
export type StorePlace = Pick<AccessEvent, 'expr' | 'pointer' | 'index' | 'indexValue' | 'base'>;

/** A loop that stores input for as long as there is some, at a place that nothing limits. */
export function checkUnlimited(
  place: StorePlace,
  { assigned, value }: AssignEvent,
  facts: Facts,
  report: ReportHit,
): void {
  const target = place.expr;
  const loops = facts.function.loops.filter(
    (loop) => loop.start <= target.start && target.end <= loop.end,
  );
  if (loops.length === 0) return;
  const taint = facts.taint(assigned);
  const source = value === undefined ? undefined : withoutCasts(value);
  // Text of the caller's is copied as it is; digits of a number are made here, and come to an end.
  const isCopy = taint !== undefined && (source?.kind === 'deref' || source?.kind === 'index');
  const isUnasked =
    !isExternal(taint) && isUnaskedCopy(source, place.base, place.index, loops, facts);
  if (!isExternal(taint) && !isCopy && !isUnasked) return;
  const moved = place.index === undefined ? movedPointer(target) : undefined;
  if (
    place.index === undefined &&
    (moved === undefined || !isMovedIn(loops, moved, facts) || isCounted(loops, moved, facts))
  )
    return;
  if (loops.some((loop) => readsMeasuredText(facts.function, loop))) return;
  for (const { object, offset } of facts.pointees(place.pointer)) {
    const at = place.indexValue ?? offset;
    const room = object.size;
    if (room === undefined || room.root !== 0) continue;
    const from = sourcesOf(source, facts);
    // What an array holds already, and is only moved in it, is no input that is stored.
    if (from.some((one) => one.object.id === object.id)) continue;
    if (from.length > 0 && from.every((one) => fitsInto(one.object, room, facts))) continue;
    if (isUnasked && !hasMorePieces(assigned, source, room, facts)) continue;
    if (moved !== undefined && facts.factsOf(place.pointer).checkedAbove) continue;
    const isMeasured = isAsLongAsText(place, loops, room.add, facts);
    if (!isMeasured && !isUnlimited(at, facts)) continue;
    const name = object.name === '' ? facts.text(place.base) : object.name;
    const what =
      place.index === undefined
        ? `how far \`${moved?.name ?? ''}\` goes`
        : `the index \`${facts.text(place.index)}\``;
    report(target, `input is stored in \`${name}\` without a limit on ${what}`, {
      confidence: isUnasked
        ? UNASKED
        : surenessOf(taint, isMeasured || isEndedByInput(facts.function, loops)),
      event: eventOf(taint),
      ...(isExternal(taint) || isUnasked ? { beyondPaths: true } : {}),
      trace: traceOf(taint, facts.step(target, 'it is stored here')),
    });
  }
}

const POINTER_BYTES = 8;

/** How sure a copy is of which nothing asks how long it gets, where it is not known where the text comes from. */
const UNASKED = 0.62;

/** A loop that goes on for as long as input does is a `strcpy` of that input, and as sure. */
function surenessOf(taint: Taint | undefined, isAsLongAsInput: boolean): number {
  if (!isExternal(taint)) return 0.55;
  return isAsLongAsInput && !keptInRecord(taint) ? 0.95 : 0.72;
}

/** Whether a number counts upwards and nothing says how far. */
function isUnlimited(at: Value, facts: Facts): boolean {
  if (at.root === 0 || hasLearntTop(facts, at)) return false;
  const known = facts.factsOf(at);
  if (known.checkedAbove || known.taint !== undefined || known.from !== '') return false;
  const { lo } = facts.range(at);
  return lo >= 0 || lo > -2147483648;
}

/** Whether the loop ends where a text does that comes from elsewhere, and which may be longer than the array. */
function isAsLongAsText(
  { index }: StorePlace,
  loops: readonly Loop[],
  room: number,
  facts: Facts,
): boolean {
  const counter = index && withoutCasts(index);
  if (counter?.kind !== 'name') return false;
  return loops.some(({ condition, start }) => {
    if (condition?.kind !== 'binary' || !/^(?:<=?|!=)$/.test(condition.op)) return false;
    const left = withoutCasts(condition.left);
    if (left.kind !== 'name' || left.variable !== counter.variable) return false;
    const limit = facts.valueOf(condition.right);
    const measured: Taint | undefined = measuredLength(facts, limit, condition.right, start)?.taint;
    return measured !== undefined && facts.range(limit).hi > room;
  });
}

/** The pointer of `*p`, `*p++` and `*++p`. */
function movedPointer(target: Expr): Variable | undefined {
  if (target.kind !== 'deref') return undefined;
  const inner = withoutCasts(target.operand);
  const name = inner.kind === 'incdec' ? withoutCasts(inner.operand) : inner;
  return name.kind === 'name' ? name.variable : undefined;
}

/** Whether a pointer goes one element on in each round of one of the loops. */
function isMovedIn(loops: readonly Loop[], pointer: Variable, facts: Facts): boolean {
  for (const part of expressionsOf(facts.function.blocks)) {
    if (!loops.some((loop) => loop.start <= part.start && part.end <= loop.end)) continue;
    const target =
      part.kind === 'incdec' ? part.operand : part.kind === 'assign' ? part.target : undefined;
    if (target?.kind !== 'name' || target.variable !== pointer) continue;
    if (part.kind === 'incdec') return true;
    if (part.kind === 'assign' && part.op === '+=' && constantOf(part.value) === 1) return true;
  }
  return false;
}

/** Whether a loop asks how far a pointer has come: by the pointer itself, or by a number that counts with it. */
function isCounted(loops: readonly Loop[], pointer: Variable, facts: Facts): boolean {
  const { blocks } = facts.function;
  const counters = new Set<Variable>([pointer]);
  for (const part of expressionsOf(blocks)) {
    if (!loops.some((loop) => loop.start <= part.start && part.end <= loop.end)) continue;
    const target =
      part.kind === 'incdec'
        ? part.operand
        : part.kind === 'assign' && part.op !== '='
          ? part.target
          : undefined;
    if (target?.kind === 'name' && target.variable?.type.kind === 'int')
      counters.add(target.variable);
  }
  const isCounter = (side: Expr): boolean => {
    const inner = withoutCasts(side);
    const name = inner.kind === 'incdec' ? inner.operand : inner;
    return name.kind === 'name' && name.variable !== undefined && counters.has(name.variable);
  };
  for (const { id, end } of blocks) {
    if (end.kind !== 'branch' || !loops.some(({ body }) => body.includes(id))) continue;
    if (isCounter(end.condition)) return true;
    for (const part of expressionsIn(end.condition))
      if (part.kind === 'binary' && (isCounter(part.left) || isCounter(part.right))) return true;
  }
  return false;
}

/** What an element is read from that is stored as it is. */
function sourcesOf(source: Expr | undefined, facts: Facts): readonly Pointee[] {
  if (source?.kind !== 'index' && source?.kind !== 'deref') return [];
  return facts.pointees(facts.valueOf(source.kind === 'index' ? source.base : source.operand));
}

/** Whether a text may be cut into more pieces than there is room for, each of a character at least. */
function hasMorePieces(
  assigned: Value,
  source: Expr | undefined,
  room: Value,
  facts: Facts,
): boolean {
  if (source?.kind === 'index' || source?.kind === 'deref') return true;
  const texts = facts.pointees(assigned);
  const bytes = facts.range(room).lo / POINTER_BYTES;
  return !texts.some(({ object }) => object.maxLength + 1 <= bytes || object.kind === 'literal');
}

/** Whether all of an array or of a text fits into so many bytes. */
function fitsInto(source: MemoryObject, room: Value, facts: Facts): boolean {
  const { hi } =
    source.size === undefined ? { hi: Number.POSITIVE_INFINITY } : facts.range(source.size);
  return Math.min(hi, source.maxLength + 1) <= facts.range(room).lo;
}
