import { childOf, childrenOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { DesignatorStep, Expr, InitItem, InitListExpr } from '../ir/ast.ts';
import { constantOf } from '../ir/constants.ts';
import { type CType, pointee, UNKNOWN } from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';

/** `{1, .x = 2}`, and the arguments in `T x(1, 2)`. */
export function lowerInitList(node: SyntaxNode, context: LoweringContext): Expr {
  const items: InitItem[] = [];
  let isPartial = false;
  let isUnplaced = false;
  for (const child of node.children) {
    if (!child.named) continue;
    isUnplaced ||= /^preproc_|^ERROR$/.test(child.type);
    isPartial ||= hasIndex(child);
    if (child.type === 'initializer_pair') {
      const value = childOf(child, 'value');
      if (value === undefined) continue;
      const designator = designatorOf(child, context);
      const [first] = designator;
      const name = typeof first === 'string' ? first : undefined;
      items.push({ name, designator, value: context.lower(value) });
    } else if (child.type !== 'comment') {
      items.push({ name: undefined, value: context.lower(child) });
    }
  }
  const { start, end } = context.span(node);
  // What an #include or an #embed puts between the braces is not seen.
  isUnplaced ||= /^[ \t]*#/m.test(context.textOf(node));
  isUnplaced ||= items.some(({ value }) => value.kind === 'call' && value.isMacro === true);
  isPartial ||= items.length === 0 || isUnplaced;
  const partial = isPartial ? { isPartial } : {};
  const unplaced = isUnplaced ? { isUnplaced } : {};
  return { kind: 'initlist', items, ...partial, ...unplaced, type: UNKNOWN, start, end };
}

/** `[4] = x` */
function hasIndex(item: SyntaxNode): boolean {
  return (
    item.type === 'initializer_pair' && childOf(item, 'designator')?.type !== 'field_designator'
  );
}

/** `.a[3].b` as its steps, or `a` of the old form `a: x`. */
function designatorOf(pair: SyntaxNode, context: LoweringContext): readonly DesignatorStep[] {
  return childrenOf(pair, 'designator').map((step) => {
    if (/^field_(?:designator|identifier)$/.test(step.type))
      return context.textOf(step).replace(/^\./, '').trim();
    const [index, ...others] = step.children.flatMap((child) =>
      child.named ? [context.lower(child)] : [],
    );
    return index === undefined || others.length > 0 ? undefined : constantOf(index);
  });
}

/** `char s[] = "abc"` and `int a[] = {1, 2}` take their length from the initialiser. */
export function completeArrayType(type: CType, init: Expr | undefined): CType {
  if (type.kind !== 'array' || type.length !== undefined || init === undefined) return type;
  if (init.kind === 'string') return { ...type, length: init.value.length + 1 };
  if (init.kind !== 'initlist' || init.isUnplaced === true || init.items.length === 0) return type;
  const length = lengthOfList(type.of, init);
  return length === undefined ? type : { ...type, length };
}

/** The number of elements that a list fills, or undefined. */
function lengthOfList(element: CType, { items }: InitListExpr): number | undefined {
  let position = 0;
  let length = 0;
  for (const { designator, value } of items) {
    if (designator !== undefined) {
      const [first] = designator;
      if (typeof first !== 'number') return undefined;
      position = first;
    }
    // Without braces of its own an element takes as many items as it has parts.
    const isAggregate = element.kind === 'record' || element.kind === 'array';
    if (isAggregate && isPlainNumber(value) && designator === undefined) return undefined;
    position += 1;
    length = Math.max(length, position);
  }
  return length;
}

function isPlainNumber({ type }: Expr): boolean {
  return type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer';
}

/** The type that `auto` stands for: of a reference what it refers to. */
export function autoType(declared: CType, init: Expr | undefined): CType {
  if (init === undefined) return declared;
  const inner =
    init.type.kind === 'pointer' && init.type.reference === true ? init.type.to : init.type;
  if (declared.kind !== 'pointer')
    return inner.kind === 'array' ? { kind: 'pointer', to: inner.of } : inner;
  return declared.reference === true
    ? { kind: 'pointer', to: inner, reference: true }
    : { kind: 'pointer', to: pointee(inner) ?? UNKNOWN };
}
