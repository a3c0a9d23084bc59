import type { CallExpr, Expr } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { type CType, isPointerLike, pointee } from '../../../../code/c/ir/types.ts';
import { type Conversion, conversions } from '../../../../code/library-models/format-string.ts';

export interface ArgumentFault {
  readonly at: Expr;
  readonly message: string;
  readonly confidence: number;
  readonly cwe: number;
}

const LITERAL = /^(?:\s*"(?:[^"\\]|\\[\s\S])*")+\s*$/;

/**
 * What does not fit between a printf format and the values after it. Only
 * formats written out at the call are judged: `textOf` gives their source.
 */
export function printfFaults(
  call: CallExpr,
  format: number,
  textOf: (expr: Expr) => string,
): ArgumentFault[] {
  const items = itemsOf(call, format, textOf, false);
  if (items === undefined) return [];
  const needed = items.reduce((sum, item) => sum + 1 + item.stars, 0);
  const count = countFault(call, format, needed);
  if (count !== undefined) return [count];
  const faults: ArgumentFault[] = [];
  let next = format + 1;
  for (const item of items) {
    next += item.stars;
    const arg = call.args[next];
    const problem = arg === undefined ? undefined : printed(item, arg);
    if (arg !== undefined && problem !== undefined) {
      const [why, confidence] = problem;
      faults.push({
        at: arg,
        message: `\`%${item.length}${item.type}\` is given ${why}`,
        confidence,
        cwe: 686,
      });
    }
    next += 1;
  }
  return faults;
}

/** What does not fit between a scanf format and the pointers after it. */
export function scanfFaults(
  call: CallExpr,
  format: number,
  textOf: (expr: Expr) => string,
): ArgumentFault[] {
  const items = itemsOf(call, format, textOf, true)?.filter((item) => item.stars === 0);
  if (items === undefined) return [];
  const count = countFault(call, format, items.length);
  if (count !== undefined) return [count];
  return items.flatMap((item, index) => {
    const arg = call.args[format + 1 + index];
    const problem = arg === undefined ? undefined : scanned(item, arg.type);
    if (arg === undefined || problem === undefined) return [];
    const [why, confidence] = problem;
    const message = `\`%${item.length}${item.type}\` is given ${why}`;
    return [{ at: arg, message, confidence, cwe: 686 }];
  });
}

function itemsOf(
  call: CallExpr,
  format: number,
  textOf: (expr: Expr) => string,
  scanning: boolean,
): readonly Conversion[] | undefined {
  const text = call.args[format];
  if (text?.kind !== 'string' || !LITERAL.test(textOf(text)) || /%\d+\$/.test(text.value))
    return undefined;
  if (/%[^a-zA-Z%[]*$/.test(text.value) || /%[-+ #0'\d.*]*[hljztLq]*[CSm]/.test(text.value))
    return undefined;
  return conversions(text.value, scanning).items;
}

function countFault(call: CallExpr, format: number, needed: number): ArgumentFault | undefined {
  const given = call.args.length - format - 1;
  if (given === needed) return undefined;
  const more = given > needed;
  const message = `the format asks for ${needed} ${needed === 1 ? 'value' : 'values'} and gets ${given}`;
  return { at: call, message, confidence: more ? 0.55 : 0.9, cwe: 685 };
}

function printed(item: Conversion, arg: Expr): [string, number] | undefined {
  const { type } = arg;
  if (type.kind === 'unknown' || type.kind === 'function') return undefined;
  if (type.kind === 'pointer' && type.reference === true) return undefined;
  if (type.kind === 'record') return ['a whole structure', 0.7];
  switch (item.type) {
    case 's':
      if (type.kind === 'int' || type.kind === 'float')
        return constantOf(arg) === 0 ? undefined : ['a number, not text', 0.9];
      return textType(type) ? undefined : ['a pointer to something that is no text', 0.6];
    case 'p':
    case 'n':
      return isPointerLike(type) ? undefined : ['a number, not a pointer', 0.6];
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return type.kind === 'float' ? undefined : ['what is no floating-point number', 0.85];
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'c':
      return printedInteger(item, arg);
    default:
      return undefined;
  }
}

function textType(type: CType): boolean {
  const to = pointee(type);
  return to === undefined || to.kind === 'void' || to.kind === 'unknown' || to.kind === 'array'
    ? true
    : to.kind === 'int' && (to.bits === 8 || to.bits === 32);
}

function printedInteger(item: Conversion, arg: Expr): [string, number] | undefined {
  const { type } = arg;
  if (isPointerLike(type)) return ['a pointer, not a number', 0.8];
  if (type.kind === 'float') return ['a floating-point number', 0.85];
  if (type.kind !== 'int' || constantOf(arg) !== undefined) return undefined;
  const wide = /^(?:ll?|j|z|t|q)$/.test(item.length);
  if (wide === (type.bits === 64)) return undefined;
  return [`a number of ${Math.max(32, type.bits)} bits`, 0.55];
}

function scanned(item: Conversion, type: CType): [string, number] | undefined {
  if (type.kind === 'int' || type.kind === 'float') return ['a number, not a pointer', 0.9];
  const to = pointee(type);
  if (to === undefined || to.kind === 'void' || to.kind === 'unknown') return undefined;
  if (/^[fFeEgGaA]$/.test(item.type)) {
    const bits = item.length === 'l' ? 64 : item.length === '' ? 32 : undefined;
    if (to.kind === 'int') return ['a pointer to an integer', 0.85];
    if (to.kind === 'float' && bits !== undefined && to.bits !== bits)
      return [`a pointer to a number of ${to.bits} bits, not ${bits}`, 0.85];
    return undefined;
  }
  if (!/^[diuxXo]$/.test(item.type)) return undefined;
  if (to.kind === 'float') return ['a pointer to a floating-point number', 0.85];
  if (to.kind !== 'int') return undefined;
  const bits = item.length === '' ? 32 : item.length === 'h' ? 16 : item.length === 'hh' ? 8 : 64;
  return to.bits === bits
    ? undefined
    : [`a pointer to a number of ${to.bits} bits, not ${bits}`, to.bits < bits ? 0.85 : 0.6];
}
