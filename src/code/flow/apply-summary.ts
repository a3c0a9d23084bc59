import type { CallExpr, Expr } from '../c/ast.ts';
import { isPointerLike, pointee } from '../c/types.ts';
import { applyGlobals } from './apply-globals.ts';
import { assumeNonNull } from './dereference.ts';
import { isOutside, markEscaped } from './escape.ts';
import { havoc } from './havoc.ts';
import type { Machine } from './machine.ts';
import { markMaybeFreed } from './maybe-freed.ts';
import { passedOn } from './passed-on.ts';
import { noteReach } from './reaches.ts';
import { release } from './release.ts';
import { returnedValue, valueFrom } from './summarised-value.ts';
import type { CellEffect, FunctionSummary, ParameterEffect, Reach } from './summary.ts';
import {
  isReal,
  plus,
  rootValue,
  strongerTaint,
  type Taint,
  times,
  type Value,
  ZERO,
} from './value.ts';

/** The effects of a call as the summary of the callee has them. */
export function applySummary(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  summary: FunctionSummary,
): Value {
  // What the arguments carried before the callee wrote through them.
  const contents = args.map((value) => machine.contentTaint(value));
  const moved = args.map((value, index) =>
    cellValues(machine, expr, args, value, summary.parameters[index]?.cells ?? [], contents),
  );
  const result = returnedValue(machine, expr, args, summary);
  noteOutcomes(machine, result, summary, moved);
  args.forEach((value, index) => {
    const arg = expr.args[index];
    if (arg === undefined || value.root === 0) return;
    const effect = summary.parameters[index];
    if (effect === undefined) {
      markEscaped(machine, value);
      return;
    }
    hearReaches(machine, expr, args, index, effect.reaches);
    if (effect.escapes) markEscaped(machine, value);
    if (pointsToPointers(arg)) escapeElements(machine, value);
    if (effect.needsNonNull !== undefined) assumeNonNull(machine, value);
    const taint = contentPut(machine, expr, effect, contents);
    if (effect.writes || taint !== undefined) {
      for (const target of machine.targetsOf(value)) havoc(machine, target.object, expr, taint);
    }
    for (const { cell, given } of moved[index] ?? []) {
      machine.state.set(cell, given);
      if (isOutside(machine, machine.ids.ownerOf(cell).object)) markEscaped(machine, given);
    }
    if (effect.frees === 'no') return;
    if (effect.frees === 'always') {
      if (!effect.dereferences)
        machine.listener?.release?.(
          { expr, operand: arg, pointer: value, family: familyOf(machine, value) },
          machine,
        );
      release(machine, expr, value);
      return;
    }
    markMaybeFreed(machine, expr, value);
  });
  applyGlobals(machine, expr, summary);
  if (summary.neverReturns) machine.reachable = false;
  return result;
}

/** Untrusted content that a callee puts somewhere: its own, or what the arguments carried. */
function contentPut(
  machine: Machine,
  expr: CallExpr,
  effect: ParameterEffect | CellEffect,
  contents: readonly (Taint | undefined)[],
): Taint | undefined {
  let taint = effect.taint;
  for (const parameter of effect.taintFrom) taint = strongerTaint(taint, contents[parameter]);
  return isReal(taint) ? passedOn(machine, expr, taint) : taint;
}

/** The elements of an array of pointers may be freed one by one, which no summary tells. */
function escapeElements(machine: Machine, pointer: Value): void {
  for (const { object } of machine.targetsOf(pointer)) {
    for (const [path, cell] of machine.ids.cellsOf(object)) {
      const held = path.startsWith('[') ? machine.state.get(cell) : undefined;
      if (held !== undefined) markEscaped(machine, held);
    }
  }
}

function pointsToPointers({ type }: Expr): boolean {
  const element = pointee(type);
  return element !== undefined && (element.kind === 'unknown' || isPointerLike(element));
}

/** Notes what the result will tell of the outputs once it is compared with zero. */
function noteOutcomes(
  machine: Machine,
  result: Value,
  summary: FunctionSummary,
  moved: readonly (readonly WrittenCell[])[],
): void {
  if (result.root === 0) return;
  const implied = summary.parameters.flatMap((_effect, index) =>
    (moved[index] ?? []).flatMap(({ given, outcomes }) =>
      outcomes === undefined || given.root === 0 ? [] : [{ root: given.root, ...outcomes }],
    ),
  );
  if (implied.length > 0) machine.ids.implied.set(result.root, implied);
  else machine.ids.implied.delete(result.root);
}

interface WrittenCell {
  readonly cell: number;
  readonly given: Value;
  readonly outcomes: CellEffect['outcomes'];
}

/** The cells that a call writes, with their new values, worked out before anything is written. */
function cellValues(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  pointer: Value,
  cells: readonly CellEffect[],
  contents: readonly (Taint | undefined)[],
): WrittenCell[] {
  const targets = pointer.root === 0 || cells.length === 0 ? [] : machine.targetsOf(pointer);
  const [target, ...others] = targets;
  if (
    target === undefined ||
    others.length > 0 ||
    target.offset.root !== 0 ||
    target.offset.add !== 0
  )
    return [];
  const values: WrittenCell[] = [];
  for (const effect of cells) {
    const { path, value, frees, outcomes } = effect;
    const cell = machine.ids.cell(target.object, path);
    const taint = contentPut(machine, expr, effect, contents);
    if (taint !== undefined) taintPointee(machine, cell, taint);
    if (frees !== 'no') freeCell(machine, expr, cell, frees);
    if (value !== undefined) {
      const given = valueFrom(machine, expr, args, value, `cell ${cell}`);
      if (value.freed === 'always') release(machine, expr, given);
      else if (value.freed === 'maybe') markMaybeFreed(machine, expr, given);
      values.push({ cell, given, outcomes });
    } else {
      const before = machine.state.get(cell);
      if (before !== undefined) values.push({ cell, given: before, outcomes: undefined });
    }
  }
  return values;
}

/** Tells how far the callee reaches behind an argument, as of a library call that is given a length. */
function hearReaches(
  machine: Machine,
  call: CallExpr,
  args: readonly Value[],
  arg: number,
  reaches: readonly Reach[],
): void {
  const pointer = args[arg];
  if (pointer === undefined) return;
  for (const { parameter, scale, add, write, certain } of reaches) {
    const count = parameter < 0 ? ZERO : args[parameter];
    if (count === undefined) continue;
    const size = plus(times(count, scale), add);
    noteReach(machine, call, pointer, size, write, certain);
    const length = call.args[parameter < 0 ? arg : parameter];
    machine.listener?.transfer?.(
      {
        call,
        write,
        arg,
        pointer,
        size,
        text: false,
        certain,
        ...(length === undefined ? {} : { length }),
      },
      machine,
    );
  }
}

/** What a part of an object points to is freed by the callee, for certain or on some of its paths. */
function freeCell(machine: Machine, expr: CallExpr, cell: number, frees: 'maybe' | 'always'): void {
  const pointer = machine.state.get(cell) ?? rootValue(machine.ids.initial(cell));
  const [object] = machine.pointees(pointer);
  if (frees === 'maybe') {
    markMaybeFreed(machine, expr, pointer);
    return;
  }
  const family = object?.object.family ?? 'malloc';
  const operand = expr.args[0] ?? expr;
  machine.listener?.release?.({ expr, operand, pointer, family }, machine);
  release(machine, expr, pointer);
}

/** What a cell points to holds untrusted content. */
function taintPointee(machine: Machine, cell: number, taint: Taint): void {
  const pointer = machine.state.get(cell) ?? rootValue(machine.ids.initial(cell));
  for (const { object } of machine.pointees(pointer)) {
    machine.state.setObject({ ...object, taint, text: undefined });
  }
}

/** How the resource that a pointer stands for was acquired. */
function familyOf(machine: Machine, value: Value): string {
  return machine.pointees(value)[0]?.object.family ?? 'malloc';
}
