import type { CallExpr } from '../c/ast.ts';
import { isPointerLike } from '../c/types.ts';
import { allocate, release } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import type {
  CellEffect,
  FunctionSummary,
  ParameterContext,
  Reach,
  ValueEffect,
} from './summary.ts';
import { factsOfType } from './typed-facts.ts';
import {
  constant,
  plus,
  type RootFacts,
  rootValue,
  type Taint,
  times,
  UNKNOWN_FACTS,
  type Value,
  ZERO,
} from './value.ts';

/** The effects of a call as the summary of the callee has them. */
export function applySummary(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  summary: FunctionSummary,
): Value {
  // What the arguments carried before the callee wrote through them.
  const contents = args.map((value) => evaluator.contentTaint(value));
  const moved = args.map((value, index) =>
    cellValues(evaluator, expr, args, value, summary.parameters[index]?.cells ?? []),
  );
  const result = resultOf(evaluator, expr, args, summary);
  args.forEach((value, index) => {
    const arg = expr.args[index];
    if (arg === undefined || value.root === 0) return;
    const effect = summary.parameters[index];
    if (effect === undefined) {
      evaluator.escape(value);
      return;
    }
    hearReaches(evaluator, expr, args, index, effect.reaches);
    if (effect.escapes) evaluator.escape(value);
    if (effect.needsNonNull !== undefined) evaluator.assumeNonNull(value);
    const taint =
      effect.taint === undefined
        ? effect.taintFrom < 0
          ? undefined
          : contents[effect.taintFrom]
        : passedOn(evaluator, expr, effect.taint);
    if (effect.writes || taint !== undefined) {
      for (const target of evaluator.targetsOf(value)) evaluator.havoc(target.object, expr, taint);
    }
    for (const [cell, given] of moved[index] ?? []) evaluator.state.set(cell, given);
    if (effect.frees === 'no') return;
    if (effect.frees === 'always') {
      if (!effect.dereferences)
        evaluator.listener?.release?.(
          { expr, operand: arg, pointer: value, family: familyOf(evaluator, value) },
          evaluator,
        );
      release(evaluator, expr, value);
      return;
    }
    markMaybeFreed(evaluator, expr, value);
  });
  applyGlobals(evaluator, expr, summary);
  if (summary.neverReturns) evaluator.reachable = false;
  return result;
}

/** The cells that a call writes, with their new values, worked out before anything is written. */
function cellValues(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  pointer: Value,
  cells: readonly CellEffect[],
): [number, Value][] {
  const targets = pointer.root === 0 || cells.length === 0 ? [] : evaluator.targetsOf(pointer);
  const [target, ...others] = targets;
  if (
    target === undefined ||
    others.length > 0 ||
    target.offset.root !== 0 ||
    target.offset.add !== 0
  )
    return [];
  const values: [number, Value][] = [];
  for (const { path, value, frees, taint } of cells) {
    const cell = evaluator.ids.cell(target.object, path);
    if (taint !== undefined) taintPointee(evaluator, cell, passedOn(evaluator, expr, taint));
    if (frees !== 'no') freeCell(evaluator, expr, cell, frees);
    if (value !== undefined) {
      const given = valueFrom(evaluator, expr, args, value, `cell ${cell}`);
      if (value.freed === 'always') release(evaluator, expr, given);
      else if (value.freed === 'maybe') markMaybeFreed(evaluator, expr, given);
      values.push([cell, given]);
    } else {
      const before = evaluator.state.get(cell);
      if (before !== undefined) values.push([cell, before]);
    }
  }
  return values;
}

/** Tells how far the callee reaches behind an argument, as of a library call that is given a length. */
function hearReaches(
  evaluator: Evaluator,
  call: CallExpr,
  args: readonly Value[],
  arg: number,
  reaches: readonly Reach[],
): void {
  const pointer = args[arg];
  if (pointer === undefined) return;
  for (const { parameter, scale, add, write } of reaches) {
    const length = parameter < 0 ? ZERO : args[parameter];
    if (length === undefined) continue;
    const size = plus(times(length, scale), add);
    evaluator.noteReach(pointer, size, write);
    evaluator.listener?.transfer?.({ call, write, arg, pointer, size, text: false }, evaluator);
  }
}

/** What a part of an object points to is freed by the callee, for certain or on some of its paths. */
function freeCell(
  evaluator: Evaluator,
  expr: CallExpr,
  cell: number,
  frees: 'maybe' | 'always',
): void {
  const pointer = evaluator.state.get(cell) ?? rootValue(evaluator.ids.initial(cell));
  const [object] = evaluator.pointees(pointer);
  if (frees === 'maybe') {
    markMaybeFreed(evaluator, expr, pointer);
    return;
  }
  const family = object?.object.family ?? 'malloc';
  const operand = expr.args[0] ?? expr;
  evaluator.listener?.release?.({ expr, operand, pointer, family }, evaluator);
  release(evaluator, expr, pointer);
}

function taintPointee(evaluator: Evaluator, cell: number, taint: Taint): void {
  const pointer = evaluator.state.get(cell) ?? rootValue(evaluator.ids.initial(cell));
  for (const { object } of evaluator.pointees(pointer)) {
    evaluator.state.setObject({ ...object, taint, text: undefined });
  }
}

function markMaybeFreed(evaluator: Evaluator, expr: CallExpr, pointer: Value): void {
  for (const target of evaluator.targetsOf(pointer)) {
    const object = evaluator.state.object(target.object);
    if (object?.state !== 'live') continue;
    const freedAt = evaluator.step(expr, `${expr.name} may free it`);
    evaluator.state.setObject({ ...object, state: 'maybe-freed', escaped: true, freedAt });
  }
}

function familyOf(evaluator: Evaluator, value: Value): string {
  return evaluator.pointees(value)[0]?.object.family ?? 'malloc';
}

function passedOn(evaluator: Evaluator, expr: CallExpr, taint: Taint): Taint {
  return {
    ...taint,
    steps: [...taint.steps, evaluator.step(expr, `${expr.name} brings it here`)].slice(-12),
  };
}

function applyGlobals(evaluator: Evaluator, expr: CallExpr, summary: FunctionSummary): void {
  for (const effect of summary.globals) {
    const variable = evaluator.unit.symbols.global(effect.name);
    if (variable === undefined) continue;
    const object = evaluator.variableObject(variable);
    evaluator.written.add(object);
    const cell = evaluator.ids.cell(object, '');
    if (effect.frees) {
      const value = evaluator.loadVariable(variable);
      for (const target of evaluator.targetsOf(value)) {
        const known = evaluator.state.object(target.object);
        if (known !== undefined)
          evaluator.state.setObject({
            ...known,
            state: 'freed',
            freedAt: evaluator.step(expr, `${expr.name} frees it`),
          });
      }
      continue;
    }
    evaluator.havoc(object, expr, effect.taint);
    const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = effect;
    evaluator.state.set(
      cell,
      evaluator.fresh(expr, `global ${effect.name}`, {
        ...UNKNOWN_FACTS,
        lo,
        hi,
        mayBeNull,
        mayBeNonNull,
        nullOrigin,
        taint,
      }),
    );
  }
}

function resultOf(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  summary: FunctionSummary,
): Value {
  const { returns } = summary;
  if (returns === undefined) {
    return evaluator.fresh(expr, 'result', { ...factsOfType(expr.type), from: expr.name });
  }
  return valueFrom(evaluator, expr, args, returns, 'result');
}

/** A value that a summary describes, in terms of this call's arguments. */
function valueFrom(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  effect: ValueEffect,
  purpose: string,
): Value {
  const given = args[effect.parameter];
  if (given !== undefined) return given;
  if (effect.cell !== undefined) {
    const holder = args[effect.cell.parameter];
    const [target, ...others] =
      holder === undefined || holder.root === 0 ? [] : evaluator.targetsOf(holder);
    if (
      target !== undefined &&
      others.length === 0 &&
      target.offset.root === 0 &&
      target.offset.add === 0
    ) {
      const cell = evaluator.ids.cell(target.object, effect.cell.path);
      return evaluator.state.get(cell) ?? rootValue(evaluator.ids.initial(cell));
    }
  }
  if (effect.allocation !== undefined) {
    const { family, size, sizeFrom } = effect.allocation;
    const bytes = size === undefined ? args[sizeFrom] : constant(size);
    const failure = effect.mayBeNull ? 'null' : 'never';
    return allocate(evaluator, expr, family, bytes, failure, { initial: 'unknown' }, purpose);
  }
  const typed = purpose === 'result' ? factsOfType(expr.type) : UNKNOWN_FACTS;
  const carrier = args[effect.taintFrom];
  const carried = carrier === undefined ? undefined : evaluator.contentTaint(carrier);
  const facts: RootFacts = {
    ...typed,
    lo: Math.max(typed.lo, effect.lo),
    hi: Math.min(typed.hi, effect.hi),
    mayBeNull: effect.mayBeNull,
    mayBeNonNull: effect.mayBeNonNull,
    nullOrigin: effect.nullOrigin,
    taint: effect.taint === undefined ? carried : passedOn(evaluator, expr, effect.taint),
    from: purpose === 'result' ? expr.name : '',
  };
  return evaluator.fresh(
    expr,
    purpose,
    facts.lo <= facts.hi ? facts : { ...facts, lo: typed.lo, hi: typed.hi },
  );
}

/** What a call passes, for the analysis of the callee. */
export function contextsOf(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
): ParameterContext[] {
  return args.map((value, index): ParameterContext => {
    const facts = evaluator.of(value);
    const arg = expr.args[index];
    const pointer = arg !== undefined && isPointerLike(arg.type);
    const taint = evaluator.contentTaint(value);
    const object = pointer ? evaluator.pointees(value)[0]?.object : undefined;
    const offset = pointer ? evaluator.pointees(value)[0]?.offset : undefined;
    const whole = offset?.root === 0 && offset.add === 0;
    // Only a size that is a number holds for every call.
    const size = whole && object?.size?.root === 0 ? object.size.add : undefined;
    return {
      lo: facts.lo,
      hi: facts.hi,
      mayBeNull: value.root === 0 ? value.add === 0 : facts.mayBeNull,
      mayBeNonNull: value.root === 0 ? value.add !== 0 : facts.mayBeNonNull,
      nullOrigin:
        value.root === 0 && value.add === 0
          ? { kind: 'literal', what: 'NULL', step: evaluator.step(expr, 'null is passed here') }
          : facts.nullOrigin,
      taint:
        taint === undefined
          ? undefined
          : {
              ...taint,
              steps: [...taint.steps, evaluator.step(expr, `it is passed to ${expr.name}`)].slice(
                -12,
              ),
            },
      size: size !== undefined && Number.isFinite(size) ? size : undefined,
      terminated: object?.terminated ?? 'unknown',
      maxLength: object?.maxLength ?? Number.POSITIVE_INFINITY,
      text: whole ? object?.text : undefined,
    };
  });
}
