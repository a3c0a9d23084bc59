import type { CallExpr } from '../c/ast.ts';
import { modelOf } from '../models/index.ts';
import { conversions } from './format.ts';
import type { Machine } from './machine.ts';
import { sizeValue } from './sizes.ts';
import { textLimit } from './text-length.ts';
import { strongerTaint, type Value, ZERO } from './value.ts';

/** sprintf and its like: what they write is bounded by the format and its arguments. */
export function applyFormattedOutput(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  format: number,
): void {
  const model = modelOf(expr.name);
  const write = model?.writes?.[0];
  const destination = write === undefined ? undefined : args[write.arg];
  const formatValue = args[format];
  if (write === undefined || destination === undefined || formatValue === undefined) return;
  const text = machine.pointees(formatValue)[0]?.object.text;
  const found = text === undefined ? undefined : conversions(text);
  let taint = machine.contentTaint(formatValue);
  let longest = found?.literalLength ?? Number.POSITIVE_INFINITY;
  let next = format + 1;
  for (const conversion of found?.items ?? []) {
    next += conversion.stars;
    const value = args[next];
    next += 1;
    if (value === undefined) continue;
    if (conversion.type === 's') {
      const limit = textLimit(machine, value);
      if (limit > 0) taint = strongerTaint(taint, machine.contentTaint(value));
      longest += Math.min(conversion.precision ?? Number.POSITIVE_INFINITY, limit);
    } else {
      longest += Math.max(conversion.width ?? 0, conversion.longest);
    }
  }
  for (const { object } of machine.pointees(destination)) {
    const limit =
      write.size === undefined
        ? Number.POSITIVE_INFINITY
        : machine.range(sizeValue(machine, expr, args, write.size) ?? ZERO).hi - 1;
    const known = machine.state.object(object.id) ?? object;
    machine.state.setObject({
      ...known,
      taint,
      terminated: 'yes',
      length: undefined,
      maxLength: Math.min(longest, limit),
      text,
    });
  }
}
