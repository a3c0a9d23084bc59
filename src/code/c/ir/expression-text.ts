import type { Expr } from './ast.ts';
import { withoutCasts } from './without-casts.ts';

/**
 * An expression in one spelling: without casts and superfluous brackets, `(*p).n` and `(&s)->n` as
 * `p->n` and `s.n`, `*(a + i)` as `a[i]`. Two expressions with one text read the same places, where
 * the same variables are in scope.
 */
export function expressionText(expr: Expr): string {
  switch (expr.kind) {
    case 'number':
      return String(expr.value);
    case 'string':
      return JSON.stringify(expr.value);
    case 'name':
      return expr.name;
    case 'call':
      return `${expressionText(expr.callee)}(${expr.args.map(expressionText).join(', ')})`;
    case 'unary':
      return `${expr.op}${operandText(expr.operand)}`;
    case 'deref':
      return derefText(expr.operand);
    case 'address':
      return `&${operandText(expr.operand)}`;
    case 'incdec': {
      const operand = operandText(expr.operand);
      return expr.prefix ? `${expr.op}${operand}` : `${operand}${expr.op}`;
    }
    case 'binary':
      return `${operandText(expr.left)} ${expr.op} ${operandText(expr.right)}`;
    case 'assign':
      return `${expressionText(expr.target)} ${expr.op} ${expressionText(expr.value)}`;
    case 'conditional': {
      const then = expr.then === undefined ? '' : expressionText(expr.then);
      return `${operandText(expr.condition)} ? ${then} : ${expressionText(expr.otherwise)}`;
    }
    case 'cast':
      return expressionText(expr.operand);
    case 'sizeof':
      return expr.operand === undefined
        ? `sizeof(${expr.size ?? expr.of.kind})`
        : `sizeof(${expressionText(expr.operand)})`;
    case 'index':
      return `${operandText(expr.base)}[${expressionText(expr.index)}]`;
    case 'member':
      return memberText(expr.base, expr.name, expr.arrow);
    case 'initlist':
      return `{${expr.items.map(({ value }) => expressionText(value)).join(', ')}}`;
    case 'new':
      return `new(${expr.args.map(expressionText).join(', ')})`;
    case 'delete':
      return `delete ${operandText(expr.operand)}`;
    case 'throw':
      return `throw ${expr.operand === undefined ? '' : expressionText(expr.operand)}`;
    case 'opaque':
      return `(${expr.parts.map(expressionText).join('; ')})`;
  }
}

function derefText(operand: Expr): string {
  const plain = withoutCasts(operand);
  if (plain.kind === 'address') return expressionText(plain.operand);
  if (plain.kind === 'binary' && plain.op === '+')
    return `${operandText(plain.left)}[${expressionText(plain.right)}]`;
  return `*${operandText(plain)}`;
}

function memberText(base: Expr, name: string, arrow: boolean): string {
  const plain = withoutCasts(base);
  if (arrow && plain.kind === 'address') return `${operandText(plain.operand)}.${name}`;
  if (!arrow && plain.kind === 'deref') return `${operandText(plain.operand)}->${name}`;
  return `${operandText(plain)}${arrow ? '->' : '.'}${name}`;
}

/** In brackets where the operators around would take it apart. */
function operandText(expr: Expr): string {
  const plain = withoutCasts(expr);
  const text = expressionText(plain);
  return /^(?:binary|assign|conditional|unary|deref|address)$/.test(plain.kind)
    ? `(${text})`
    : text;
}
