import type { CallExpr } from '../../c/ir/ast.ts';
import { conversions } from '../../library-models/format-string.ts';
import { libraryModelOf } from '../../library-models/lookup.ts';
import { joinTaints } from '../domain/taint.ts';
import { type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { sizeValue } from './model-size.ts';
import { textLimit } from './text-length.ts';

/** sprintf and its like: what they write is bounded by the format and its arguments. */
export function applyFormattedOutput(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  format: number,
): void {
  const model = libraryModelOf(expr.name);
  const write = model?.writes?.[0];
  const destination = write === undefined ? undefined : args[write.arg];
  const formatValue = args[format];
  if (write === undefined || destination === undefined || formatValue === undefined) return;
  const text = interpreter.pointees(formatValue)[0]?.object.text;
  const found = text === undefined ? undefined : conversions(text);
  let taint = interpreter.contentTaint(formatValue);
  let longest = found?.literalLength ?? Number.POSITIVE_INFINITY;
  let next = format + 1;
  for (const conversion of found?.items ?? []) {
    next += conversion.stars;
    const value = args[next];
    next += 1;
    if (value === undefined) continue;
    if (conversion.type === 's') {
      const limit = textLimit(interpreter, value);
      if (limit > 0) taint = joinTaints(taint, interpreter.contentTaint(value));
      longest += Math.min(conversion.precision ?? Number.POSITIVE_INFINITY, limit);
    } else {
      longest += Math.max(conversion.width ?? 0, conversion.longest);
    }
  }
  for (const { object } of interpreter.pointees(destination)) {
    const limit =
      write.size === undefined
        ? Number.POSITIVE_INFINITY
        : interpreter.range(sizeValue(interpreter, expr, args, write.size) ?? ZERO).hi - 1;
    const known = interpreter.state.object(object.id) ?? object;
    interpreter.state.setObject({
      ...known,
      taint,
      terminated: 'yes',
      length: undefined,
      maxLength: Math.min(longest, limit),
      text,
    });
  }
}
