import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { wrapToType } from '../ir/constants.ts';
import type { DataModel } from '../ir/data-model.ts';
import { characterOf, numberOf, stringOf } from '../ir/literals.ts';
import {
  BOOL,
  CHAR,
  type CType,
  DOUBLE,
  INT,
  longType,
  UINT,
  USHORT,
  VOID_POINTER,
} from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';
import { opaque } from './opaque.ts';

/** A number that stands where a node stands. */
export function numberAt(
  node: SyntaxNode,
  context: LoweringContext,
  value: number,
  type: CType,
): Expr {
  const { start, end } = context.span(node);
  return { kind: 'number', value, type, start, end };
}

export function lowerNumber(node: SyntaxNode, context: LoweringContext): Expr {
  const text = context.textOf(node);
  const value = numberOf(text) ?? 0;
  const type = numberType(text, value, context.symbols.dataModel);
  return numberAt(node, context, wrapToType(type, value), type);
}

/** The type of a number literal (C11 6.4.4.1). */
function numberType(text: string, value: number, model: DataModel): CType {
  if (/^[0-9]+$/.test(text) && value <= 2147483647) return INT;
  if (/[.]|^[0-9]+e/i.test(text) && !/^0x/i.test(text)) return DOUBLE;
  const unsigned = /u/i.test(text.replace(/^0x/i, ''));
  const isHex = /^0/.test(text);
  // What fits no signed type is unsigned: `0xC000000000000000LL`.
  if (value >= 2 ** 63) return { kind: 'int', bits: 64, signed: false };
  if (value > 4294967295 || /ll/i.test(text)) return { kind: 'int', bits: 64, signed: !unsigned };
  if (/l/i.test(text)) {
    const isWide = value > 2147483647 && !unsigned && !isHex;
    return isWide ? { kind: 'int', bits: 64, signed: true } : longType(model, !unsigned);
  }
  if (unsigned || (value > 2147483647 && isHex)) return UINT;
  return value > 2147483647 ? { kind: 'int', bits: 64, signed: true } : INT;
}

/** A character, or a word such as `true` that stands for a number. */
export function lowerLiteral(node: SyntaxNode, context: LoweringContext): Expr {
  switch (node.type) {
    case 'char_literal':
      return numberAt(node, context, signedCharacter(context.textOf(node)), INT);
    case 'true':
      return numberAt(node, context, 1, BOOL);
    case 'false':
      return numberAt(node, context, 0, BOOL);
    default:
      return numberAt(node, context, 0, VOID_POINTER);
  }
}

/** The value of a character as a signed `char` has it, which it is unless a prefix makes it wide. */
function signedCharacter(text: string): number {
  const value = characterOf(text);
  return text.startsWith("'") && value > 127 && value < 256 ? value - 256 : value;
}

export function lowerString(node: SyntaxNode, context: LoweringContext): Expr {
  return stringAt(node, context, stringOf(context.textOf(node)));
}

function stringAt(node: SyntaxNode, context: LoweringContext, value: string): Expr {
  // The characters of `L""` are as wide as an int on most systems, those of `u""` half as wide.
  const [prefix] = /^(?:L|U|u(?!8))/.exec(context.textOf(node)) ?? [];
  const isNarrow = prefix === 'L' && context.symbols.dataModel.wideBits === 16;
  const of = prefix === undefined ? CHAR : prefix === 'u' || isNarrow ? USHORT : INT;
  const type: CType = { kind: 'array', of, length: value.length + 1 };
  const { start, end } = context.span(node);
  return { kind: 'string', value, type, start, end };
}

/** `"ab" NAME "cd"` is one string. */
export function lowerConcatenated(node: SyntaxNode, context: LoweringContext): Expr {
  let value = '';
  for (const child of node.children) {
    const part = child.type.endsWith('string_literal')
      ? stringOf(context.textOf(child))
      : stringMacro(child, context);
    // What stands within a conversion decides what the rest of it means.
    if (part === undefined && OPEN_CONVERSION.test(value)) return opaque(node, context, []);
    value += part ?? '';
  }
  return stringAt(node, context, value);
}

/** A conversion of a format that is not at its end. */
const OPEN_CONVERSION = /(?<!%)(?:%%)*%[-+ #0-9.*]*$/;

/** `PRId64` and its like stand for a conversion; a macro of the file for its string. */
function stringMacro(node: SyntaxNode, context: LoweringContext): string | undefined {
  const lowered = context.lower(node);
  if (lowered.kind === 'string') return lowered.value;
  return /^(?:PRI|SCN)/.test(context.textOf(node)) ? 'd' : undefined;
}
