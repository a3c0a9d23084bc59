import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { pointee } from '../../c/ir/types.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import type { Write } from '../../library-models/call-model.ts';
import { NO_ASSUMPTIONS } from '../domain/assumptions.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import { joinTaints, type Taint } from '../domain/taint.ts';
import { constant, plus, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { taintFrom } from '../interpreter/taint-source.ts';
import { emitTransfer } from '../memory/access-extent.ts';
import { openIndexes } from '../memory/elements.ts';
import { escapeContent } from '../memory/escape.ts';
import { havoc, writtenThrough } from '../memory/havoc.ts';
import { sizeValue } from './model-size.ts';

/** What a library function writes behind one of its arguments. */
export function applyLibraryWrite(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  write: Write,
): void {
  const pointer = args[write.arg];
  if (pointer === undefined) return;
  const size = sizeValue(interpreter, expr, args, write.size);
  emitTransfer(interpreter, expr, args, write.arg, size, true, write.size?.text !== undefined);
  const source = write.from === undefined ? undefined : args[write.from];
  const read = source === undefined ? undefined : interpreter.contentTaint(source);
  const taint = write.taint === undefined ? read : taintSource(interpreter, expr, write.taint);
  const text = source === undefined ? undefined : interpreter.pointees(source)[0]?.object;
  if (source !== undefined)
    for (const { object } of interpreter.pointees(source)) escapeContent(interpreter, object.id);
  const limit = size === undefined ? Number.POSITIVE_INFINITY : interpreter.range(size).hi;
  const pointees = interpreter.pointees(pointer);
  const arg = expr.args[write.arg];
  const written = arg === undefined ? '*' : writtenThrough(withoutCasts(arg).type);
  for (const { object, offset } of pointees) {
    const isOne = pointees.length === 1 && openIndexes(interpreter.ids, object.id) === 0;
    const begins = offset.root === 0 && offset.add === 0;
    const before = write.append === true || !begins ? object.taint : undefined;
    // What a function of the project reads it may have checked as well.
    const assumed = write.taint === undefined ? undefined : NO_ASSUMPTIONS;
    havoc(interpreter, object.id, expr, taint, 0, written, assumed);
    const shorter =
      object.size !== undefined &&
      size !== undefined &&
      interpreter.atMost(plus(size, 1), object.size);
    const fits = write.terminated === 'maybe' && text !== undefined && text.maxLength < limit;
    const appended = write.append === true ? object.maxLength : 0;
    const isZero = expr.name === 'memset' && args[1]?.root === 0 && args[1].add === 0;
    const whole = object.size ?? typedSize(interpreter, expr.args[write.arg]);
    const zeroed =
      isZero &&
      isOne &&
      begins &&
      whole !== undefined &&
      size !== undefined &&
      interpreter.atMost(whole, size);
    if (zeroed) clearCells(interpreter, object.id);
    const copied = write.terminated === 'no' && text?.kind === 'literal' && limit > text.maxLength;
    interpreter.state.setObject({
      ...(interpreter.state.object(object.id) ?? object),
      taint: joinTaints(taint, before),
      initial: zeroed ? 'zero' : 'unknown',
      terminated:
        write.terminated === 'yes' || isZero || copied || fits
          ? 'yes'
          : terminatedAfter(object, write, { begins, shorter, text }),
      length:
        write.size?.text !== undefined && write.append !== true && begins && size !== undefined
          ? plus(size, -1)
          : undefined,
      tail: undefined,
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

/** The size of what an argument points to by its type: of memory that a caller gave nothing else is known. */
function typedSize(interpreter: Interpreter, arg: Expr | undefined): Value | undefined {
  const type = arg && pointee(arg.type);
  const size = type?.kind === 'record' ? interpreter.sizeOf(type) : undefined;
  return size === undefined ? undefined : constant(size);
}

/** All bytes of an object are zero now, and so is every part of it. */
function clearCells(interpreter: Interpreter, object: number, depth = 0): void {
  for (const cell of interpreter.ids.cellsOf(object).values()) interpreter.state.set(cell, ZERO);
  if (depth > 3) return;
  for (const part of interpreter.ids.partsOf(object)) clearCells(interpreter, part, depth + 1);
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

/** An untrusted source begins here: what the call gives. */
export function taintSource(interpreter: Interpreter, expr: CallExpr, kind: Taint['kind']): Taint {
  return taintFrom(interpreter, expr, kind, `${expr.name}()`);
}
