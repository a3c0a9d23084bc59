import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr, MemberExpr } from '../ir/ast.ts';
import type { Symbols } from '../ir/symbols.ts';
import { type CType, pointee, UNKNOWN } from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';
import { lowerField, opaque } from './opaque.ts';

/** `a[i]` */
export function lowerSubscript(node: SyntaxNode, context: LoweringContext): Expr {
  const base = lowerField(node, 'argument', context);
  const indices = childOf(node, 'indices') ?? childOf(node, 'index');
  const inner =
    indices?.type === 'subscript_argument_list'
      ? indices.children.find((child) => child.named)
      : indices;
  const index = inner === undefined ? opaque(node, context, []) : context.lower(inner);
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
    (owner?.kind === 'record' ? fieldType(context.symbols, owner.name, name, 0) : undefined) ??
    UNKNOWN;
  const { start, end } = context.span(node);
  return { kind: 'member', base, name, arrow, type, start, end };
}

function withoutReference(type: CType): CType {
  return type.kind === 'pointer' && type.reference ? type.to : type;
}

/** The type of a field, also of one in a struct or union without a name inside; undefined for unknown ones. */
function fieldType(
  symbols: Symbols,
  record: string,
  name: string,
  depth: number,
): CType | undefined {
  if (depth > 4) return undefined;
  for (const field of symbols.record(record)?.fields ?? []) {
    if (field.name === name) return field.type;
    if (field.name === '' && field.type.kind === 'record') {
      const inner = fieldType(symbols, field.type.name, name, depth + 1);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}
