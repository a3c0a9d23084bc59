import type { CallExpr, Expr } from '../c/ast.ts';
import { isNoReturn } from '../c/standard-names.ts';
import { isPointerLike } from '../c/types.ts';
import { modelOf } from '../models/index.ts';
import type { CallModel, Result, Size, Write } from '../models/model.ts';
import { applySummary, contextsOf } from './apply-summary.ts';
import { type Evaluator, unknownObject } from './evaluator.ts';
import type { CallEvent } from './events.ts';
import { conversions } from './format.ts';
import type { Family, MemoryObject } from './memory-object.ts';
import type { FunctionSummary } from './summary.ts';
import { factsOfType } from './typed-facts.ts';
import {
  constant,
  plus,
  type RootFacts,
  strongerTaint,
  type Taint,
  times,
  UNKNOWN_FACTS,
  type Value,
  ZERO,
} from './value.ts';

/** Evaluates a call, `new`, `delete` and their like, with the effects that are known of it. */
export function applyCall(evaluator: Evaluator, expr: Expr, use: CallEvent['use']): Value {
  switch (expr.kind) {
    case 'call':
      return call(evaluator, expr, use);
    case 'new': {
      for (const arg of expr.args) evaluator.escape(evaluator.evaluate(arg));
      const count = expr.count === undefined ? undefined : evaluator.evaluate(expr.count);
      const size = evaluator.sizeOf(expr.of);
      const bytes =
        size === undefined ? undefined : count === undefined ? constant(size) : times(count, size);
      const family = expr.count === undefined ? 'new' : 'new[]';
      const more =
        expr.args.length > 0 || expr.of.kind !== 'int' ? { initial: 'unknown' as const } : {};
      return allocate(evaluator, expr, family, bytes, expr.nothrow ? 'null' : 'never', more);
    }
    case 'delete': {
      const pointer = evaluator.evaluate(expr.operand);
      evaluator.listener?.release?.(
        { expr, operand: expr.operand, pointer, family: expr.array ? 'new[]' : 'new' },
        evaluator,
      );
      release(evaluator, expr, pointer);
      return ZERO;
    }
    case 'throw':
      if (expr.operand !== undefined) evaluator.escape(evaluator.evaluate(expr.operand));
      return ZERO;
    case 'opaque':
      for (const part of expr.parts) evaluator.escape(evaluator.evaluate(part));
      return evaluator.unknown(expr);
    default:
      return evaluator.unknown(expr);
  }
}

function call(evaluator: Evaluator, expr: CallExpr, use: CallEvent['use']): Value {
  if (expr.callee.kind !== 'name' || expr.callee.variable !== undefined) {
    if (expr.receiver === undefined) evaluator.evaluate(expr.callee);
    else evaluator.evaluate(expr.receiver);
  }
  const args = expr.args.map((arg) => evaluator.evaluate(arg));
  const summary =
    expr.receiver !== undefined
      ? undefined
      : expr.callee.kind === 'member'
        ? evaluator.surroundings.summaryOfField(expr.callee.name)
        : evaluator.surroundings.summaryOf(expr.name);
  const library = expr.receiver === undefined ? modelOf(expr.name) : undefined;
  const model = summary === undefined ? library : modelOfSummary(summary);
  if (library === undefined && expr.name !== '' && expr.receiver === undefined) {
    evaluator.surroundings.recordCall(expr.name, contextsOf(evaluator, expr, args));
  }
  const event: CallEvent = { call: expr, args, model, use };
  evaluator.listener?.call?.(event, evaluator);
  let result: Value;
  if (summary !== undefined) result = applySummary(evaluator, expr, args, summary);
  else if (model !== undefined) result = applyModel(evaluator, expr, args, model);
  else if (expr.name === 'move' && args[0] !== undefined) result = args[0];
  else result = applyUnknown(evaluator, expr, args);
  if (isNoReturn(expr.name) || evaluator.unit.neverReturns.has(expr.name))
    evaluator.reachable = false;
  evaluator.listener?.called?.(event, result, evaluator);
  return result;
}

/** What rules about library calls should know of a function of the project. */
function modelOfSummary(summary: FunctionSummary): CallModel | undefined {
  const nonNull = summary.parameters.flatMap((effect, index) =>
    effect.needsNonNull === undefined ? [] : [index],
  );
  const releases = summary.parameters.findIndex(
    (effect) => effect.frees === 'always' && !effect.dereferences,
  );
  return { nonNull, ...(releases < 0 ? {} : { releases }) };
}

/** A function of which nothing is known may write what it can reach, but gives nothing back. */
function applyUnknown(evaluator: Evaluator, expr: CallExpr, args: readonly Value[]): Value {
  args.forEach((value, index) => {
    const arg = expr.args[index];
    if (arg === undefined || value.root === 0) return;
    evaluator.escape(value);
    if (!isPointerLike(arg.type) && arg.type.kind !== 'unknown') return;
    for (const target of evaluator.state.facts(value.root).targets)
      evaluator.havoc(target.object, expr, undefined);
  });
  if (!/^(?:__builtin_|is[a-z]+$)/.test(expr.name)) forgetGlobals(evaluator, expr);
  const facts = factsOfType(expr.type);
  return evaluator.fresh(expr, 'result', { ...facts, from: expr.name });
}

function forgetGlobals(evaluator: Evaluator, expr: CallExpr): void {
  for (const object of evaluator.state.objects()) {
    if (object.kind === 'static') evaluator.havoc(object.id, expr, undefined);
  }
}

/** The number of bytes that a model's size stands for. */
export function sizeValue(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  size: Size | undefined,
): Value | undefined {
  if (size === undefined) return undefined;
  if (size.bytes !== undefined)
    return Number.isFinite(size.bytes) ? constant(size.bytes) : undefined;
  if (size.text !== undefined) return textSize(evaluator, expr, args[size.text]);
  const count = size.arg === undefined ? undefined : args[size.arg];
  if (count === undefined || size.times === undefined) return count;
  const factor = args[size.times];
  if (factor === undefined) return count;
  if (factor.root === 0) return times(count, factor.add);
  if (count.root === 0) return times(factor, count.add);
  const a = evaluator.range(count);
  const b = evaluator.range(factor);
  const taint = strongerTaint(evaluator.taint(count), evaluator.taint(factor));
  return evaluator.fresh(expr, 'product', {
    ...UNKNOWN_FACTS,
    lo: Math.max(0, a.lo * b.lo) || 0,
    hi: a.hi * b.hi,
    taint,
  });
}

/** No object is larger than the address space that a 64-bit process has. */
const LONGEST_TEXT = 2 ** 47;

/** The length of a text with its NUL; unbounded where nothing limits it. */
function textSize(
  evaluator: Evaluator,
  expr: CallExpr,
  pointer: Value | undefined,
): Value | undefined {
  if (pointer === undefined) return undefined;
  let hi = 0;
  let lo = Number.POSITIVE_INFINITY;
  const pointees = evaluator.pointees(pointer);
  const [only] = pointees;
  const whole =
    only !== undefined && pointees.length === 1 && only.offset.root === 0 && only.offset.add === 0;
  if (whole && only.object.length !== undefined) return plus(only.object.length, 1);
  for (const { object } of pointees) {
    const bytes =
      object.size === undefined ? Number.POSITIVE_INFINITY : evaluator.range(object.size).hi;
    const most =
      object.terminated === 'no' ? Number.POSITIVE_INFINITY : Math.min(object.maxLength, bytes - 1);
    hi = Math.max(hi, most);
    lo = Math.min(lo, object.kind === 'literal' ? object.maxLength : 0);
  }
  if (hi === lo && Number.isFinite(hi)) return constant(hi + 1);
  const facts = {
    ...UNKNOWN_FACTS,
    lo: Number.isFinite(lo) ? lo : 0,
    hi: hi === 0 ? LONGEST_TEXT : Math.min(hi, LONGEST_TEXT),
    taint: evaluator.contentTaint(pointer),
    from: 'strlen',
  };
  const length = evaluator.fresh(expr, 'text length', facts);
  const asked = whole ? evaluator.state.object(only.object.id) : undefined;
  if (asked !== undefined && asked.kind !== 'literal')
    evaluator.state.setObject({ ...asked, length });
  return plus(length, 1);
}

function applyModel(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  model: CallModel,
): Value {
  const sizes =
    model.result?.kind === 'allocation'
      ? sizeValue(evaluator, expr, args, model.result.size)
      : undefined;
  for (const read of model.reads ?? [])
    hearTransfer(
      evaluator,
      expr,
      args,
      read.arg,
      sizeValue(evaluator, expr, args, read.size),
      false,
      read.size === undefined,
    );
  for (const write of model.writes ?? []) applyWrite(evaluator, expr, args, write);
  if (model.format !== undefined) applyFormat(evaluator, expr, args, model.format);
  if (model.scan !== undefined) applyScan(evaluator, expr, args, model.scan);
  writeOutParameters(evaluator, expr, args, model);
  for (const index of model.keeps ?? []) {
    const kept = args[index];
    if (kept !== undefined) evaluator.escape(kept);
  }
  if (model.releases !== undefined) {
    const pointer = args[model.releases];
    const operand = expr.args[model.releases];
    if (pointer !== undefined && operand !== undefined) {
      evaluator.listener?.release?.(
        { expr, operand, pointer, family: model.family ?? 'malloc' },
        evaluator,
      );
      if (model.result?.kind === 'allocation') return reallocate(evaluator, expr, pointer, sizes);
      release(evaluator, expr, pointer);
    }
  }
  for (const index of model.nonNull ?? []) {
    const pointer = args[index];
    if (pointer !== undefined) evaluator.assumeNonNull(pointer);
  }
  return resultOf(evaluator, expr, args, model.result, sizes);
}

/** `strtol(s, &end, 10)`: a variable that nobody wrote and whose address is passed is an output. */
function writeOutParameters(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  model: CallModel,
): void {
  args.forEach((value, index) => {
    if (value.root === 0 || model.reads?.some((read) => read.arg === index) === true) return;
    if (model.releases === index) return;
    for (const target of evaluator.state.facts(value.root).targets) {
      const object = evaluator.state.object(target.object);
      if (object?.kind !== 'variable') continue;
      const cell = evaluator.state.get(evaluator.ids.cell(target.object, ''));
      const unwritten = cell !== undefined && evaluator.of(cell).uninitialised !== 'no';
      if (unwritten) evaluator.havoc(target.object, expr, undefined);
      else evaluator.touch(target.object);
    }
  });
}

function hearTransfer(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  arg: number,
  size: Value | undefined,
  write: boolean,
  text: boolean,
): void {
  const pointer = args[arg];
  if (pointer !== undefined && size !== undefined && !text)
    evaluator.noteReach(pointer, size, write);
  if (pointer !== undefined)
    evaluator.listener?.transfer?.({ call: expr, write, arg, pointer, size, text }, evaluator);
}

function applyWrite(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  write: Write,
): void {
  const pointer = args[write.arg];
  if (pointer === undefined) return;
  const size = sizeValue(evaluator, expr, args, write.size);
  hearTransfer(evaluator, expr, args, write.arg, size, true, write.size?.text !== undefined);
  const source = write.from === undefined ? undefined : args[write.from];
  const read = source === undefined ? undefined : evaluator.contentTaint(source);
  const taint = write.taint === undefined ? read : madeTaint(evaluator, expr, write.taint);
  const text = source === undefined ? undefined : evaluator.pointees(source)[0]?.object;
  if (source !== undefined)
    for (const { object } of evaluator.pointees(source)) evaluator.escapeContent(object.id);
  const limit = size === undefined ? Number.POSITIVE_INFINITY : evaluator.range(size).hi;
  for (const { object, offset } of evaluator.pointees(pointer)) {
    const begins = offset.root === 0 && offset.add === 0;
    const before = write.append === true || !begins ? object.taint : undefined;
    evaluator.havoc(object.id, expr, taint);
    const shorter =
      object.size !== undefined &&
      size !== undefined &&
      evaluator.atMost(plus(size, 1), object.size);
    const fits = write.terminated === 'maybe' && text !== undefined && text.maxLength < limit;
    const appended = write.append === true ? object.maxLength : 0;
    const isZero = expr.name === 'memset' && args[1]?.root === 0 && args[1].add === 0;
    const copied = write.terminated === 'no' && text?.kind === 'literal' && limit > text.maxLength;
    evaluator.state.setObject({
      ...(evaluator.state.object(object.id) ?? object),
      taint: strongerTaint(taint, before),
      initial:
        isZero &&
        begins &&
        object.size !== undefined &&
        size !== undefined &&
        evaluator.atMost(object.size, size)
          ? 'zero'
          : 'unknown',
      terminated:
        write.terminated === 'yes' || isZero || copied || fits
          ? 'yes'
          : terminatedAfter(object, write, { begins, shorter, text }),
      length:
        write.size?.text !== undefined && write.append !== true && begins && size !== undefined
          ? plus(size, -1)
          : undefined,
      maxLength:
        write.terminated === 'yes' || fits
          ? Math.min(
              limit - (write.append === true ? 0 : 1),
              text?.maxLength ?? Number.POSITIVE_INFINITY,
            ) + appended
          : Number.POSITIVE_INFINITY,
      text: write.append === true || !begins ? object.text : text?.text,
    });
  }
}

/** Whether text still ends in NUL after a write that need not end with one. */
function terminatedAfter(
  before: MemoryObject,
  write: Write,
  how: { begins: boolean; shorter: boolean; text: MemoryObject | undefined },
): MemoryObject['terminated'] {
  // The zeros behind what was written end it.
  if (before.initial === 'zero' && how.shorter) return 'yes';
  if (how.shorter && (before.terminated === 'yes' || before.kind === 'static')) return 'unknown';
  if (!how.begins && before.terminated === 'yes') return 'yes';
  if (write.terminated === 'maybe') return 'no';
  // Copied bytes may well hold the NUL of the text that they are.
  const copies = write.from !== undefined && how.text?.kind !== 'literal';
  return copies && how.text?.terminated !== 'no' ? 'unknown' : 'no';
}

/** An untrusted source begins here. */
export function madeTaint(evaluator: Evaluator, expr: CallExpr, kind: Taint['kind']): Taint {
  const source = `${expr.name}()`;
  return {
    kind,
    source,
    parameter: -1,
    steps: [evaluator.step(expr, `untrusted data comes in through ${source}`)],
  };
}

/** sprintf and its like: what they write is bounded by the format and its arguments. */
function applyFormat(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  format: number,
): void {
  const model = modelOf(expr.name);
  const write = model?.writes?.[0];
  const destination = write === undefined ? undefined : args[write.arg];
  const formatValue = args[format];
  if (write === undefined || destination === undefined || formatValue === undefined) return;
  const text = evaluator.pointees(formatValue)[0]?.object.text;
  const found = text === undefined ? undefined : conversions(text);
  let taint = evaluator.contentTaint(formatValue);
  let longest = found?.literalLength ?? Number.POSITIVE_INFINITY;
  let next = format + 1;
  for (const conversion of found?.items ?? []) {
    next += conversion.stars;
    const value = args[next];
    next += 1;
    if (value === undefined) continue;
    if (conversion.type === 's') {
      const limit = textLimit(evaluator, value);
      if (limit > 0) taint = strongerTaint(taint, evaluator.contentTaint(value));
      longest += Math.min(conversion.precision ?? Number.POSITIVE_INFINITY, limit);
    } else {
      longest += Math.max(conversion.width ?? 0, conversion.longest);
      taint = strongerTaint(taint, undefined);
    }
  }
  for (const { object } of evaluator.pointees(destination)) {
    const limit =
      write.size === undefined
        ? Number.POSITIVE_INFINITY
        : evaluator.range(sizeValue(evaluator, expr, args, write.size) ?? ZERO).hi - 1;
    const known = evaluator.state.object(object.id) ?? object;
    evaluator.state.setObject({
      ...known,
      taint,
      terminated: 'yes',
      length: undefined,
      maxLength: Math.min(longest, limit),
      text,
    });
  }
}

function textLimit(evaluator: Evaluator, pointer: Value): number {
  let most = 0;
  for (const { object } of evaluator.pointees(pointer)) {
    const bytes =
      object.size === undefined ? Number.POSITIVE_INFINITY : evaluator.range(object.size).hi;
    most = Math.max(
      most,
      object.terminated === 'no' ? Number.POSITIVE_INFINITY : Math.min(object.maxLength, bytes - 1),
    );
  }
  return most === 0 && evaluator.pointees(pointer).length === 0 ? Number.POSITIVE_INFINITY : most;
}

/** scanf and its like write what the user typed through the pointers. */
function applyScan(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  scan: number,
): void {
  const formatValue = args[scan];
  const text =
    formatValue === undefined ? undefined : evaluator.pointees(formatValue)[0]?.object.text;
  const first = args[0];
  const kind =
    expr.name.startsWith('s') && expr.name !== 'scanf'
      ? undefined
      : expr.name.startsWith('f')
        ? ('file' as const)
        : ('stdin' as const);
  const taint =
    kind === undefined
      ? first === undefined
        ? undefined
        : evaluator.contentTaint(first)
      : madeTaint(evaluator, expr, kind);
  const items =
    text === undefined ? [] : conversions(text, true).items.filter((item) => item.stars === 0);
  args.slice(scan + 1).forEach((pointer, index) => {
    const item = items[index];
    for (const target of evaluator.targetsOf(pointer)) {
      evaluator.havoc(target.object, expr, taint);
      const object = evaluator.state.object(target.object);
      if (object === undefined) continue;
      evaluator.state.setObject({
        ...object,
        taint,
        terminated: item?.type === 's' || item?.type === '[' ? 'yes' : object.terminated,
        maxLength: item?.width ?? Number.POSITIVE_INFINITY,
      });
      const type = expr.args[scan + 1 + index]?.type;
      const inner = type?.kind === 'pointer' ? factsOfType(type.to) : UNKNOWN_FACTS;
      evaluator.state.set(
        evaluator.ids.cell(target.object, ''),
        evaluator.fresh(expr, `scanned ${index} ${target.object}`, {
          ...inner,
          taint,
          from: expr.name,
        }),
      );
    }
  });
}

/** Marks what a pointer points to as given back. */
export function release(evaluator: Evaluator, expr: Expr, pointer: Value): void {
  if (pointer.root === 0) return;
  const facts = evaluator.state.facts(pointer.root);
  const targets = evaluator.targetsOf(pointer);
  for (const target of targets) {
    const object = evaluator.state.object(target.object);
    if (object === undefined || object.kind === 'literal') continue;
    const certain = targets.length === 1;
    evaluator.state.setObject({
      ...object,
      state: certain ? 'freed' : 'maybe-freed',
      freedAt: evaluator.step(expr, 'it is freed here'),
    });
  }
  if (facts.mayBeNull && facts.nullOrigin?.kind === 'parameter')
    evaluator.state.setFacts(pointer.root, { ...facts, nullOrigin: undefined });
}

/** realloc: on success the old block is gone, on failure it is still there. */
function reallocate(
  evaluator: Evaluator,
  expr: CallExpr,
  pointer: Value,
  size: Value | undefined,
): Value {
  for (const target of pointer.root === 0 ? [] : evaluator.targetsOf(pointer)) {
    const object = evaluator.state.object(target.object);
    // The old name may still be used when it is assigned again; only other names dangle.
    if (object !== undefined)
      evaluator.state.setObject({
        ...object,
        state: 'moved',
        freedAt: evaluator.step(expr, 'it may be moved here'),
      });
  }
  return allocate(evaluator, expr, 'malloc', size, 'null', { initial: 'unknown' });
}

/** A new object, and the pointer or descriptor that stands for it. */
export function allocate(
  evaluator: Evaluator,
  expr: Expr,
  family: Family,
  size: Value | undefined,
  failure: 'null' | 'negative' | 'never',
  more: {
    initial?: 'zero' | 'unknown';
    terminated?: 'yes';
    maxLength?: number;
    taint?: Taint | undefined;
  } = {},
  purpose = 'result',
): Value {
  const id = evaluator.ids.root(expr, purpose === 'result' ? 'object' : `object ${purpose}`);
  const isMemory = family === 'malloc' || family === 'new' || family === 'new[]';
  const before = evaluator.state.object(id);
  if (before !== undefined && before.state === 'live' && !before.escaped) {
    evaluator.state.setObject({ ...before, id: evaluator.ids.root(id, 'earlier') });
    evaluator.moveTargets(id, evaluator.ids.root(id, 'earlier'));
  }
  for (const cell of evaluator.ids.cellsOf(id).values()) evaluator.state.remove(cell);
  const name = expr.kind === 'call' ? expr.name : family;
  evaluator.state.setObject({
    ...unknownObject(id, more.taint),
    kind: isMemory ? 'heap' : 'resource',
    name,
    size,
    family,
    escaped: false,
    allocatedAt: evaluator.step(expr, `allocated by ${name}`),
    initial: more.initial ?? (isMemory ? 'uninitialised' : 'unknown'),
    terminated: more.terminated ?? 'unknown',
    maxLength: more.maxLength ?? Number.POSITIVE_INFINITY,
  });
  const numeric = failure === 'negative';
  const facts: RootFacts = {
    ...UNKNOWN_FACTS,
    lo: numeric ? -1 : Number.NEGATIVE_INFINITY,
    hi: numeric ? 2147483647 : Number.POSITIVE_INFINITY,
    mayBeNull: failure === 'null' || numeric,
    nullOrigin:
      failure === 'null'
        ? {
            kind: 'failure',
            what: name,
            step: evaluator.step(expr, `${name} returns null when it fails`),
          }
        : undefined,
    targets: [{ object: id, offset: ZERO }],
    from: name,
  };
  return evaluator.fresh(expr, purpose, facts);
}

function resultOf(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  result: Result | undefined,
  size: Value | undefined,
): Value {
  switch (result?.kind) {
    case 'allocation': {
      const copied = result.copies === undefined ? undefined : args[result.copies];
      const taint = copied === undefined ? undefined : evaluator.contentTaint(copied);
      const initial =
        result.zeroed === true
          ? { initial: 'zero' as const }
          : copied === undefined
            ? {}
            : { initial: 'unknown' as const, terminated: 'yes' as const, taint };
      return allocate(evaluator, expr, result.family, size, result.failure, initial);
    }
    case 'argument':
      return args[result.arg] ?? evaluator.unknown(expr);
    case 'within': {
      const base = args[result.arg];
      if (base === undefined) return evaluator.unknown(expr);
      const targets = evaluator.targetsOf(base).map((target) => ({
        object: target.object,
        offset: evaluator.fresh(expr, `within ${target.object}`, { ...UNKNOWN_FACTS, lo: 0 }),
      }));
      const nullOrigin = result.nullable
        ? {
            kind: 'failure' as const,
            what: expr.name,
            step: evaluator.step(expr, `${expr.name} returns null when it finds nothing`),
          }
        : undefined;
      // fgets gives back exactly the buffer that it was given.
      const exact =
        expr.name === 'fgets' || expr.name === 'gets' ? evaluator.targetsOf(base) : targets;
      return evaluator.fresh(expr, 'result', {
        ...UNKNOWN_FACTS,
        mayBeNull: result.nullable,
        nullOrigin,
        targets: exact,
        taint: evaluator.taint(base),
        from: expr.name,
      });
    }
    case 'pointer': {
      const nullOrigin = result.nullable
        ? {
            kind: 'failure' as const,
            what: expr.name,
            step: evaluator.step(expr, `${expr.name} may return null`),
          }
        : undefined;
      const taint =
        result.taint === undefined ? undefined : madeTaint(evaluator, expr, result.taint);
      return evaluator.fresh(expr, 'result', {
        ...UNKNOWN_FACTS,
        mayBeNull: result.nullable,
        nullOrigin,
        taint,
        from: expr.name,
      });
    }
    case 'integer':
      return integerResult(evaluator, expr, args, result);
    default:
      return evaluator.fresh(expr, 'result', { ...factsOfType(expr.type), from: expr.name });
  }
}

function integerResult(
  evaluator: Evaluator,
  expr: CallExpr,
  args: readonly Value[],
  result: Result & { kind: 'integer' },
): Value {
  if (/^(?:strlen|wcslen)$/.test(expr.name)) {
    const size = textSize(evaluator, expr, args[0]);
    if (size !== undefined) return plus(size, -1);
  }
  const typed = factsOfType(expr.type);
  const source = result.taintFrom === undefined ? undefined : args[result.taintFrom];
  const taint =
    result.taint !== undefined
      ? madeTaint(evaluator, expr, result.taint)
      : source === undefined
        ? undefined
        : evaluator.contentTaint(source);
  const most = result.atMost === undefined ? undefined : args[result.atMost];
  const hi = Math.min(
    typed.hi,
    result.hi ?? Number.POSITIVE_INFINITY,
    most === undefined ? Number.POSITIVE_INFINITY : evaluator.range(most).hi,
  );
  const lo = Math.max(typed.lo, result.lo ?? Number.NEGATIVE_INFINITY);
  const value = evaluator.fresh(expr, 'result', {
    ...typed,
    lo,
    hi,
    taint,
    from: expr.name,
    checkedAbove: result.atMost !== undefined,
  });
  if (most !== undefined && most.root !== 0 && most.scale === 1)
    evaluator.state.constrain(value.root, most.root, most.add);
  return value;
}
