import type { CallExpr } from '../../c/ir/ast.ts';
import { conversions, longestNumber } from '../../library-models/format-string.ts';
import { libraryModelOf } from '../../library-models/lookup.ts';
import { joinTaints, type Taint } from '../domain/taint.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { type RootFacts, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { sizeValue } from './model-size.ts';
import { textLimit } from './text-length.ts';

/** What a format and its arguments make. */
interface FormattedText {
  /** The format, where it is known. */
  readonly format: string | undefined;
  /** In characters without NUL. */
  readonly longest: number;
  /** Whether it is as long as texts are that go into it. */
  readonly isOfText: boolean;
  /** Whether a number that is no integer goes into it, which is hardly ever as long as it can be. */
  readonly isOfFloat: boolean;
  readonly taint: Taint | undefined;
  /** Where the texts come from that go into it. */
  readonly textTaint: Taint | undefined;
}

function formattedText(
  interpreter: Interpreter,
  args: readonly Value[],
  format: number,
): FormattedText | undefined {
  const formatValue = args[format];
  if (formatValue === undefined) return undefined;
  const text = interpreter.pointees(formatValue)[0]?.object.text;
  const found = text === undefined ? undefined : conversions(text);
  let taint = interpreter.contentTaint(formatValue);
  let textTaint = found === undefined ? taint : undefined;
  let longest = found?.literalLength ?? Number.POSITIVE_INFINITY;
  let isOfText = found === undefined;
  let isOfFloat = false;
  let next = format + 1;
  for (const conversion of found?.items ?? []) {
    next += conversion.stars;
    const value = args[next];
    next += 1;
    if (value === undefined) continue;
    if (conversion.type === 's') {
      const limit = textLimit(interpreter, value);
      const content = interpreter.contentTaint(value);
      if (limit > 0) taint = joinTaints(taint, content);
      const isCut = conversion.precision !== undefined && conversion.precision <= limit;
      if (limit > 0 && !isCut) textTaint = joinTaints(textTaint, content);
      isOfText ||= !isCut && !isLiteral(interpreter, value);
      longest += Math.min(conversion.precision ?? Number.POSITIVE_INFINITY, limit);
    } else {
      isOfFloat ||= /[aefg]/i.test(conversion.type);
      longest += Math.max(
        conversion.width ?? 0,
        longestNumber(conversion, interpreter.range(value)),
      );
    }
  }
  return { format: text, longest, isOfText, isOfFloat, taint, textTaint };
}

function isLiteral(interpreter: Interpreter, value: Value): boolean {
  return interpreter.pointees(value).every(({ object }) => object.kind === 'literal');
}

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
  if (write === undefined || destination === undefined) return;
  const made = formattedText(interpreter, args, format);
  if (made === undefined) return;
  for (const { object } of interpreter.pointees(destination)) {
    const limit =
      write.size === undefined
        ? Number.POSITIVE_INFINITY
        : interpreter.range(sizeValue(interpreter, expr, args, write.size) ?? ZERO).hi - 1;
    const known = interpreter.state.object(object.id) ?? object;
    interpreter.state.setObject({
      ...known,
      taint: made.taint,
      terminated: 'yes',
      length: undefined,
      tail: undefined,
      maxLength: Math.min(made.longest, limit),
      text: made.format,
    });
  }
}

/** Ends the name of the call that a length comes from where texts decide it. */
const OF_TEXT = ' of text';

/** Whether a number is the length that a text would have which `snprintf` may have cut. */
export function isFormattedLength(from: string): boolean {
  return from.endsWith(OF_TEXT);
}

/** `snprintf` gives back how long the text would be, and not how much of it there was room for. */
export function formattedLength(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  format: number,
): RootFacts | undefined {
  const made = formattedText(interpreter, args, format);
  if (made === undefined || made.isOfFloat) return undefined;
  const typed = factsOfType(expr.type);
  return {
    ...typed,
    hi: Math.min(typed.hi, made.longest),
    from: made.isOfText ? `${expr.name}${OF_TEXT}` : expr.name,
    lengthOf: made.textTaint,
  };
}
