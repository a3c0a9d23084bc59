import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { isPointerLike, pointee } from '../../c/ir/types.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import type { AccessExtent, CallEffects, ParameterEffect } from '../domain/function-summary.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import type { Taint } from '../domain/taint.ts';
import { plus, times, type Value, ZERO } from '../domain/value.ts';
import type { ConditionalRelease } from '../domain/value-numbering.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { recordAccessExtent } from '../memory/access-extent.ts';
import { release } from '../memory/allocation.ts';
import { assumeNonNull } from '../memory/dereference.ts';
import { metConditions } from '../memory/entry-conditions.ts';
import { escapeContent, markEscaped, markPassed } from '../memory/escape.ts';
import { havoc, writtenThrough } from '../memory/havoc.ts';
import { applyGlobals } from './apply-globals.ts';
import { applyWrittenPlaces } from './apply-written-places.ts';
import { assumeReturned } from './assume-returned.ts';
import { excludeResults } from './exclude-results.ts';
import { outcomesOfArguments, outcomesOfOutputs, recordOutcomes } from './result-outcomes.ts';
import { recordReleases, releaseHere, releasePerhaps } from './summarised-release.ts';
import { priorValue, returnedValue } from './summarised-value.ts';
import {
  forgetPerhapsWritten,
  importContentTaint,
  planCells,
  writeCells,
} from './written-cells.ts';

/** The effects of a call as the summary of the callee has them. */
export function applySummary(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  summary: CallEffects,
): Value {
  // What the arguments carried, and what stood behind them, before the callee wrote there.
  const contents = args.map((value) => interpreter.contentTaint(value));
  const prior = summary.returns && priorValue(interpreter, args, summary.returns);
  const planned = args.map((value, index) =>
    planCells(interpreter, expr, args, value, summary.parameters[index]?.cells ?? [], contents),
  );
  const releases = planned.flatMap((cells) => cells.releases);
  args.forEach((value, index) => {
    const effect = summary.parameters[index];
    releases.push(...applyToArgument(interpreter, expr, args, contents, index, value, effect));
  });
  planned.forEach(({ perhaps }, index) => {
    forgetPerhapsWritten(interpreter, expr, summary.parameters[index]?.cells ?? [], perhaps);
  });
  applyWrittenPlaces(interpreter, expr, args, summary.writtenPlaces);
  // What the callee made comes last: in a loop an argument may be what the last call made here.
  const written = planned.flatMap(({ cells }) => writeCells(interpreter, expr, args, cells));
  const result = prior ?? returnedValue(interpreter, expr, args, summary);
  excludeResults(interpreter, expr, args, result, summary);
  recordOutcomes(interpreter, result, [
    ...outcomesOfOutputs(written),
    ...outcomesOfArguments(interpreter, expr, args, result, summary),
  ]);
  recordReleases(interpreter, result, releases);
  applyGlobals(interpreter, expr, summary);
  if (summary.neverReturns) interpreter.reachable = false;
  else assumeReturned(interpreter, expr, args, summary);
  return result;
}

/** What a call does to what an argument points to, but for the values that it writes there; gives what its result tells. */
function applyToArgument(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  contents: readonly (Taint | undefined)[],
  index: number,
  value: Value,
  effect: ParameterEffect | undefined,
): readonly ConditionalRelease[] {
  const arg = expr.args[index];
  if (arg === undefined || value.root === 0) return NO_RELEASES;
  if (effect === undefined) {
    markPassed(interpreter, value, arg.type);
    // A variable argument, of which a summary knows nothing: what has its address may fill it, as scanf does.
    if (withoutCasts(arg).kind === 'address')
      for (const { object } of interpreter.targetsOf(value))
        havoc(interpreter, object, expr, undefined);
    return NO_RELEASES;
  }
  // Before the pointer is known to be followed, which is known of the callee only.
  const { frees, how } = releaseHere(interpreter, args, effect);
  emitAccessExtents(interpreter, expr, args, index, effect.accessExtents);
  if (effect.escapes) markEscaped(interpreter, value);
  if (pointsToPointers(arg)) escapeElements(interpreter, value);
  if (effect.needsNonNull !== undefined) assumeNonNull(interpreter, value);
  // What frees a record that it looks into may free what hangs in it, one by one in a loop perhaps.
  // Before what it writes there is forgotten, and with it what hung there.
  if (frees !== 'no' && effect.dereferences)
    for (const { object } of interpreter.targetsOf(value)) escapeContent(interpreter, object);
  const taint = importContentTaint(interpreter, expr, effect, contents);
  if (effect.writes || taint !== undefined) {
    for (const target of interpreter.targetsOf(value))
      havoc(interpreter, target.object, expr, taint, 0, writtenThrough(withoutCasts(arg).type));
  }
  if (effect.dereferences) fillOutputs(interpreter, expr, value);
  if (frees === 'maybe') return releasePerhaps(interpreter, expr, value, how, effect.freesBy);
  if (frees === 'no') return NO_RELEASES;
  if (!effect.dereferences)
    interpreter.listener?.release?.(
      { expr, operand: arg, pointer: value, family: familyOf(interpreter, value) },
      interpreter,
    );
  release(interpreter, expr, value, how);
  return NO_RELEASES;
}

/**
 * What the fields of a record point to may be written by who looks into the record, or by a function
 * that it calls through a pointer, which summaries do not follow: a variable that hangs there and was not
 * written yet, or cleared only, is an output.
 */
function fillOutputs(interpreter: Interpreter, expr: CallExpr, record: Value): void {
  const { ids, state } = interpreter;
  for (const { object } of interpreter.targetsOf(record)) {
    for (const [path, cell] of ids.cellsOf(object)) {
      const held = path === '' ? undefined : state.get(cell);
      for (const target of held === undefined || held.root === 0
        ? []
        : state.facts(held.root).targets)
        if (isCleared(state.object(target.object)))
          havoc(interpreter, target.object, expr, undefined);
    }
  }
}

function isCleared(object: MemoryObject | undefined): boolean {
  return object?.kind === 'variable' && object.initial !== 'unknown';
}

const NO_RELEASES: readonly ConditionalRelease[] = [];

/** The elements of an array of pointers may be freed one by one, which no summary tells. */
function escapeElements(interpreter: Interpreter, pointer: Value): void {
  for (const { object } of interpreter.targetsOf(pointer)) {
    for (const [path, cell] of interpreter.ids.cellsOf(object)) {
      const held = path.startsWith('[') ? interpreter.state.get(cell) : undefined;
      if (held !== undefined) markEscaped(interpreter, held);
    }
  }
}

function pointsToPointers({ type }: Expr): boolean {
  const element = pointee(type);
  return element !== undefined && (element.kind === 'unknown' || isPointerLike(element));
}

/** Tells how far the callee reaches behind an argument, as of a library call that is given a length. */
function emitAccessExtents(
  interpreter: Interpreter,
  call: CallExpr,
  args: readonly Value[],
  arg: number,
  extents: readonly AccessExtent[],
): void {
  const pointer = args[arg];
  if (pointer === undefined) return;
  for (const { parameter, scale, add, write, certain, when } of extents) {
    const met = metConditions(interpreter, args, when, parameter);
    if (met.here === 'no') continue;
    const count = parameter < 0 ? ZERO : args[parameter];
    if (count === undefined) continue;
    const size = plus(times(count, scale), add);
    const isSure = certain && met.isTold;
    recordAccessExtent(interpreter, call, pointer, size, write, isSure, met.entry);
    const length = call.args[parameter < 0 ? arg : parameter];
    interpreter.listener?.transfer?.(
      {
        call,
        write,
        arg,
        pointer,
        size,
        text: false,
        certain: certain && met.here === 'yes',
        ...(length === undefined ? {} : { length }),
      },
      interpreter,
    );
  }
}

/** How the resource that a pointer stands for was acquired. */
function familyOf(interpreter: Interpreter, value: Value): string {
  return interpreter.pointees(value)[0]?.object.family ?? 'malloc';
}
