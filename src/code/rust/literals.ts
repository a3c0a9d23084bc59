import type { SyntaxNode } from '../syntax.ts';
import { simpleType } from './types.ts';
import { constantValue, type Value } from './value.ts';
import type { Walk } from './walk.ts';

export function integerLiteral(walk: Walk, node: SyntaxNode): Value {
  const match = /^(0[xob])?([0-9a-fA-F_]+?)([iu](?:8|16|32|64|128|size))?$/.exec(walk.text(node));
  if (match === null) return constantValue({});
  const digits = (match[1] ?? '') + (match[2] ?? '').replace(/_/g, '');
  const number = Number(digits);
  return constantValue({
    number: Number.isNaN(number) ? undefined : number,
    type: match[3] === undefined ? undefined : simpleType(match[3]),
  });
}

export function stringLiteral(walk: Walk, node: SyntaxNode): Value {
  return constantValue({ text: stringContent(walk.text(node)), type: simpleType('str') });
}

/** The characters of a string literal; escapes stay as written, but for quotes and backslashes. */
export function stringContent(literal: string): string {
  const raw = /^b?c?r(#*)"([\s\S]*)"\1$/.exec(literal);
  if (raw !== null) return raw[2] ?? '';
  const plain = /^[bc]?"([\s\S]*)"$/.exec(literal);
  return (plain?.[1] ?? literal).replace(/\\(["'\\])/g, '$1');
}

export function booleanLiteral(): Value {
  return constantValue({ type: simpleType('bool') });
}

export function floatLiteral(): Value {
  return constantValue({ type: simpleType('f64') });
}

export function characterLiteral(walk: Walk, node: SyntaxNode): Value {
  return constantValue({ text: walk.text(node).slice(1, -1), type: simpleType('char') });
}
