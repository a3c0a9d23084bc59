import type { CallExpr } from '../c/ast.ts';
import type { Write } from '../models/model.ts';
import { escapeContent } from './escape.ts';
import { havoc } from './havoc.ts';
import type { Machine } from './machine.ts';
import type { MemoryObject } from './memory-object.ts';
import { sizeValue } from './sizes.ts';
import { madeTaint } from './taint-source.ts';
import { hearTransfer } from './transfer.ts';
import { plus, strongerTaint, type Value, ZERO } from './value.ts';

/** What a library function writes behind one of its arguments. */
export function applyLibraryWrite(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  write: Write,
): void {
  const pointer = args[write.arg];
  if (pointer === undefined) return;
  const size = sizeValue(machine, expr, args, write.size);
  hearTransfer(machine, expr, args, write.arg, size, true, write.size?.text !== undefined);
  const source = write.from === undefined ? undefined : args[write.from];
  const read = source === undefined ? undefined : machine.contentTaint(source);
  const taint = write.taint === undefined ? read : madeTaint(machine, expr, write.taint);
  const text = source === undefined ? undefined : machine.pointees(source)[0]?.object;
  if (source !== undefined)
    for (const { object } of machine.pointees(source)) escapeContent(machine, object.id);
  const limit = size === undefined ? Number.POSITIVE_INFINITY : machine.range(size).hi;
  for (const { object, offset } of machine.pointees(pointer)) {
    const begins = offset.root === 0 && offset.add === 0;
    const before = write.append === true || !begins ? object.taint : undefined;
    havoc(machine, object.id, expr, taint);
    const shorter =
      object.size !== undefined && size !== undefined && machine.atMost(plus(size, 1), object.size);
    const fits = write.terminated === 'maybe' && text !== undefined && text.maxLength < limit;
    const appended = write.append === true ? object.maxLength : 0;
    const isZero = expr.name === 'memset' && args[1]?.root === 0 && args[1].add === 0;
    const zeroed =
      isZero &&
      begins &&
      object.size !== undefined &&
      size !== undefined &&
      machine.atMost(object.size, size);
    if (zeroed) clearCells(machine, object.id);
    const copied = write.terminated === 'no' && text?.kind === 'literal' && limit > text.maxLength;
    machine.state.setObject({
      ...(machine.state.object(object.id) ?? object),
      taint: strongerTaint(taint, before),
      initial: zeroed ? 'zero' : 'unknown',
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

/** All bytes of an object are zero now, and so is every part of it. */
function clearCells(machine: Machine, object: number, depth = 0): void {
  for (const cell of machine.ids.cellsOf(object).values()) machine.state.set(cell, ZERO);
  if (depth > 3) return;
  for (const part of machine.ids.partsOf(object)) clearCells(machine, part, depth + 1);
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
