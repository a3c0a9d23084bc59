import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { isPointerLike, pointee } from '../../c/ir/types.ts';
import type {
  AccessExtent,
  CellEffect,
  FunctionSummary,
  ParameterEffect,
} from '../domain/function-summary.ts';
import { isExternal, joinTaints, type Taint } from '../domain/taint.ts';
import { plus, rootValue, times, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { recordAccessExtent } from '../memory/access-extent.ts';
import { markMaybeFreed, release } from '../memory/allocation.ts';
import { assumeNonNull } from '../memory/dereference.ts';
import { isOutside, markEscaped } from '../memory/escape.ts';
import { havoc } from '../memory/havoc.ts';
import { applyGlobals } from './apply-globals.ts';
import { importTaint, instantiateValue, returnedValue } from './summarised-value.ts';

/** The effects of a call as the summary of the callee has them. */
export function applySummary(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  summary: FunctionSummary,
): Value {
  // What the arguments carried before the callee wrote through them.
  const contents = args.map((value) => interpreter.contentTaint(value));
  const writtenCells = args.map((value, index) =>
    cellValues(interpreter, expr, args, value, summary.parameters[index]?.cells ?? [], contents),
  );
  const result = returnedValue(interpreter, expr, args, summary);
  recordOutcomes(interpreter, result, summary, writtenCells);
  args.forEach((value, index) => {
    const arg = expr.args[index];
    if (arg === undefined || value.root === 0) return;
    const effect = summary.parameters[index];
    if (effect === undefined) {
      markEscaped(interpreter, value);
      return;
    }
    emitAccessExtents(interpreter, expr, args, index, effect.accessExtents);
    if (effect.escapes) markEscaped(interpreter, value);
    if (pointsToPointers(arg)) escapeElements(interpreter, value);
    if (effect.needsNonNull !== undefined) assumeNonNull(interpreter, value);
    const taint = importContentTaint(interpreter, expr, effect, contents);
    if (effect.writes || taint !== undefined) {
      for (const target of interpreter.targetsOf(value))
        havoc(interpreter, target.object, expr, taint);
    }
    for (const { cell, given } of writtenCells[index] ?? []) {
      interpreter.state.set(cell, given);
      if (isOutside(interpreter, interpreter.ids.ownerOf(cell).object))
        markEscaped(interpreter, given);
    }
    if (effect.frees === 'no') return;
    if (effect.frees === 'always') {
      if (!effect.dereferences)
        interpreter.listener?.release?.(
          { expr, operand: arg, pointer: value, family: familyOf(interpreter, value) },
          interpreter,
        );
      release(interpreter, expr, value);
      return;
    }
    markMaybeFreed(interpreter, expr, value);
  });
  applyGlobals(interpreter, expr, summary);
  if (summary.neverReturns) interpreter.reachable = false;
  return result;
}

/** Untrusted content that a callee puts somewhere: its own, or what the arguments carried. */
function importContentTaint(
  interpreter: Interpreter,
  expr: CallExpr,
  effect: ParameterEffect | CellEffect,
  contents: readonly (Taint | undefined)[],
): Taint | undefined {
  let taint = effect.taint;
  for (const parameter of effect.taintFrom) taint = joinTaints(taint, contents[parameter]);
  return isExternal(taint) ? importTaint(interpreter, expr, taint) : taint;
}

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

/** Notes what the result will tell of the outputs once it is compared with zero. */
function recordOutcomes(
  interpreter: Interpreter,
  result: Value,
  summary: FunctionSummary,
  writtenCells: readonly (readonly WrittenCell[])[],
): void {
  if (result.root === 0) return;
  const conditional = summary.parameters.flatMap((_effect, index) =>
    (writtenCells[index] ?? []).flatMap(({ given, outcomes }) =>
      outcomes === undefined || given.root === 0 ? [] : [{ root: given.root, ...outcomes }],
    ),
  );
  if (conditional.length > 0) interpreter.ids.conditionalOutcomes.set(result.root, conditional);
  else interpreter.ids.conditionalOutcomes.delete(result.root);
}

interface WrittenCell {
  readonly cell: number;
  readonly given: Value;
  readonly outcomes: CellEffect['outcomes'];
}

/** The cells that a call writes, with their new values, worked out before anything is written. */
function cellValues(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  pointer: Value,
  cells: readonly CellEffect[],
  contents: readonly (Taint | undefined)[],
): WrittenCell[] {
  const targets = pointer.root === 0 || cells.length === 0 ? [] : interpreter.targetsOf(pointer);
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
    const cell = interpreter.ids.cell(target.object, path);
    const taint = importContentTaint(interpreter, expr, effect, contents);
    if (taint !== undefined) taintPointee(interpreter, cell, taint);
    if (frees !== 'no') freeCell(interpreter, expr, cell, frees);
    if (value !== undefined) {
      const given = instantiateValue(interpreter, expr, args, value, `cell ${cell}`);
      if (value.freed === 'always') release(interpreter, expr, given);
      else if (value.freed === 'maybe') markMaybeFreed(interpreter, expr, given);
      values.push({ cell, given, outcomes });
    } else {
      const before = interpreter.state.get(cell);
      if (before !== undefined) values.push({ cell, given: before, outcomes: undefined });
    }
  }
  return values;
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
  for (const { parameter, scale, add, write, certain } of extents) {
    const count = parameter < 0 ? ZERO : args[parameter];
    if (count === undefined) continue;
    const size = plus(times(count, scale), add);
    recordAccessExtent(interpreter, call, pointer, size, write, certain);
    const length = call.args[parameter < 0 ? arg : parameter];
    interpreter.listener?.transfer?.(
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
      interpreter,
    );
  }
}

/** What a part of an object points to is freed by the callee, for certain or on some of its paths. */
function freeCell(
  interpreter: Interpreter,
  expr: CallExpr,
  cell: number,
  frees: 'maybe' | 'always',
): void {
  const pointer = interpreter.state.get(cell) ?? rootValue(interpreter.ids.initial(cell));
  const [object] = interpreter.pointees(pointer);
  if (frees === 'maybe') {
    markMaybeFreed(interpreter, expr, pointer);
    return;
  }
  const family = object?.object.family ?? 'malloc';
  const operand = expr.args[0] ?? expr;
  interpreter.listener?.release?.({ expr, operand, pointer, family }, interpreter);
  release(interpreter, expr, pointer);
}

/** What a cell points to holds untrusted content. */
function taintPointee(interpreter: Interpreter, cell: number, taint: Taint): void {
  const pointer = interpreter.state.get(cell) ?? rootValue(interpreter.ids.initial(cell));
  for (const { object } of interpreter.pointees(pointer)) {
    interpreter.state.setObject({ ...object, taint, text: undefined });
  }
}

/** How the resource that a pointer stands for was acquired. */
function familyOf(interpreter: Interpreter, value: Value): string {
  return interpreter.pointees(value)[0]?.object.family ?? 'malloc';
}
