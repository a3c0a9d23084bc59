import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr, MemberExpr } from '../ir/ast.ts';
import type { Symbols } from '../ir/symbols.ts';
import { type CType, pointee, UNKNOWN } from '../ir/types.ts';
import { fieldType, isClass } from './field-types.ts';
import type { LoweringContext } from './lowering-context.ts';
import { lowerField, opaque } from './opaque.ts';

/** `a[i]`, and `i[a]`, which means the same */
export function lowerSubscript(node: SyntaxNode, context: LoweringContext): Expr {
  const before = lowerField(node, 'argument', context);
  const indices = childOf(node, 'indices') ?? childOf(node, 'index');
  const inner =
    indices?.type === 'subscript_argument_list'
      ? indices.children.find((child) => child.named)
      : indices;
  const within = inner === undefined ? opaque(node, context, []) : context.lower(inner);
  const isExchanged = before.type.kind === 'int' && pointee(within.type) !== undefined;
  const [base, index] = isExchanged ? [within, before] : [before, within];
  const type = pointee(base.type) ?? UNKNOWN;
  const { start, end } = context.span(node);
  return { kind: 'index', base, index, type, start, end };
}

/** `a.name` and `a->name` */
export function lowerMember(node: SyntaxNode, context: LoweringContext): MemberExpr {
  const base = lowerField(node, 'argument', context);
  const fieldNode = childOf(node, 'field');
  const arrow = context.operatorOf(node) === '->';
  const name = fieldNode === undefined ? '' : context.spelledName(fieldNode);
  const owner = arrow ? pointee(base.type) : withoutReference(base.type);
  const type =
    (owner?.kind === 'record' ? memberType(context.symbols, owner.name, name) : undefined) ??
    UNKNOWN;
  const { start, end } = context.span(node);
  return { kind: 'member', base, name, arrow, type, start, end };
}

function withoutReference(type: CType): CType {
  return type.kind === 'pointer' && type.reference ? type.to : type;
}

/** The type of a field, or of a method that gives an object of a class. */
function memberType(symbols: Symbols, record: string, name: string): CType | undefined {
  const field = fieldType(symbols, record, name);
  if (field !== undefined) return field;
  const owner = symbols.classOfMethod(record, name);
  const method = owner === undefined ? undefined : symbols.function(`${owner}::${name}`);
  if (method === undefined || !isClass(method.returns)) return undefined;
  return { kind: 'function', returns: method.returns, parameters: method.parameters };
}
