import type { CallExpr } from '../../c/ir/ast.ts';
import { assuming, withAssumed } from '../domain/assumptions.ts';
import type { CellEffect, ParameterEffect } from '../domain/function-summary.ts';
import { cellValue } from '../domain/state.ts';
import { isExternal, joinTaints, type Taint } from '../domain/taint.ts';
import { rootValue, type Value } from '../domain/value.ts';
import type { ConditionalRelease } from '../domain/value-numbering.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { markMaybeFreed, release } from '../memory/allocation.ts';
import { openIndexes } from '../memory/elements.ts';
import { isOutside, markEscaped } from '../memory/escape.ts';
import { forgetCell, holds } from '../memory/havoc.ts';
import { forgetInitial, forgetInitialOfArrays } from '../memory/objects.ts';
import { overlappingObjects } from '../memory/overlap.ts';
import { releaseHere, releasePerhaps } from './summarised-release.ts';
import { importTaint, instantiateValue, priorValue } from './summarised-value.ts';

/** A cell that a call writes, and what of its new value there was before the call. */
interface PlannedCell {
  readonly cell: number;
  readonly effect: CellEffect;
  readonly prior: Value | undefined;
  /** What it held before the call. */
  readonly held: Value | undefined;
  /** Whether nothing has been written there before the call. */
  readonly isUnwritten: boolean;
}

/** The cells that a call writes, and what its result will tell of what it frees through them. */
interface PlannedCells {
  readonly cells: readonly PlannedCell[];
  readonly releases: readonly ConditionalRelease[];
  /** The objects of which one is written, where it is not known which one, or at which index. */
  readonly perhaps: readonly number[];
}

/** A cell that a call has written. */
export interface WrittenCell {
  readonly given: Value;
  readonly outcomes: CellEffect['outcomes'];
}

/** The cells behind an argument that a call writes; frees what the callee frees through them. */
export function planCells(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  pointer: Value,
  cells: readonly CellEffect[],
  contents: readonly (Taint | undefined)[],
): PlannedCells {
  const targets = pointer.root === 0 || cells.length === 0 ? [] : interpreter.targetsOf(pointer);
  const [target, ...others] = targets;
  if (
    target === undefined ||
    others.length > 0 ||
    target.offset.root !== 0 ||
    target.offset.add !== 0 ||
    // Which element it is that is written is not known.
    openIndexes(interpreter.ids, target.object) > 0
  )
    return { cells: [], releases: [], perhaps: targets.map(({ object }) => object) };
  const releases: ConditionalRelease[] = [];
  const planned = cells.map((effect): PlannedCell => {
    const cell = interpreter.ids.cell(target.object, effect.path);
    const prior =
      effect.value === undefined
        ? cellValue(interpreter.state, cell)
        : priorValue(interpreter, args, effect.value);
    const held = interpreter.state.get(cell);
    const isUnwritten = effect.isLeft && isUnwrittenAt(interpreter, cell, held);
    return { cell, effect, prior, held, isUnwritten };
  });
  for (const { cell, effect } of planned) {
    const taint = importContentTaint(interpreter, expr, effect, contents);
    if (taint !== undefined) taintPointee(interpreter, cell, taint);
    if (effect.frees !== 'no') releases.push(...freeCell(interpreter, expr, args, cell, effect));
  }
  return { cells: planned, releases, perhaps: [] };
}

/** Writes the cells of a call, behind all its other effects on its arguments. */
export function writeCells(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  planned: readonly PlannedCell[],
): WrittenCell[] {
  const written: WrittenCell[] = [];
  for (const { cell, effect, prior, held, isUnwritten } of planned) {
    const { value, outcomes } = effect;
    if (value === undefined) {
      // Null was not freed, and one of several functions may have put a pointer in its place.
      if (prior !== undefined && prior.root !== 0) writeCell(interpreter, cell, prior);
      continue;
    }
    // What the callee takes out it may have put elsewhere, or leave a pointer into it in its place.
    if (held !== undefined && prior === undefined && effect.frees === 'no')
      markEscaped(interpreter, held);
    const given = prior ?? instantiateValue(interpreter, expr, args, value, `cell ${cell}`);
    if (value.freed === 'always') release(interpreter, expr, given);
    else if (value.freed === 'maybe') markMaybeFreed(interpreter, expr, given);
    if (value.allocation !== undefined && value.mayBeNull && outcomes === undefined)
      assumeFailureIsTold(interpreter, expr, given);
    if (isUnwritten) leaveUnwritten(interpreter, given);
    writeCell(interpreter, cell, given);
    written.push({ given, outcomes });
  }
  return written;
}

/** Whether a cell of the caller has nothing in it yet. */
function isUnwrittenAt(
  { ids, state }: Interpreter,
  cell: number,
  held: Value | undefined,
): boolean {
  if (held !== undefined) return held.root !== 0 && state.facts(held.root).uninitialised === 'yes';
  const object = state.object(ids.ownerOf(cell).object);
  return object?.kind === 'variable' && object.initial === 'uninitialised' && !object.escaped;
}

/** A callee writes a cell on some of its paths: on the others there still is nothing in it. */
function leaveUnwritten({ state }: Interpreter, { root }: Value): void {
  if (root === 0) return;
  const facts = state.facts(root);
  state.setFacts(root, withAssumed({ ...facts, uninitialised: 'maybe' }, assuming('may')));
}

/** Forgets what a call writes to one of several objects, or to an element at an index that is no number. */
export function forgetPerhapsWritten(
  interpreter: Interpreter,
  expr: CallExpr,
  effects: readonly CellEffect[],
  objects: readonly number[],
): void {
  const { ids, state } = interpreter;
  const written = effects.filter(({ value }) => value !== undefined);
  if (written.length === 0) return;
  const elements = (object: number): number[] =>
    [...ids.partsOf(object)].filter((part) => ids.placeOfPart(part)?.path.startsWith('['));
  for (const object of objects.flatMap((one) => [
    one,
    ...overlappingObjects(ids, one),
    ...elements(one),
  ])) {
    forgetInitial(interpreter, object);
    forgetInitialOfArrays(interpreter, object);
    for (const { path } of written) {
      interpreter.recordWrite(object, path);
      const cell = ids.cellsOf(object).get(path);
      if (cell === undefined || !holds(interpreter, cell)) continue;
      const held = cellValue(state, cell);
      markEscaped(interpreter, held);
      forgetCell(interpreter, cell, expr, interpreter.factsOf(held).taint);
    }
  }
}

/** A callee that gives a block by an output and returns something tells by that whether there is one. */
function assumeFailureIsTold(interpreter: Interpreter, expr: CallExpr, given: Value): void {
  if (expr.type.kind === 'void' || given.root === 0) return;
  const facts = interpreter.state.facts(given.root);
  interpreter.state.setFacts(given.root, withAssumed(facts, assuming('may')));
}

function writeCell(interpreter: Interpreter, cell: number, given: Value): void {
  const { object, path } = interpreter.ids.ownerOf(cell);
  interpreter.state.set(cell, given);
  interpreter.recordWrite(object, path);
  if (isOutside(interpreter, object)) markEscaped(interpreter, given);
}

/** Untrusted content that a callee puts somewhere: its own, or what the arguments carried. */
export function importContentTaint(
  interpreter: Interpreter,
  expr: CallExpr,
  effect: ParameterEffect | CellEffect,
  contents: readonly (Taint | undefined)[],
): Taint | undefined {
  let taint = effect.taint;
  for (const parameter of effect.taintFrom) taint = joinTaints(taint, contents[parameter]);
  return isExternal(taint) ? importTaint(interpreter, expr, taint) : taint;
}

/** What a part of an object points to is freed by the callee, for certain or on some of its paths. */
function freeCell(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  cell: number,
  effect: CellEffect,
): readonly ConditionalRelease[] {
  const { frees, how } = releaseHere(interpreter, args, effect);
  const pointer = interpreter.state.get(cell) ?? rootValue(interpreter.ids.initial(cell));
  const [object] = interpreter.pointees(pointer);
  if (frees === 'maybe') return releasePerhaps(interpreter, expr, pointer, how, effect.freesBy);
  if (frees === 'no') return [];
  const family = object?.object.family ?? 'malloc';
  const operand = expr.args[0] ?? expr;
  interpreter.listener?.release?.({ expr, operand, pointer, family }, interpreter);
  release(interpreter, expr, pointer, how);
  return [];
}

/** What a cell points to holds untrusted content. */
function taintPointee(interpreter: Interpreter, cell: number, taint: Taint): void {
  const pointer = interpreter.state.get(cell) ?? rootValue(interpreter.ids.initial(cell));
  for (const { object } of interpreter.pointees(pointer)) {
    interpreter.state.setObject({ ...object, taint, text: undefined });
  }
}
