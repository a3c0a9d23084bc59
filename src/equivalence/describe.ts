import type { Case, SideResult, Slot } from './case.ts';
import type { Difference } from './compare.ts';
import { floatLiteral } from './inputs/rust-numbers.ts';
import type { Shape, Value } from './shape.ts';

const MOST_ELEMENTS = 24;
const MOST_TEXT = 160;

/** What a side gave where it differs from the other, in one line. */
export function describeSide(
  { steps }: Case,
  side: SideResult,
  { step, slot }: Difference,
  outputs: readonly (readonly Slot[])[],
): string {
  if (side.kind === 'hung') return 'it does not come to its end';
  if (side.kind === 'stopped') return `it stops: ${side.message}`;
  if (side.kind === 'ended' && step === side.step) {
    const of = (outputs[steps[step]?.call ?? 0] ?? []).filter(
      (one) => one.outlivesProcess === true,
    );
    const left = of.map((one, at) => describeSlot(one, side.left[at] ?? null));
    return [`it ends the process with ${statusText(side.status)}`, ...left].join(', ');
  }
  const slots = outputs[steps[step]?.call ?? 0] ?? [];
  const values = side.steps[step] ?? [];
  const shown = slot === undefined ? [...slots.keys()] : [slot];
  return shown
    .map((at) => {
      const of = slots[at];
      return of === undefined ? '' : describeSlot(of, values[at] ?? null);
    })
    .join(', ');
}

function describeSlot({ name, shape, outlivesProcess }: Slot, value: Value): string {
  const isWritten = outlivesProcess === true && value instanceof Uint8Array;
  return `${name} = ${isWritten ? textOf(value) : describeValue(shape, value)}`;
}

/** What was written, as text. */
function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const isLong = text.length > MOST_TEXT;
  return `${JSON.stringify(text.slice(0, MOST_TEXT))}${isLong ? ` … ${text.length} bytes in all` : ''}`;
}

function statusText(status: number): string {
  return status > 256 ? `signal ${status - 256}` : `status ${status}`;
}

/** A value in one line; long lists are cut. */
export function describeValue(shape: Shape, value: Value): string {
  if (value === null) return 'nothing';
  if (shape.kind === 'nullable') return describeValue(shape.of, value);
  if (shape.kind === 'float' && typeof value === 'number') return floatLiteral(shape.bits, value);
  if (typeof value !== 'object') return String(value);
  if (shape.kind === 'record') {
    const fields = shape.fields.map(
      (field, at) => `${field.name}: ${describeValue(field.shape, partAt(value, at))}`,
    );
    return `{ ${fields.join(', ')} }`;
  }
  const of = shape.kind === 'list' || shape.kind === 'array' ? shape.of : shape;
  const parts = Array.from({ length: Math.min(value.length, MOST_ELEMENTS) }, (_, at) =>
    describeValue(of, partAt(value, at)),
  );
  const rest = value.length > MOST_ELEMENTS ? [`… ${value.length} in all`] : [];
  return `[${[...parts, ...rest].join(', ')}]`;
}

function partAt(value: Uint8Array | readonly Value[], at: number): Value {
  const part = value[at];
  return typeof part === 'number' && value instanceof Uint8Array ? BigInt(part) : (part ?? null);
}
