import type { SyntaxNode } from '../../syntax/syntax.ts';
import { integerValue } from '../items/integer-literal.ts';
import { simpleType } from '../items/types.ts';
import { exactly } from '../ranges/integer-range.ts';
import { constantValue, type RustValue } from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';

export function integerLiteral(walk: RustWalk, node: SyntaxNode): RustValue {
  const match = /^(0[xob])?([0-9a-fA-F_]+?)([iu](?:8|16|32|64|128|size))?$/.exec(walk.text(node));
  if (match === null) return constantValue({});
  const digits = (match[1] ?? '') + (match[2] ?? '').replace(/_/g, '');
  const number = Number(digits);
  const value = integerValue(walk.text(node));
  return constantValue({
    range: value === undefined ? undefined : exactly(value),
    number: Number.isNaN(number) ? undefined : number,
    type: match[3] === undefined ? undefined : simpleType(match[3]),
  });
}

export function stringLiteral(walk: RustWalk, node: SyntaxNode): RustValue {
  return constantValue({ text: stringContent(walk.text(node)), type: simpleType('str') });
}

/** The characters of a string literal; escapes stay as written, but for quotes and backslashes. */
export function stringContent(literal: string): string {
  const raw = /^b?c?r(#*)"([\s\S]*)"\1$/.exec(literal);
  if (raw !== null) return raw[2] ?? '';
  const plain = /^[bc]?"([\s\S]*)"$/.exec(literal);
  return (plain?.[1] ?? literal).replace(/\\(["'\\])/g, '$1');
}

export function booleanLiteral(): RustValue {
  return constantValue({ type: simpleType('bool') });
}

export function floatLiteral(): RustValue {
  return constantValue({ type: simpleType('f64') });
}

export function characterLiteral(walk: RustWalk, node: SyntaxNode): RustValue {
  return constantValue({ text: walk.text(node).slice(1, -1), type: simpleType('char') });
}
